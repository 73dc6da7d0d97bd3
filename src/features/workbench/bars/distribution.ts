/** The distribution of values: numbers and dates by ranges, others by value. */
export type Distribution =
  | ({ readonly kind: 'ranges' } & CoreDistribution)
  /** The values are sorted, the most frequent first. */
  | {
      readonly kind: 'values';
      readonly values: readonly ValueCount[];
      readonly otherCount: number;
    };

/** Ranges between two values. Values below and above them are counted, but belong to no range. */
export interface CoreDistribution {
  readonly ranges: readonly RangeCount[];
  readonly belowCount: number;
  readonly aboveCount: number;
}

/** The distribution of differences in percent. */
export interface PercentDistribution extends CoreDistribution {
  readonly count: number;
  /** The least difference; null without rows, like `median` and `greatest`. The median is the average of the two middle values. */
  readonly least: string | null;
  readonly median: string | null;
  readonly greatest: string | null;
}

/** The number of values outside of the ranges: before the first, or after the last. */
export interface EndCount {
  readonly from: string | null;
  readonly to: string | null;
  readonly count: number;
}

export type HistogramBar = RangeCount | EndCount;

/** Returns the bars of a histogram: its ranges, and a bar at each end for the values outside of them, so that every value is in a bar. */
export function histogramBars({ belowCount, ranges, aboveCount }: CoreDistribution): readonly HistogramBar[] {
  const below: EndCount = { from: null, to: ranges[0]?.from ?? null, count: belowCount };
  const above: EndCount = { from: ranges.at(-1)?.to ?? null, to: null, count: aboveCount };
  return [below, ...ranges, above].filter((bar) => 'includesEnd' in bar || bar.count > 0);
}

/**
 * Returns the texts at the ends of a histogram's scale: the start of the first bar and the end of the last bar. A bar for all values
 * outside the ranges has only one bound, so its label takes the place of the missing bound.
 */
export function scaleEnds(
  bars: readonly HistogramBar[],
  labelOf: (bar: HistogramBar) => string,
  boundText: (bound: string) => string,
): readonly [first: string, last: string] {
  const end = (bar: HistogramBar | undefined, side: 'from' | 'to') => {
    if (bar === undefined) return '';
    const bound = bar[side];
    return bound === null ? labelOf(bar) : boundText(bound);
  };
  return [end(bars[0], 'from'), end(bars.at(-1), 'to')];
}

/** Values from `from` to `to`; only the last range includes `to`. */
export interface RangeCount {
  readonly from: string;
  readonly to: string;
  readonly includesEnd: boolean;
  readonly count: number;
}

export interface ValueCount {
  readonly value: string | boolean;
  readonly count: number;
}
