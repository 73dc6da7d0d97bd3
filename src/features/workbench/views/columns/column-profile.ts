import type { Distribution, ValueCount } from '../../rows-read/pictures/distribution';
import type { DescribedMixture } from '../../texts/use-mixture-text';

/** The summary of one column of the rows read. Values are exact: canonical decimals, dates as received. */
export interface ColumnProfile {
  readonly rowCount: number;
  /** Rows with a value, misfits included; neither null nor the empty text. */
  readonly filledCount: number;
  readonly nullCount: number;
  readonly emptyTextCount: number;
  /** Values that do not fit the type of the column; among the filled, and in no other figure. */
  readonly misfitCount: number;
  /** Different values among the filled that fit. */
  readonly distinctCount: number;
  /** Null where the figure has no meaning, or there is no value. */
  readonly least: string | null;
  readonly greatest: string | null;
  readonly sum: string | null;
  /** Rounded, four decimal places more than the column stores. */
  readonly mean: string | null;
  /** A value of the column: of an even number of values the lower of the two in the middle. */
  readonly median: string | null;
  /** At most 50, the most frequent first; the empty text is a value, too. */
  readonly frequent: readonly ValueCount[];
  /** Null without values. */
  readonly distribution: Distribution | null;
  /** The currencies or units that a sum of the column mixes, or may mix; null if they are all the same. */
  readonly mixture: DescribedMixture | null;
  /** Whether it is the profile of some of the rows of the snapshot only. */
  readonly isEstimate: boolean;
}

/** The details that the profile of a single column shows in addition to its summary. */
export interface ColumnDetails {
  /** Empty for texts and true/false. */
  readonly quantiles: readonly { readonly percent: number; readonly value: string }[];
  readonly lengths: TextLengths | null;
  readonly days: DaySpan | null;
  /** The most frequent values that do not fit the column. */
  readonly misfits: readonly { readonly value: string; readonly count: number }[];
  readonly isEstimate: boolean;
}

/** In characters, of the texts that are not empty. */
export interface TextLengths {
  readonly shortest: number;
  readonly longest: number;
  /** Decimal text. */
  readonly mean: string;
}

export interface DaySpan {
  /** Days from the first to the last, both counted. */
  readonly dayCount: number;
  /** Days among them that no row has. */
  readonly missingCount: number;
  /** The longest run of days that no row has; null without any. */
  readonly longestGap: { readonly from: string; readonly to: string; readonly dayCount: number } | null;
}
