import type { ExportedFile } from '../worker/file-writer';
import { openedBlob, openedStream } from './opened-file';

/** Between two downloads: browsers drop some of those that come at once. */
const BETWEEN_MS = 300;

/**
 * Downloads files to where the browser puts downloads. False where they could not be opened, or there is no room for the
 * copy that the browser makes; what has been downloaded until then stays.
 */
export async function downloadFiles(files: readonly ExportedFile[]): Promise<boolean> {
  for (const [index, file] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    try {
      const content = await openedBlob(file);
      // One that the browser had no room for is told only by reading it.
      await content.slice(-1).arrayBuffer();
      download(file.name, content);
    } catch {
      return false;
    }
  }
  return true;
}

function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers take hold of the content only a while after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Whether the browser lets people choose where files go. */
export function canChoosePlace(files: readonly ExportedFile[]): boolean {
  return files.length > 1 ? 'showDirectoryPicker' in window : 'showSaveFilePicker' in window;
}

/**
 * Asks where to put an export and writes it there: one file under a name, several into a folder, since only together
 * they can be checked again. `not-chosen`: the person thought better of it. `failed`: nothing of it is there.
 */
export async function saveFilesAs(
  files: readonly ExportedFile[],
): Promise<'saved' | 'not-chosen' | 'failed'> {
  const made: FileSystemFileHandle[] = [];
  try {
    const placeOf = await choosePlaces(files);
    for (const file of files) {
      const place = await placeOf(file.name);
      made.push(place);
      // Takes the place of what was there only when all has been written.
      await openedStream(file).pipeTo(await place.createWritable());
    }
    return 'saved';
  } catch (error) {
    if (made.length === 0 && error instanceof DOMException && error.name === 'AbortError')
      return 'not-chosen';
    for (const place of made) await removeMade(place, files.length > 1);
    return 'failed';
  }
}

async function choosePlaces(
  files: readonly ExportedFile[],
): Promise<(name: string) => Promise<FileSystemFileHandle>> {
  const [first] = files;
  if (first !== undefined && files.length === 1) {
    const place = await window.showSaveFilePicker({ suggestedName: first.name });
    return async () => place;
  }
  const folder = await window.showDirectoryPicker({ mode: 'readwrite' });
  return async (name) => folder.getFileHandle(await freeName(folder, name), { create: true });
}

/** In a folder nobody was asked whether a file may be replaced. */
async function freeName(folder: FileSystemDirectoryHandle, name: string): Promise<string> {
  const taken = new Set<string>();
  for await (const other of folder.keys()) taken.add(other);
  const dot = name.indexOf('.', name.lastIndexOf('_'));
  let free = name;
  for (let count = 2; taken.has(free); count += 1) {
    free = `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
  }
  return free;
}

/** The browser makes a file as soon as its place is chosen. What stood there before is left alone. */
async function removeMade(place: FileSystemFileHandle, isOurs: boolean): Promise<void> {
  try {
    if (isOurs || (await place.getFile()).size === 0) await place.remove();
  } catch {
    // Gone, or not to be had: nothing that looks like an export, either way.
  }
}
