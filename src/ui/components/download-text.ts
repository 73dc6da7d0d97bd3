export function downloadText(name: string, mediaType: string, text: string): void {
  downloadBlob(name, new Blob([text], { type: mediaType }));
}

export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The address stays valid for a while, because some browsers read the content some time after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
