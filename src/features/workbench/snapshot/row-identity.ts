import type { PriceColumn } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { isComputedField } from '../model/computed-field';

/** Identifies a row within its price column. */
export type RowKey = string;

/**
 * Returns a function that reads a row's key from its key columns; null if the snapshot lacks one of them. `columns` are in
 * the order of the rows' cells.
 */
export function rowKeyReader(
  columns: readonly string[],
  priceColumn: Pick<PriceColumn, 'fields'>,
): ((row: SnapshotRow) => RowKey) | null {
  const keys = keyColumns(priceColumn).map((name) => columns.indexOf(name));
  const [only] = keys;
  if (only === undefined || keys.includes(-1)) return null;
  if (keys.length === 1) return (row) => String(row[only]);
  return (row) => JSON.stringify(keys.map((index) => row[index]));
}

/** Returns the columns that together identify a row; empty if the metadata names none. */
export function keyColumns(priceColumn: Pick<PriceColumn, 'fields'>): readonly string[] {
  const primary = priceColumn.fields.filter((field) => field.isPrimaryKey);
  const keys = primary.length > 0 ? primary : priceColumn.fields.filter((field) => field.isKey);
  return keys.map((field) => field.name);
}

/** The fields that identify the rows of a snapshot. */
export interface RowIdentity {
  /** The key columns by the metadata; empty if they name none. */
  readonly keys: readonly string[];
  /** The key fields that the rows do not have. */
  readonly lacking: readonly string[];
  /**
   * Whether the rows have every field of the price column. Rows that are the same in all of them, the key included, cannot
   * both be in the source; with fewer fields they may differ in one that was not chosen.
   */
  readonly hasAllFields: boolean;
}

/** Returns what tells rows with these columns apart. */
export function rowIdentity(
  columns: readonly string[],
  priceColumn: Pick<PriceColumn, 'fields'>,
): RowIdentity {
  const keys = keyColumns(priceColumn);
  return {
    keys,
    lacking: keys.filter((name) => !columns.includes(name)),
    hasAllFields: priceColumn.fields.every((field) => columns.includes(field.name) || isComputedField(field)),
  };
}

/**
 * From so many rows on a page that consists of nothing but rows of other pages is one that the service has sent twice, and no
 * chance of the source.
 */
export const LEAST_REPEATED_PAGE = 10;
