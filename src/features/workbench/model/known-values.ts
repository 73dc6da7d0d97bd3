import type { ColumnType } from '@/contract/column';
import type { OperatorId } from './operators';

/** A value in the form that the service sends and compares, and the number of rows that have it. For dates, a day. */
export interface KnownValue {
  readonly value: string;
  readonly count: number;
}

export interface KnownValues {
  /** The most frequent first; a bounded number. */
  readonly values: readonly KnownValue[];
  /** There are more than these. */
  readonly hasMore: boolean;
}

/** The search for values of a column. */
export interface KnownValueSearch {
  /** Any part of a value, without regard to case; empty for all. A number has the point as its decimal sign. */
  readonly text: string;
  /** How the person writes days, as `strftime` has it: their days are searched in this form and in ISO's. */
  readonly dayFormat: string;
}

/** The values of rows that were read for something else. Nothing is read to know more of them. */
export interface KnownValuesSource {
  /** Names of the columns that were read. */
  readonly columns: ReadonlySet<string>;
  /** `screen`: nothing was read, and the rows are those that the grid has loaded around the ones in view. */
  readonly origin: 'read' | 'screen';
  readonly readCount: number;
  /** Whether the snapshot has more rows than were read. */
  readonly isPart: boolean;
  /** Identifies the rows; the beginning of query keys. */
  readonly queryKey: readonly unknown[];
  /** Rejects if the rows are released. */
  readonly find: (column: string, search: KnownValueSearch, signal: AbortSignal) => Promise<KnownValues>;
}

/** The values of the rows on screen, where nothing was read. */
export interface ScreenValues {
  readonly columns: ReadonlySet<string>;
  /** Returns the values of the rows that are loaded now. */
  readonly take: () => KnownValuesSource;
}

/** As many as a list of choices can show without a stall; the person finds the others by typing. */
export const MOST_KNOWN_VALUES = 50;

/** Whether values are suggested for an operator. Days other than a single one have the calendar. */
export function takesKnownValues(type: ColumnType, operator: OperatorId): boolean {
  return type !== 'date' || operator === 'on';
}
