import {
  createSealedAppender,
  newSealedEnd,
  release,
  type Seal,
  type SealedAppender,
  type SealedEnd,
} from './sealed-file';

/** Appends after `end`; null empties the file first. Access handles exist in workers only. `pending` includes the current writes. */
export function appendSealed(
  handle: FileSystemSyncAccessHandle,
  seal: Seal,
  end: SealedEnd | null,
  pending: PendingWrites,
): SealedAppender {
  const start = end ?? newSealedEnd();
  // Removes the rest of a chunk that an earlier run did not complete.
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

/** Writes chunks and frees their memory. Throws QuotaExceededError if there is no room. */
export function writeAll(
  handle: FileSystemSyncAccessHandle,
  chunks: readonly Uint8Array<ArrayBuffer>[],
  at: number,
): void {
  let end = at;
  for (const bytes of chunks) {
    // If there is no room left, some browsers write less without an error.
    const hasRoom =
      handle.write(bytes, { at: end }) === bytes.length && handle.getSize() >= end + bytes.length;
    if (!hasRoom) throw new DOMException('', 'QuotaExceededError');
    end += bytes.length;
    release(bytes);
  }
}

/** Writes that wait for asynchronous work, such as sealing. Ordered, with a bounded number pending. */
export interface PendingWrites {
  /** Calls `write` with the result of `work` after all earlier writes. */
  readonly add: <T>(work: Promise<T>, write: (result: T) => void) => void;
  /** Resolves when more may be added. Rejects with the error of the first failed write, as `settled` does. */
  readonly ready: () => Promise<void>;
  readonly settled: () => Promise<void>;
}

/** This many pending writes are enough to encrypt and write in parallel. */
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
