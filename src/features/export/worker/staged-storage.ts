import type { BodyChunks } from '@/shared/http/body-chunks';
import type { ExportJob } from '../model/export-job';
import type { ExportStorage, StagedFile } from './export-storage';
import { sealPlan } from './sealed-plan';
import {
  createSealedAppender,
  createSealedBlocks,
  newSealedEnd,
  openChunks,
  release,
  SealBrokenError,
  sealOf,
  type Seal,
  type SealedAppender,
  type SealedEnd,
} from './sealed-file';
import { JOB_FILE_NAME, PAGES_FILE_NAME, removeStaged, SCRATCH_FILE_NAME } from './staging-directory';

/**
 * Stores an export in the origin private file system, sealed under `key`. Works in a worker only: synchronous access
 * handles do not exist on the main thread.
 */
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
  /** Null until the pages of an earlier run are replayed. */
  let keeper: SealedAppender | null = null;

  return {
    async *storedPages() {
      // Includes the pages that are still being written.
      await pending.settled();
      let end: SealedEnd | null = null;
      for await (const response of sections(pagesSeal, pages)) {
        end = response.end;
        yield response.chunks;
      }
      keeper ??= appendTo(pages, pagesSeal, end);
    },
    storePage: (response) => {
      keeper ??= appendTo(pages, pagesSeal, null);
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

  /** Appends after `end`, or to an emptied file if it is null. */
  function appendTo(handle: FileSystemSyncAccessHandle, seal: Seal, end: SealedEnd | null): SealedAppender {
    const start = end ?? newSealedEnd();
    // Removes the rest of a chunk that an earlier run did not complete.
    handle.truncate(end === null ? 0 : end.at);
    if (end === null) writeAll(handle, [start.mark.slice()], 0);
    return createSealedAppender(seal, start, (sealed, at) => {
      pending.add(sealed, (chunk) => writeAll(handle, chunk, at));
    });
  }

  function stagedFile(name: string, handle: FileSystemSyncAccessHandle, seal: Seal): StagedFile {
    const appender = appendTo(handle, seal, null);
    return {
      write: appender.append,
      size: appender.size,
      finish: async () => {
        appender.endSection();
        await pending.settled();
        handle.flush();
        close(name);
        const content = await (await directory.getFileHandle(name)).getFile();
        // Chromium's private windows report success for writes beyond the quota.
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
    // Pending writes must not end up in the new file.
    await pending.settled();
    // A file has one access handle at a time; a restarted file reuses it.
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

/** Yields the sections of a file up to the first that is incomplete or corrupt. */
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

function readFrom(handle: FileSystemSyncAccessHandle, start: number, end: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  handle.read(bytes, { at: start });
  return bytes;
}

/** `chunks` are of no use afterwards. */
function writeAll(
  handle: FileSystemSyncAccessHandle,
  chunks: readonly Uint8Array<ArrayBuffer>[],
  at: number,
): void {
  let end = at;
  for (const bytes of chunks) {
    // Where there is no room left, some browsers write less and say nothing.
    const hasRoom =
      handle.write(bytes, { at: end }) === bytes.length && handle.getSize() >= end + bytes.length;
    if (!hasRoom) throw new DOMException('', 'QuotaExceededError');
    end += bytes.length;
    release(bytes);
  }
}

/** Writes that wait for asynchronous work, such as sealing. Ordered, with a bounded number pending. */
interface PendingWrites {
  /** Calls `write` with the result of `work` after all earlier writes. */
  readonly add: <T>(work: Promise<T>, write: (result: T) => void) => void;
  /** Resolves when more may be added. Rejects, as `settled` does, with the error of the first failed write. */
  readonly ready: () => Promise<void>;
  /** Resolves when everything is written. */
  readonly settled: () => Promise<void>;
}

/** Enough to encrypt and write in parallel. */
const MAX_PENDING = 4;

function createPendingWrites(): PendingWrites {
  const pending: Promise<void>[] = [];
  let last = Promise.resolve();

  async function after<T>(
    earlier: Promise<void>,
    work: Promise<T>,
    write: (result: T) => void,
  ): Promise<void> {
    const [result] = await Promise.all([work, earlier]);
    write(result);
    void pending.shift();
  }

  return {
    add: (work, write) => {
      last = after(last, work, write);
      // `ready` and `settled` report the rejection.
      last.catch(() => undefined);
      pending.push(last);
    },
    ready: async () => {
      while (pending.length > MAX_PENDING) await pending[0];
    },
    settled: () => last,
  };
}
