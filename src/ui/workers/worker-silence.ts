const TICK_MS = 5_000;
/** One minute: a step of reading takes seconds at most. */
const MOST_SILENT_TICKS = 12;
const ALIVE_MS = 1_000;

interface SilenceWatch {
  /** The worker has given a sign of life. */
  readonly heard: () => void;
  readonly end: () => void;
}

/** Calls back when a worker has not called `reportAlive` for a minute: with a file that never ends, it must be terminated. */
export function watchSilence(onSilent: () => void): SilenceWatch {
  let silentTicks = 0;
  // Counts ticks instead of time: while the computer sleeps there are no ticks, and no signs of life either.
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

/** In a worker: sends signs of life until the returned function is called. A worker that is stuck sends none. */
export function reportAlive(report: () => void): () => void {
  const reporting = setInterval(report, ALIVE_MS);
  return () => clearInterval(reporting);
}
