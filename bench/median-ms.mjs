/**
 * The middle duration of many runs, in ms; null where the work cannot be done here.
 * @param {() => unknown} work
 */
export function medianMs(work) {
  try {
    for (let run = 0; run < 5; run += 1) work();
  } catch {
    return null;
  }
  // Browsers round their clock, so short work is done many times between two looks at it.
  const firstStartMs = performance.now();
  for (let run = 0; run < 20; run += 1) work();
  const repeats = Math.max(1, Math.ceil(100 / (performance.now() - firstStartMs + 1)));
  const durations = /** @type {number[]} */ ([]);
  const endMs = performance.now() + 1500;
  while (performance.now() < endMs) {
    const startMs = performance.now();
    for (let run = 0; run < repeats; run += 1) work();
    durations.push((performance.now() - startMs) / repeats);
  }
  return durations.sort((a, b) => a - b)[durations.length >> 1] ?? null;
}
