/** The length of the sliding window: long enough for a stable value, short enough to follow changes in speed. */
const WINDOW_MS = 15_000;

/** Creates a meter for rows per second in a sliding window. */
export function createThroughputMeter(): {
  /** Adds a sample and returns rows per second; null until two samples differ. `rows` is the total so far. `restart` forgets samples. */
  add: (atMs: number, rows: number) => number | null;
  restart: () => void;
} {
  let samples: { readonly atMs: number; readonly rows: number }[] = [];
  return {
    add: (atMs, rows) => {
      samples.push({ atMs, rows });
      const recent = samples.findIndex((sample) => sample.atMs >= atMs - WINDOW_MS);
      samples = samples.slice(Math.max(0, recent));
      const [oldest] = samples;
      if (oldest === undefined || atMs === oldest.atMs || rows === oldest.rows) return null;
      return ((rows - oldest.rows) * 1000) / (atMs - oldest.atMs);
    },
    restart: () => {
      samples = [];
    },
  };
}
