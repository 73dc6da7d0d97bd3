/** Hands a text to the browser as a file to be saved. */
export function downloadText(name: string, mediaType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers take hold of the content only a while after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
