import { barLength } from '../../../bars/bar-length';
import type { Bin, ColumnBins } from '../brushing/bins';

export interface Bar {
  /** The code of its bin. */
  readonly code: number;
  readonly bin: Bin;
  readonly count: number;
}

/** The bars of a picture: ranges stand side by side, other bins form a list. */
export interface PictureBars {
  /** The bars from before the first range to after the last one. Empty for texts and booleans. */
  readonly ranges: readonly Bar[];
  readonly values: readonly Bar[];
}

/** Returns the bars of a column. A bin without rows gets no bar, except a range between others. */
export function barsOf({ bins }: Pick<ColumnBins, 'bins'>, counts: Uint32Array): PictureBars {
  const bars = bins.map((bin, code): Bar => ({ code, bin, count: counts[code] ?? 0 }));
  const isRange = ({ bin }: Bar) => bin.kind === 'below' || bin.kind === 'range' || bin.kind === 'above';
  return {
    ranges: bars.filter((bar) => isRange(bar) && (bar.bin.kind === 'range' || bar.count > 0)),
    values: bars.filter((bar) => !isRange(bar) && bar.count > 0),
  };
}

/** The positions of the bars of ranges. The bars at the ends stand apart, because their ranges have other widths. */
export interface BarPlace {
  readonly bar: Bar;
  /** The position from 0 to the total width. */
  readonly start: number;
}

/** Returns the labels for the start of the first and the end of the last range; empty without ranges. */
export function endsOf(
  ranges: readonly Bar[],
  boundText: (bound: string) => string,
): readonly [first: string, last: string] {
  const inner = ranges.flatMap(({ bin }) => (bin.kind === 'range' ? [bin] : []));
  return [boundText(inner[0]?.from ?? ''), boundText(inner.at(-1)?.to ?? '')];
}

const END_GAP = 0.6;

/** Returns the positions of the bars, each of width 1, and the total width. */
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

/** In percent: about one pixel. */
const MIN_BAR = 1.2;

/** The path of upright bars within a height of 100, for counts by bin code. */
export function uprightPath(places: readonly BarPlace[], counts: Uint32Array, largest: number): string {
  return places
    .map(({ bar, start }) => {
      const height = barLength((counts[bar.code] ?? 0) / largest, MIN_BAR);
      return height === 0 ? '' : `M${start + 0.06} 100v${-height}h0.88v${height}z`;
    })
    .join('');
}

/** The path of stacked horizontal bars within a width of 100, each one unit high. */
export function lyingPath(bars: readonly Bar[], counts: Uint32Array, largest: number): string {
  return bars
    .map(({ code }, row) => {
      const length = barLength((counts[code] ?? 0) / largest, MIN_BAR);
      return length === 0 ? '' : `M0 ${row + 0.22}h${length}v0.56h${-length}z`;
    })
    .join('');
}
