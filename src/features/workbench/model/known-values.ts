import type { ColumnType } from '@/contract/column';
import type { OperatorId } from './operators';

/** A value in the form that the service sends and compares, and the number of rows that have it. For dates, a day. */
export interface KnownValue {
  readonly value: string;
  readonly count: number;
}

export interface KnownValues {
  /** The most frequent first, at most `MOST_KNOWN_VALUES`. */
  readonly values: readonly KnownValue[];
  readonly hasMore: boolean;
}

export interface KnownValueSearch {
  /** A part of the value, without regard to case; empty for all values. A number has the point as its decimal sign. */
  readonly text: string;
  /** The person's format of days, as a `strftime` pattern. Days are searched in this format and in ISO format. */
  readonly dayFormat: string;
}

/** The values of rows that were read for another purpose. No rows are read only to find values. */
export interface KnownValuesSource {
  readonly columns: ReadonlySet<string>;
  /** `screen`: no rows were read, and the values are those of the rows that the grid has loaded. */
  readonly origin: 'read' | 'screen';
  readonly readCount: number;
  /** Whether the snapshot has more rows than were read. */
  readonly isPart: boolean;
  /** Identifies the rows; the beginning of query keys. */
  readonly queryKey: readonly unknown[];
  /** Rejects if the rows are released. */
  readonly find: (column: string, search: KnownValueSearch, signal: AbortSignal) => Promise<KnownValues>;
}

/** The values of the rows on screen, used if no rows were read. */
export interface ScreenValues {
  readonly columns: ReadonlySet<string>;
  /** Returns the values of the rows that are loaded now. */
  readonly take: () => KnownValuesSource;
}

/** A list of choices can show this many without a stall. The person finds the others by typing. */
export const MOST_KNOWN_VALUES = 50;

/** Whether values are suggested for an operator. Operators with several days use the calendar instead. */
export function takesKnownValues(type: ColumnType, operator: OperatorId): boolean {
  return type !== 'date' || operator === 'on';
}
