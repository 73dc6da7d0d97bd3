import type { VersionMoments } from '../field';

/** The operators of filters (docs/service-contract.md, section 6). */
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

/** Identifies rows, their order and the source's version. Snapshots store only a selection, because rows are computed from it. */
export interface RowSelection {
  readonly priceColumn: string;
  readonly version: number;
  readonly baseRowCount: number;
  /** The times of the source's versions; absent if they are not recorded. */
  readonly moments?: VersionMoments | undefined;
  /** The filters, all of which a row must satisfy. */
  readonly filters: readonly RowFilter[];
  /** The sort rules. Rows that are equal in all of their columns keep the key order. */
  readonly sort: readonly RowSort[];
}

/** Thrown for a filter or sort rule that a source cannot serve. The response of the service contains its message. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}
