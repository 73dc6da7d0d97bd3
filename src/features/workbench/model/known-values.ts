import type { ColumnType } from '@/contract/column';
import type { OperatorId } from '@/analysis/conditions/operators';

/** A value as the service sends and compares it, and the number of rows that have it. The value of a date field is a day. */
export interface KnownValue {
  readonly value: string;
  readonly count: number;
}

export interface KnownValues {
  /** At most `MOST_KNOWN_VALUES` values, the most frequent first. */
  readonly values: readonly KnownValue[];
  readonly hasMore: boolean;
}

export interface KnownValueSearch {
  /** A text that the values must contain, regardless of case; empty for all values. Numbers have a decimal point. */
  readonly text: string;
  /** The user's format of days, as a `strftime` pattern. Days are searched in this format and in ISO format. */
  readonly dayFormat: string;
}

/** Finds values in rows that were read for another purpose. No rows are read only to find values. */
export interface KnownValuesSource {
  readonly columns: ReadonlySet<string>;
  /** `screen` means that no rows were read, and the values are those of the rows that the grid has loaded. */
  readonly origin: 'read' | 'screen';
  readonly readCount: number;
  /** Whether the snapshot has more rows than were read. */
  readonly isPart: boolean;
  /** Identifies the rows. The query keys of their values begin with it. */
  readonly queryKey: readonly unknown[];
  /** Finds values of a column. The promise is rejected if the rows have been released. */
  readonly find: (column: string, search: KnownValueSearch, signal: AbortSignal) => Promise<KnownValues>;
}

/** The values of the rows on screen, used if no rows were read. */
export interface ScreenValues {
  readonly columns: ReadonlySet<string>;
  /** Returns the values of the rows that are loaded at the time of the call. */
  readonly take: () => KnownValuesSource;
}

/** The number of values that a list of suggestions can show without a delay. The user finds other values by typing. */
export const MOST_KNOWN_VALUES = 50;

/** Whether values are suggested for an operator. Date operators other than `on` have a calendar instead. */
export function takesKnownValues(type: ColumnType, operator: OperatorId): boolean {
  return type !== 'date' || operator === 'on';
}
