import type { VersionMoments } from '../field';

/** The comparisons (docs/service-contract.md, section 6). */
export const FILTER_OPS = [
  'equals',
  'notEquals',
  'containsAny',
  'isNull',
  'isNotNull',
  'greaterThan',
  'lessThan',
  'greaterThanOrEquals',
  'lessThanOrEquals',
  'contains',
  'startsWith',
  'endsWith',
] as const;

export type FilterOp = (typeof FILTER_OPS)[number];

export interface RowFilter {
  readonly column: string;
  readonly op: FilterOp;
  readonly value: string;
}

export interface RowSort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** Identifies rows, their order and the source's version. Rows are computed from this alone, so it is what snapshots store. */
export interface RowSelection {
  readonly priceColumn: string;
  readonly version: number;
  readonly baseRowCount: number;
  /** The times of the versions; absent if they are not recorded. */
  readonly moments?: VersionMoments | undefined;
  /** A row must satisfy all of these. */
  readonly filters: readonly RowFilter[];
  /** Rows that are equal in all of these columns keep the key order. */
  readonly sort: readonly RowSort[];
}

/** Thrown for a condition or order that a source cannot serve. The message is for the caller. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}
