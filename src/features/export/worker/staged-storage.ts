import type { BodyPieces } from '@/shared/http/read-pieces';
import type { ExportJob } from '../model/export-job';
import type { ExportStorage, StagedFile } from './export-storage';
import { sealedJobNote } from './job-note';
import { createPendingWrites } from './pending-writes';
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
 * Keeps an export in the browser's private files, sealed under `key`. Only in a worker: the page has no synchronous
 * writing.
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
  /** Null until what an earlier run has kept was gone through. */
  let keeper: SealedAppender | null = null;

  return {
    async *keptPages() {
      // Of what is being kept meanwhile, nothing is missed.
      await pending.settled();
      let end: SealedEnd | null = null;
      for await (const answer of sections(pagesSeal, pages)) {
        end = answer.end;
        yield answer.pieces;
      }
      keeper ??= appendTo(pages, pagesSeal, end);
    },
    keepPage: (answer) => {
      keeper ??= appendTo(pages, pagesSeal, null);
      for (const bytes of answer) keeper.append(bytes);
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

  /** `end`: of what stays; null for nothing. */
  function appendTo(handle: FileSystemSyncAccessHandle, seal: Seal, end: SealedEnd | null): SealedAppender {
    const start = end ?? newSealedEnd();
    // Else the rest of a longer chunk that was cut off would stand behind the next.
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
        // Chromium's private windows claim to have written what no room was left for.
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
    // What is on its way to it would stand in the new one.
    await pending.settled();
    // A file has one writer at a time: where it is begun again, that is the one there is.
    const handle = open.get(name) ?? (await openFile(name));
    handle.truncate(0);
    return handle;
  }

  async function storeJob(): Promise<void> {
    const sealed = await sealedJobNote(key, job);
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
    // What could not be written has been told.
    await pending.settled().catch(() => undefined);
    for (const name of open.keys()) close(name);
  }
}

/** The whole sections of a file, until one is not all there or not what it should be. */
async function* sections(
  seal: Seal,
  handle: FileSystemSyncAccessHandle,
): AsyncGenerator<{ readonly pieces: BodyPieces; readonly end: SealedEnd }, void> {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  const read = (start: number, end: number) => readFrom(handle, start, end);
  try {
    for await (const { bytes, endsSection, end } of openChunks(seal, handle.getSize(), read)) {
      pieces.push(bytes);
      if (!endsSection) continue;
      yield { pieces, end };
      pieces = [];
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

/** `pieces` are of no use afterwards. */
function writeAll(
  handle: FileSystemSyncAccessHandle,
  pieces: readonly Uint8Array<ArrayBuffer>[],
  at: number,
): void {
  let end = at;
  for (const bytes of pieces) {
    // Where there is no room left, some browsers write less and say nothing.
    const hasRoom =
      handle.write(bytes, { at: end }) === bytes.length && handle.getSize() >= end + bytes.length;
    if (!hasRoom) throw new DOMException('', 'QuotaExceededError');
    end += bytes.length;
    release(bytes);
  }
}
