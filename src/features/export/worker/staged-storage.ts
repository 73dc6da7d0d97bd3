import type { ExportJob } from '../model/export-job';
import type { ExportStorage, ScratchFile, StagedFile } from './export-storage';
import { JOB_FILE_NAME, PAGES_FILE_NAME, removeStaged, SCRATCH_FILE_NAME } from './staging-directory';

/** Before each kept answer: its length in bytes. */
const LENGTH_BYTES = 4;

/** Keeps an export in the browser's private files. Only in a worker: the page has no synchronous writing. */
export async function openStagedStorage(
  staging: FileSystemDirectoryHandle,
  job: ExportJob,
): Promise<ExportStorage> {
  const directory = await staging.getDirectoryHandle(job.id, { create: true });
  await storeJob(directory, job);
  const pages = await openFile(directory, PAGES_FILE_NAME);
  let pagesEnd = 0;
  const open = new Map([[PAGES_FILE_NAME, pages]]);

  return {
    *keptPages() {
      const size = pages.getSize();
      const lengthBytes = new Uint8Array(LENGTH_BYTES);
      let at = 0;
      while (at + LENGTH_BYTES <= size) {
        pages.read(lengthBytes, { at });
        const length = new DataView(lengthBytes.buffer).getUint32(0);
        // The last one may have been cut off with the page.
        if (length === 0 || at + LENGTH_BYTES + length > size) break;
        const bytes = new Uint8Array(length);
        pages.read(bytes, { at: at + LENGTH_BYTES });
        yield [bytes];
        at += LENGTH_BYTES + length;
      }
      // Else the rest of a longer one that was cut off would stand behind the next.
      pages.truncate(at);
      pagesEnd = at;
    },
    keepPage: (answer) => {
      let end = pagesEnd + LENGTH_BYTES;
      for (const bytes of answer) {
        writeAll(pages, bytes, end);
        end += bytes.length;
      }
      const lengthBytes = new Uint8Array(LENGTH_BYTES);
      new DataView(lengthBytes.buffer).setUint32(0, end - pagesEnd - LENGTH_BYTES);
      // The length last: until it stands there, the answer does not count.
      writeAll(pages, lengthBytes, pagesEnd);
      pagesEnd = end;
    },
    createFile: async (name) => stagedFile(directory, name, await openEmpty(name), close),
    createScratch: async () => scratchFile(await openEmpty(SCRATCH_FILE_NAME)),
    close: closeAll,
    discard: async () => {
      closeAll();
      await removeStaged(staging, job.id);
    },
  };

  async function openEmpty(name: string): Promise<FileSystemSyncAccessHandle> {
    // A file has one writer at a time: where it is begun again, that is the one there is.
    const handle = open.get(name) ?? (await openFile(directory, name));
    open.set(name, handle);
    handle.truncate(0);
    return handle;
  }

  function close(name: string): void {
    open.get(name)?.close();
    open.delete(name);
  }

  function closeAll(): void {
    for (const name of open.keys()) close(name);
  }
}

function scratchFile(handle: FileSystemSyncAccessHandle): ScratchFile {
  let blockBytes = 0;
  let end = 0;
  return {
    write: (block) => {
      writeAll(handle, block, end);
      blockBytes = block.length;
      end += blockBytes;
    },
    read: async (block) => {
      const bytes = new Uint8Array(blockBytes);
      handle.read(bytes, { at: block * blockBytes });
      return bytes;
    },
  };
}

/** Small writes are gathered: each one crosses to another process. */
const GATHERED_BYTES = 1 << 20;

function stagedFile(
  directory: FileSystemDirectoryHandle,
  name: string,
  handle: FileSystemSyncAccessHandle,
  close: (name: string) => void,
): StagedFile {
  const gathered = new Uint8Array(GATHERED_BYTES);
  let gatheredEnd = 0;
  let written = 0;

  function flush(): void {
    writeAll(handle, gathered.subarray(0, gatheredEnd), written);
    written += gatheredEnd;
    gatheredEnd = 0;
  }

  return {
    write: (bytes) => {
      if (gatheredEnd + bytes.length > GATHERED_BYTES) flush();
      if (bytes.length >= GATHERED_BYTES) {
        writeAll(handle, bytes, written);
        written += bytes.length;
      } else {
        gathered.set(bytes, gatheredEnd);
        gatheredEnd += bytes.length;
      }
    },
    size: () => written + gatheredEnd,
    finish: async () => {
      flush();
      handle.flush();
      close(name);
      const file = await (await directory.getFileHandle(name)).getFile();
      // Chromium's private windows claim to have written what no room was left for.
      if (file.size !== written) throw new DOMException('', 'QuotaExceededError');
      return file;
    },
  };
}

function writeAll(handle: FileSystemSyncAccessHandle, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  // Where there is no room left, some browsers write less and say nothing.
  const hasRoom = handle.write(bytes, { at }) === bytes.length && handle.getSize() >= at + bytes.length;
  if (!hasRoom) throw new DOMException('', 'QuotaExceededError');
}

async function openFile(
  directory: FileSystemDirectoryHandle,
  name: string,
): Promise<FileSystemSyncAccessHandle> {
  const file = await directory.getFileHandle(name, { create: true });
  return file.createSyncAccessHandle();
}

async function storeJob(directory: FileSystemDirectoryHandle, job: ExportJob): Promise<void> {
  const handle = await openFile(directory, JOB_FILE_NAME);
  try {
    handle.truncate(0);
    writeAll(handle, new TextEncoder().encode(JSON.stringify(job)), 0);
    handle.flush();
  } finally {
    handle.close();
  }
}
