/** Over how long the pace is measured: long enough to be calm, short enough to follow the service. */
const WINDOW_MS = 15_000;

/** Measures rows per second over the last while; null as long as there is nothing to measure. */
export function createProgressRate(): {
  /** `rows`: so far. After `restart` the time before does not count. */
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
