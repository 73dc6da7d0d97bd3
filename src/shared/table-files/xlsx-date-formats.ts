/**
 * Whether a number format shows a date or time: of the built-in ones by its number, of the others by its code
 * (ECMA-376 part 1, 18.8.30 and 18.8.31).
 */
export function isDateFormat(id: number, code: string | null): boolean {
  if (code === null) return BUILT_IN.some(([first, last]) => id >= first && id <= last);
  // Not in texts, escapes, colours and conditions.
  const signs = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(signs.replaceAll(/general/gi, ''));
}

/** Dates and times, everywhere and in East Asia. */
const BUILT_IN = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
