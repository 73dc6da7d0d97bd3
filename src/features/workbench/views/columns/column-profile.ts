import type { Distribution, ValueCount } from '../../bars/distribution';
import type { DescribedMixture } from '../../texts/mixture-text';

/** The summary of one column of the rows read. Values are exact: canonical decimals, and dates as received. */
export interface ColumnProfile {
  readonly rowCount: number;
  /** Rows with a value, including misfits; neither null nor the empty text. */
  readonly filledCount: number;
  readonly nullCount: number;
  readonly emptyTextCount: number;
  /** Values that do not fit the type of the column; counted as filled, and in no other figure. */
  readonly misfitCount: number;
  /** The number of different values that fit. */
  readonly distinctCount: number;
  /** Null if the figure is meaningless for the type, or there are no values. */
  readonly least: string | null;
  readonly greatest: string | null;
  readonly sum: string | null;
  /** Rounded to four decimal places more than the column stores. */
  readonly mean: string | null;
  /** A value of the column; the lower middle value if the number of values is even. */
  readonly median: string | null;
  /** At most 50, the most frequent first; includes the empty text. */
  readonly frequent: readonly ValueCount[];
  /** Null without values. */
  readonly distribution: Distribution | null;
  /** The currencies or units that a sum of the column mixes or may mix; null if they are all the same. */
  readonly mixture: DescribedMixture | null;
  /** Whether the profile covers only some rows of the snapshot. */
  readonly isEstimate: boolean;
}

/** The details that the profile of a single column shows in addition to its summary. */
export interface ColumnDetails {
  /** Empty for texts and booleans. */
  readonly quantiles: readonly { readonly percent: number; readonly value: string }[];
  readonly lengths: TextLengths | null;
  readonly days: DaySpan | null;
  /** The most frequent values that do not fit the column. */
  readonly misfits: readonly { readonly value: string; readonly count: number }[];
  readonly isEstimate: boolean;
}

/** The lengths in characters of the texts that are not empty. */
export interface TextLengths {
  readonly shortest: number;
  readonly longest: number;
  /** Decimal text. */
  readonly mean: string;
}

export interface DaySpan {
  /** Days from the first to the last, both included. */
  readonly dayCount: number;
  /** Days in this range without a row. */
  readonly missingCount: number;
  /** The longest run of days without a row; null without one. */
  readonly longestGap: { readonly from: string; readonly to: string; readonly dayCount: number } | null;
}
