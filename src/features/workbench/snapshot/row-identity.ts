import type { PriceColumn } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';

/** What tells a row from all others of its price column, as text. */
export type RowKey = string;

/**
 * How to read a row's key from its key columns; null where the snapshot does not hold them all. `columns` in the order of
 * the rows' cells.
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

/** The columns that together identify a row; empty where the metadata names none. */
function keyColumns(priceColumn: Pick<PriceColumn, 'fields'>): readonly string[] {
  const primary = priceColumn.fields.filter((field) => field.isPrimaryKey);
  const keys = primary.length > 0 ? primary : priceColumn.fields.filter((field) => field.isKey);
  return keys.map((field) => field.name);
}
