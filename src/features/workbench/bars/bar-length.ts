/** A bar can be pressed if it is this wide. */
export const LEAST_BAR_PX = 24;

/** The axis of a histogram with counts of up to seven digits, and the room around both. */
const AROUND_BARS_PX = 76;

/** Returns the width at which a histogram of so many bars need not be scrolled. */
export function histogramWidthPx(barCount: number): number {
  return barCount * LEAST_BAR_PX + AROUND_BARS_PX;
}

/** Returns the number of rows of the largest bar; at least 1. */
export function largestOf(bars: readonly { readonly count: number }[]): number {
  return bars.reduce((largest, { count }) => Math.max(largest, count), 1);
}

/** Returns the length of a bar in percent. Bars of few rows have the length `least`, so that they stay visible; no rows, no bar. */
export function barLength(share: number, least: number): number {
  return share === 0 ? 0 : Math.max(share * 100, least);
}
