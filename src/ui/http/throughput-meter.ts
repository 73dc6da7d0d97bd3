/** Long enough for a stable value, short enough to follow changes of the service. */
const WINDOW_MS = 15_000;

/** Measures rows per second in a sliding window; null until two samples differ. */
export function createThroughputMeter(): {
  /** `rows` is the total so far. `restart` excludes the time before, such as a pause. */
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
