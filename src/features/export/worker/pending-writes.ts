/** Writing that needs something done first, such as sealing; in order, and not much of it at once. */
export interface PendingWrites {
  /** `work` is under way; `write` takes what comes of it when all earlier writing is done. */
  readonly add: <T>(work: Promise<T>, write: (result: T) => void) => void;
  /** Resolves when more may be added. Rejects with what the first failing work or writing threw, as `settled` does. */
  readonly ready: () => Promise<void>;
  /** Resolves when all is written. */
  readonly settled: () => Promise<void>;
}

/** Enough for the cipher and the disk to work beside each other. */
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
      // Told to whoever waits for it next.
      last.catch(() => undefined);
      pending.push(last);
    },
    ready: async () => {
      while (pending.length > MAX_PENDING) await pending[0];
    },
    settled: () => last,
  };
}
