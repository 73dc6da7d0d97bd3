import {
  createSealedAppender,
  newSealedEnd,
  release,
  type Seal,
  type SealedAppender,
  type SealedEnd,
} from './sealed-file';

/** Appends chunks after `end`, or to an emptied file if `end` is null. For workers only, as only they have access handles. */
export function appendSealed(
  handle: FileSystemSyncAccessHandle,
  seal: Seal,
  end: SealedEnd | null,
  pending: PendingWrites,
): SealedAppender {
  const start = end ?? newSealedEnd();
  // Removes the rest of a chunk that was written incompletely before.
  handle.truncate(end === null ? 0 : end.at);
  if (end === null) writeAll(handle, [start.mark.slice()], 0);
  return createSealedAppender(seal, start, (sealed, at) => {
    pending.add(sealed, (chunk) => writeAll(handle, chunk, at));
  });
}

/** Reads the bytes from `start` to `end`, exclusive. */
export function readFrom(
  handle: FileSystemSyncAccessHandle,
  start: number,
  end: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  handle.read(bytes, { at: start });
  return bytes;
}

/** Writes chunks and frees their memory. Throws a QuotaExceededError if there is no space. */
export function writeAll(
  handle: FileSystemSyncAccessHandle,
  chunks: readonly Uint8Array<ArrayBuffer>[],
  at: number,
): void {
  let end = at;
  for (const bytes of chunks) {
    // If there is no space left, some browsers write fewer bytes without an error.
    const hasRoom =
      handle.write(bytes, { at: end }) === bytes.length && handle.getSize() >= end + bytes.length;
    if (!hasRoom) throw new DOMException('', 'QuotaExceededError');
    end += bytes.length;
    release(bytes);
  }
}

/** Writes that wait for asynchronous work, such as encryption. They run in order, and the number of pending writes is limited. */
export interface PendingWrites {
  /** Calls `write` with the result of `work` after all earlier writes have finished. */
  readonly add: <T>(work: Promise<T>, write: (result: T) => void) => void;
  /** Resolves when more writes may be added. Like `settled`, it rejects with the error of the first write that failed. */
  readonly ready: () => Promise<void>;
  readonly settled: () => Promise<void>;
}

/** The number of pending writes with which encrypting and writing run in parallel. */
const MAX_PENDING = 4;

export function createPendingWrites(): PendingWrites {
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
      // Ignores the rejection here, because `ready` and `settled` report it.
      last.catch(() => undefined);
      pending.push(last);
    },
    ready: async () => {
      while (pending.length > MAX_PENDING) await pending[0];
    },
    settled: () => last,
  };
}
