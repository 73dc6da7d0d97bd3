import type { PriceColumn } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { PageMismatchError } from '@/contract/page-mismatch';

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

/** The keys of the cached rows. */
export interface SeenKeys {
  /** Adds the keys of a page. Throws PageMismatchError for a known key: a row would appear twice. */
  readonly add: (rows: readonly SnapshotRow[]) => void;
  readonly remove: (rows: readonly SnapshotRow[]) => void;
}

export function createSeenKeys(readKey: (row: SnapshotRow) => RowKey): SeenKeys {
  const seen = new Set<RowKey>();
  return {
    add: (rows) => {
      for (const row of rows) {
        const key = readKey(row);
        if (seen.has(key)) throw new PageMismatchError('double-key');
        seen.add(key);
      }
    },
    remove: (rows) => {
      for (const row of rows) seen.delete(readKey(row));
    },
  };
}
