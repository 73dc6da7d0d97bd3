/** The minimum width of a bar that can be pressed. */
export const LEAST_BAR_PX = 24;

/** The width of a histogram besides its bars: an axis with counts of up to seven digits, and the space around axis and bars. */
const AROUND_BARS_PX = 76;

/** Returns the width at which a histogram with this many bars need not be scrolled. */
export function histogramWidthPx(barCount: number): number {
  return barCount * LEAST_BAR_PX + AROUND_BARS_PX;
}

/** Returns the number of rows of the largest bar; at least 1. */
export function largestOf(bars: readonly { readonly count: number }[]): number {
  return bars.reduce((largest, { count }) => Math.max(largest, count), 1);
}

/** Returns the length of a bar in percent: 0 without rows, otherwise at least `least`, so that a bar of few rows stays visible. */
export function barLength(share: number, least: number): number {
  return share === 0 ? 0 : Math.max(share * 100, least);
}
