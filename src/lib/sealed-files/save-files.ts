import { createBlobBuilder } from './blob-builder';
import { openWhole, release, type SealedContent } from './sealed-file';

type ReadableContent = Pick<SealedContent, 'content' | 'seal'>;

/** A complete file with the name under which it is saved. */
export interface NamedFile extends ReadableContent {
  readonly name: string;
}

/** The time between two downloads, ms. Browsers drop some of several simultaneous downloads. */
const BETWEEN_MS = 300;

/** Downloads files. Resolves to false if a file cannot be opened or there is no space. Files that were downloaded before remain. */
export async function downloadFiles(files: readonly NamedFile[]): Promise<boolean> {
  for (const [index, file] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    try {
      const content = await openedBlob(file);
      // Reads the last byte, because only reading reveals that a Blob has exceeded the browser's space.
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
  // Revokes the URL later, because some browsers open the content only some time after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Whether the browser has a picker for the place where these files are saved: a folder picker or a file picker. */
export function hasSavePicker(files: readonly NamedFile[]): boolean {
  return files.length > 1 ? 'showDirectoryPicker' in window : 'showSaveFilePicker' in window;
}

/** Saves one file, or several files in one folder, where they can be verified together. After `failed`, no partial file remains. */
export async function saveFilesAs(files: readonly NamedFile[]): Promise<'saved' | 'not-chosen' | 'failed'> {
  const created: FileSystemFileHandle[] = [];
  try {
    const handleOf = await chooseHandles(files);
    for (const file of files) {
      const handle = await handleOf(file.name);
      created.push(handle);
      // The browser replaces an existing file only after everything is written.
      await openedStream(file).pipeTo(await handle.createWritable());
    }
    return 'saved';
  } catch (error) {
    if (created.length === 0 && error instanceof DOMException && error.name === 'AbortError')
      return 'not-chosen';
    for (const handle of created) await removeCreated(handle, files.length > 1);
    return 'failed';
  }
}

async function chooseHandles(
  files: readonly NamedFile[],
): Promise<(name: string) => Promise<FileSystemFileHandle>> {
  const [first] = files;
  if (first !== undefined && files.length === 1) {
    const handle = await window.showSaveFilePicker({ suggestedName: first.name });
    return async () => handle;
  }
  const folder = await window.showDirectoryPicker({ mode: 'readwrite' });
  return async (name) => folder.getFileHandle(await freeName(folder, name), { create: true });
}

/** Returns a name that does not exist yet. Unlike the file picker, the folder picker does not ask before it replaces a file. */
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

/** Removes a file that the picker has created. A file that already had content remains unchanged. */
async function removeCreated(handle: FileSystemFileHandle, isOurs: boolean): Promise<void> {
  try {
    if (isOurs || (await handle.getFile()).size === 0) await handle.remove();
  } catch {
    // If the removal fails, the file is empty, so nothing that looks like a complete file remains.
  }
}

/** Returns a stream that decrypts a file as it is read. The stream fails if the file is no longer complete. */
export function openedStream({ content, seal }: ReadableContent): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (seal === null) return content.stream();
  const chunks = openWhole({ content, seal });
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        const { value, done } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await chunks.return();
      },
    },
    // Without this setting, the stream would decrypt a chunk before anything is read.
    { highWaterMark: 0 },
  );
}

/** Decrypts a file to a Blob, which browsers store outside the page's memory. Rejects if the file is no longer complete. */
export async function openedBlob(file: ReadableContent): Promise<Blob> {
  if (file.seal === null) return file.content;
  const blob = createBlobBuilder();
  for await (const bytes of openWhole({ content: file.content, seal: file.seal })) {
    const part = blob.add(bytes);
    release(bytes);
    // Reads a byte to wait until the browser has moved the bytes out of the page's memory.
    await part.slice(0, 1).arrayBuffer();
  }
  return blob.build();
}
