import type { ExportedFile } from '../worker/file-writer';

/** Between two downloads: browsers drop some of those that come at once. */
const BETWEEN_MS = 300;

/** Downloads files to where the browser puts downloads. */
export async function downloadFiles(files: readonly ExportedFile[]): Promise<void> {
  for (const [index, { name, content }] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    const address = URL.createObjectURL(content);
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // Some browsers take hold of the content only a while after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}

/** Whether the browser lets people choose where a file goes. */
export function canChoosePlace(): boolean {
  return 'showSaveFilePicker' in window;
}

/** Asks where to put a file and writes it there; false when the person thought better of it. */
export async function saveFileAs({ name, content }: ExportedFile): Promise<boolean> {
  if (!('showSaveFilePicker' in window)) return false;
  let handle: FileSystemFileHandle;
  try {
    handle = await window.showSaveFilePicker({ suggestedName: name });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    throw error;
  }
  // Takes the place of what was there only when all has been written.
  await content.stream().pipeTo(await handle.createWritable());
  return true;
}
