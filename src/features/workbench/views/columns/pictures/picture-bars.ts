import { barLength } from '../../../bars/bar-length';
import type { Bin, ColumnBins } from '@/analysis/brushing/bins';

export interface Bar {
  /** The code of the bin that the bar represents. */
  readonly code: number;
  readonly bin: Bin;
  readonly count: number;
}

/** The bars of a chart. The bars of ranges stand side by side, and the bars of other bins form a list. */
export interface PictureBars {
  /** The bars of the ranges, including the bars for values before and after them. Empty for texts and booleans. */
  readonly ranges: readonly Bar[];
  readonly values: readonly Bar[];
}

/** Returns the bars of a column. A bin without rows gets no bar, except a range, so that the ranges have no gaps. */
export function barsOf({ bins }: Pick<ColumnBins, 'bins'>, counts: Uint32Array): PictureBars {
  const bars = bins.map((bin, code): Bar => ({ code, bin, count: counts[code] ?? 0 }));
  const isRange = ({ bin }: Bar) => bin.kind === 'below' || bin.kind === 'range' || bin.kind === 'above';
  return {
    ranges: bars.filter((bar) => isRange(bar) && (bar.bin.kind === 'range' || bar.count > 0)),
    values: bars.filter((bar) => !isRange(bar) && bar.count > 0),
  };
}

/** The position of the bar of a range. There is a gap beside the first and last bar, because they are not as wide as the other ranges. */
export interface BarPlace {
  readonly bar: Bar;
  /** The position of the left edge, from 0 to the total width. */
  readonly start: number;
}

/** Returns the labels for the start of the first range and the end of the last range. They are empty if there are no ranges. */
export function endsOf(
  ranges: readonly Bar[],
  boundText: (bound: string) => string,
): readonly [first: string, last: string] {
  const inner = ranges.flatMap(({ bin }) => (bin.kind === 'range' ? [bin] : []));
  return [boundText(inner[0]?.from ?? ''), boundText(inner.at(-1)?.to ?? '')];
}

const END_GAP = 0.6;

/** Returns the positions of the bars, which are each 1 wide, and the total width. */
export function placesOf(ranges: readonly Bar[]): {
  readonly places: readonly BarPlace[];
  readonly width: number;
} {
  const places: BarPlace[] = [];
  let width = 0;
  for (const bar of ranges) {
    if (bar.bin.kind === 'above' && width > 0) width += END_GAP;
    places.push({ bar, start: width });
    width += 1;
    if (bar.bin.kind === 'below') width += END_GAP;
  }
  return { places, width: Math.max(width, 1) };
}

/** The minimum length of a bar, in percent. It is about one pixel. */
const MIN_BAR = 1.2;

/** Returns the SVG path of vertical bars with a maximum height of 100. `counts` has a count for each bin code. */
export function uprightPath(places: readonly BarPlace[], counts: Uint32Array, largest: number): string {
  return places
    .map(({ bar, start }) => {
      const height = barLength((counts[bar.code] ?? 0) / largest, MIN_BAR);
      return height === 0 ? '' : `M${start + 0.06} 100v${-height}h0.88v${height}z`;
    })
    .join('');
}

/** Returns the SVG path of horizontal bars below each other, with a maximum length of 100. Each bar has one unit of height. */
export function lyingPath(bars: readonly Bar[], counts: Uint32Array, largest: number): string {
  return bars
    .map(({ code }, row) => {
      const length = barLength((counts[code] ?? 0) / largest, MIN_BAR);
      return length === 0 ? '' : `M0 ${row + 0.22}h${length}v0.56h${-length}z`;
    })
    .join('');
}
