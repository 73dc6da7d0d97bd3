import type { Distribution, ValueCount } from '../histograms/distribution';
import type { DescribedMixture } from '@/rows/price-rows/mixture-text';
import type { PriceField } from '@/contract/column';
import type { AnalysedColumn } from '../engine/analysed-table';

/** A column of the rows read, with its figures if they are computed. */
export interface ProfiledColumn {
  readonly column: AnalysedColumn;
  /** The metadata of the column; undefined if the metadata does not list it. */
  readonly field: PriceField | undefined;
  /** The figures on screen; null until they are computed. */
  readonly profile: ColumnProfile | null;
  readonly hasFailed: boolean;
  /** The number of texts with half a character (an unpaired surrogate), which is shown as its code. */
  readonly halfTextCount: number;
}

/** The summary of one column of the rows read. All values are exact: canonical decimals, or dates as the service sent them. */
export interface ColumnProfile {
  readonly rowCount: number;
  /** The number of rows with a value, including values that do not fit. Neither null nor an empty text counts as a value. */
  readonly filledCount: number;
  readonly nullCount: number;
  readonly emptyTextCount: number;
  /** The number of values that do not fit the type of the column. They count as filled, but no other figure includes them. */
  readonly misfitCount: number;
  /** The number of different values, without values that do not fit. */
  readonly distinctCount: number;
  /** These figures are null if they are meaningless for the type, or if there are no values. */
  readonly least: string | null;
  readonly greatest: string | null;
  readonly sum: string | null;
  /** The average, with four decimal places more than the column stores. */
  readonly mean: string | null;
  /** The middle value; for an even number of values, the exact average of the two middle values. */
  readonly median: string | null;
  /** The most frequent values, at most 50, in descending order of their counts. An empty text counts as a value here. */
  readonly frequent: readonly ValueCount[];
  /** The distribution of the values; null if there are no values. */
  readonly distribution: Distribution | null;
  /** The currencies or units that a sum of the column mixes or may mix; null if they are all the same. */
  readonly mixture: DescribedMixture | null;
  /** Whether the profile covers only some rows of the snapshot. */
  readonly isEstimate: boolean;
}

/** The figures that only the profile of a single column shows, in addition to the summary. */
export interface ColumnDetails {
  /** The quantiles. The list is empty for texts and booleans. */
  readonly quantiles: readonly { readonly percent: number; readonly value: string }[];
  readonly lengths: TextLengths | null;
  readonly days: DaySpan | null;
  /** The most frequent values that do not fit the type of the column. */
  readonly misfits: readonly { readonly value: string; readonly count: number }[];
  readonly isEstimate: boolean;
}

/** The lengths of texts in characters. Empty texts are left out. */
export interface TextLengths {
  readonly shortest: number;
  readonly longest: number;
  /** The average length as a decimal. */
  readonly mean: string;
}

export interface DaySpan {
  /** The number of days from the first to the last day, both inclusive. */
  readonly dayCount: number;
  /** The number of days in this range on which no row falls. */
  readonly missingCount: number;
  /** The longest run of days on which no row falls; null if there is no such day. */
  readonly longestGap: { readonly from: string; readonly to: string; readonly dayCount: number } | null;
}
