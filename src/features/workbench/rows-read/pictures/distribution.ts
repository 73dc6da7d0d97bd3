/** How values are spread: numbers and dates by ranges, others by value. */
export type Distribution =
  | ({ readonly kind: 'ranges' } & CoreDistribution)
  /** The most frequent first. */
  | {
      readonly kind: 'values';
      readonly values: readonly ValueCount[];
      /** Rows with other values. */
      readonly otherCount: number;
    };

/** The ranges between two values; values outside of them are counted, and in no range. */
export interface CoreDistribution {
  readonly ranges: readonly RangeCount[];
  readonly belowCount: number;
  readonly aboveCount: number;
}

/** Values outside of the ranges: before the first, or after the last. */
export interface EndCount {
  readonly from: string | null;
  readonly to: string | null;
  readonly count: number;
}

/** A bar of a histogram. */
export type HistogramBar = RangeCount | EndCount;

/** Returns the bars of a histogram: its ranges, and one at either end for what lies beyond, so that every value is in one. */
export function histogramBars({ belowCount, ranges, aboveCount }: CoreDistribution): readonly HistogramBar[] {
  const below: EndCount = { from: null, to: ranges[0]?.from ?? null, count: belowCount };
  const above: EndCount = { from: ranges.at(-1)?.to ?? null, to: null, count: aboveCount };
  return [below, ...ranges, above].filter((bar) => 'includesEnd' in bar || bar.count > 0);
}

/** Values from `from` up to `to`, which only the last range includes. */
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
