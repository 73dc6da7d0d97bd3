const TICK_MS = 5_000;
/** The number of ticks in a minute. A step of a worker's work takes seconds at most. */
const MOST_SILENT_TICKS = 12;
const ALIVE_MS = 1_000;

interface SilenceWatch {
  /** Must be called when the worker has sent any message. */
  readonly heard: () => void;
  readonly end: () => void;
}

/** Calls `onSilent` when a worker has sent nothing for a minute. A worker stuck in an endless file must then be terminated. */
export function watchSilence(onSilent: () => void): SilenceWatch {
  let silentTicks = 0;
  // Counts ticks instead of time, because while the computer sleeps, the worker sends no messages and there are no ticks either.
  const ticking = setInterval(() => {
    silentTicks += 1;
    if (silentTicks >= MOST_SILENT_TICKS) onSilent();
  }, TICK_MS);
  return {
    heard: () => {
      silentTicks = 0;
    },
    end: () => clearInterval(ticking),
  };
}

/** Called in a worker. Sends a message each second until the returned function is called, unless the worker is stuck. */
export function reportAlive(report: () => void): () => void {
  const reporting = setInterval(report, ALIVE_MS);
  return () => clearInterval(reporting);
}
