/** Returns the number of rows of the largest bar; at least 1. */
export function largestOf(bars: readonly { readonly count: number }[]): number {
  return bars.reduce((largest, { count }) => Math.max(largest, count), 1);
}

/** Returns the length of a bar in percent. Bars of few rows have the length `least`, so that they stay visible; no rows, no bar. */
export function barLength(share: number, least: number): number {
  return share === 0 ? 0 : Math.max(share * 100, least);
}
