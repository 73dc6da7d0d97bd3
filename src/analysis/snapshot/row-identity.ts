import type { PriceColumn } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { isComputedField } from '../conditions/computed-field';

/** Identifies a row within its price column. */
export type RowKey = string;

/** Returns a function that reads a row's key; null if the snapshot lacks a part of it. */
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
  /** The key columns; empty if the metadata names none. */
  readonly keys: readonly string[];
  /** The key columns that the rows do not have. */
  readonly lacking: readonly string[];
  /** Whether the rows have all fields. If so, the source has no two equal rows; if not, equal rows may differ in a missing field. */
  readonly hasAllFields: boolean;
}

/** Returns the fields that identify rows with these columns. */
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

/** If a page of at least this many rows only repeats rows of other pages, this is no coincidence: the service has sent a page twice. */
export const LEAST_REPEATED_PAGE = 10;
