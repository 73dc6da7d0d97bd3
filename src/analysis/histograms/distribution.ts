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
