/** When to say that something is still on its way, ms after it began: soon, and then ever less often. */
const FIRST_WORDS_AT_MS = [2_000, 10_000, 30_000] as const;
const LATER_WORDS_EVERY_MS = 60_000;

/** When to say it again after `elapsedMs`. */
export function nextWordsAtMs(elapsedMs: number): number {
  const first = FIRST_WORDS_AT_MS.find((atMs) => atMs > elapsedMs);
  return first ?? (Math.floor(elapsedMs / LATER_WORDS_EVERY_MS) + 1) * LATER_WORDS_EVERY_MS;
}
