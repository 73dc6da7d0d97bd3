/** Downloads a text as a file. */
export function downloadText(name: string, mediaType: string, text: string): void {
  downloadBlob(name, new Blob([text], { type: mediaType }));
}

/** Downloads bytes as a file. */
export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the content a while after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
