import type { BodyChunks } from '@/lib/base/body-chunks';
import {
  createSealedBlocks,
  openChunks,
  SealBrokenError,
  sealOf,
  type Seal,
  type SealedAppender,
  type SealedEnd,
} from '@/lib/sealed-files/sealed-file';
import { appendSealed, createPendingWrites, readFrom, writeAll } from '@/lib/sealed-files/sealed-writes';
import type { ExportJob } from '../model/export-job';
import type { ExportStorage, StagedFile } from './export-storage';
import { sealPlan } from './sealed-plan';
import { JOB_FILE_NAME, PAGES_FILE_NAME, removeStaged, SCRATCH_FILE_NAME } from './staging-directory';

/** Stores an export in the origin private file system, encrypted with `key`. Only workers have synchronous access to its files. */
export async function openStagedStorage(
  staging: FileSystemDirectoryHandle,
  job: ExportJob,
  key: CryptoKey,
): Promise<ExportStorage> {
  const directory = await staging.getDirectoryHandle(job.id, { create: true });
  const pending = createPendingWrites();
  const open = new Map<string, FileSystemSyncAccessHandle>();
  await storeJob();
  const pages = await openFile(PAGES_FILE_NAME);
  const pagesSeal = sealOf(key, job.id, PAGES_FILE_NAME);
  /** Appends response pages to the file; null until the pages of an earlier run are replayed. */
  let keeper: SealedAppender | null = null;

  return {
    async *storedPages() {
      // Pages that are still being written are stored before the file is read.
      await pending.settled();
      let end: SealedEnd | null = null;
      for await (const response of sections(pagesSeal, pages)) {
        end = response.end;
        yield response.chunks;
      }
      keeper ??= appendSealed(pages, pagesSeal, end, pending);
    },
    storePage: (response) => {
      keeper ??= appendSealed(pages, pagesSeal, null, pending);
      for (const bytes of response) keeper.append(bytes);
      keeper.endSection();
    },
    createFile: async (ordinal) => {
      const name = `file-${ordinal}`;
      const handle = await openEmpty(name);
      return stagedFile(name, handle, sealOf(key, job.id, name));
    },
    createScratch: async () => {
      const handle = await openEmpty(SCRATCH_FILE_NAME);
      return createSealedBlocks(
        sealOf(key, job.id, SCRATCH_FILE_NAME),
        (sealed, at) => pending.add(sealed, (chunk) => writeAll(handle, chunk, at)),
        async (start, end) => {
          await pending.settled();
          return readFrom(handle, start, end);
        },
      );
    },
    ready: pending.ready,
    close: closeAll,
    discard: async () => {
      await closeAll();
      await removeStaged(staging, job.id);
    },
  };

  function stagedFile(name: string, handle: FileSystemSyncAccessHandle, seal: Seal): StagedFile {
    const appender = appendSealed(handle, seal, null, pending);
    return {
      write: appender.append,
      size: appender.size,
      finish: async () => {
        appender.endSection();
        await pending.settled();
        handle.flush();
        close(name);
        const content = await (await directory.getFileHandle(name)).getFile();
        // In Chromium's private windows, writes beyond the quota seem to succeed, so the size is checked.
        if (content.size !== appender.sealedSize()) throw new DOMException('', 'QuotaExceededError');
        return { content, seal, size: appender.size() };
      },
    };
  }

  async function openFile(name: string): Promise<FileSystemSyncAccessHandle> {
    const file = await directory.getFileHandle(name, { create: true });
    const handle = await file.createSyncAccessHandle();
    open.set(name, handle);
    return handle;
  }

  async function openEmpty(name: string): Promise<FileSystemSyncAccessHandle> {
    // Pending writes are completed first, so that they do not end up in the new file.
    await pending.settled();
    // A file can have only one access handle at a time, so a restarted file uses the same handle again.
    const handle = open.get(name) ?? (await openFile(name));
    handle.truncate(0);
    return handle;
  }

  async function storeJob(): Promise<void> {
    const sealed = await sealPlan(key, job);
    const handle = await openFile(JOB_FILE_NAME);
    try {
      handle.truncate(0);
      writeAll(handle, [sealed], 0);
      handle.flush();
    } finally {
      close(JOB_FILE_NAME);
    }
  }

  function close(name: string): void {
    open.get(name)?.close();
    open.delete(name);
  }

  async function closeAll(): Promise<void> {
    // Failed writes have already been reported.
    await pending.settled().catch(() => undefined);
    for (const name of open.keys()) close(name);
  }
}

/** Yields the sections of a file, up to the first section that is incomplete or corrupt. */
async function* sections(
  seal: Seal,
  handle: FileSystemSyncAccessHandle,
): AsyncGenerator<{ readonly chunks: BodyChunks; readonly end: SealedEnd }, void> {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  const read = (start: number, end: number) => readFrom(handle, start, end);
  try {
    for await (const { bytes, endsSection, end } of openChunks(seal, handle.getSize(), read)) {
      chunks.push(bytes);
      if (!endsSection) continue;
      yield { chunks, end };
      chunks = [];
    }
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
  }
}
