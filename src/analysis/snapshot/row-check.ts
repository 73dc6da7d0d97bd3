import type { SnapshotRow } from '@/contract/extraction';
import { PageMismatchError } from '@/contract/page-mismatch';
import type { PriceColumn } from '@/contract/column';
import { MOST_NAMED_KEYS, type DoubledKeys } from './doubled-keys';
import { LEAST_REPEATED_PAGE, rowIdentity, rowKeyReader, type RowKey } from './row-identity';

/** Compares the cached rows with each other. */
export interface RowCheck {
  /**
   * Adds the rows of a page. Throws PageMismatchError if they repeat rows, because other rows are then missing and the page must not
   * be shown. Different rows with the same key are an error of the source and no contradiction.
   */
  readonly add: (rows: readonly SnapshotRow[]) => void;
  readonly remove: (rows: readonly SnapshotRow[]) => void;
}

/**
 * Creates a check; null if part of the key is missing. `onDoubled` receives all duplicate keys found so far. Without a stable snapshot
 * (`hasOneMoment` is false), repeated rows have moved between pages. They are reported like other duplicate keys and never thrown.
 */
export function createRowCheck(
  columns: readonly string[],
  priceColumn: Pick<PriceColumn, 'fields'>,
  onDoubled: (doubled: DoubledKeys) => void,
  hasOneMoment = true,
): RowCheck | null {
  const readKey = rowKeyReader(columns, priceColumn);
  if (readKey === null) return null;
  const { hasAllFields, keys: names } = rowIdentity(columns, priceColumn);
  const places = names.map((name) => columns.indexOf(name));
  const keyText = (row: SnapshotRow) => places.map((place) => String(row[place] ?? '∅')).join(' · ');
  const seen = new Map<RowKey, SnapshotRow[]>();
  const doubled = new Map<RowKey, string>();
  const alike = new Set<RowKey>();

  function report(): void {
    const keys = [...doubled.values()].slice(0, MOST_NAMED_KEYS);
    onDoubled({ keyCount: doubled.size, keys, alikeCount: alike.size });
  }

  return {
    add: (rows) => {
      const repeated: SnapshotRow[] = [];
      let hasDoubled = false;
      for (const row of rows) {
        const key = readKey(row);
        const held = seen.get(key);
        if (held === undefined) {
          seen.set(key, [row]);
          continue;
        }
        // Rejects the page, because the duplicate rows cannot be named without their key values.
        if (hasOneMoment && places.some((place) => row[place] === undefined))
          throw new PageMismatchError('double-key');
        const isRepeated = held.some((other) => isSame(other, row));
        held.push(row);
        doubled.set(key, keyText(row));
        hasDoubled = true;
        if (!isRepeated) continue;
        alike.add(key);
        repeated.push(row);
      }
      const isPage = repeated.length === rows.length && rows.length >= LEAST_REPEATED_PAGE;
      if (hasOneMoment && repeated.length > 0 && (hasAllFields || isPage)) {
        const keys = [...new Set(repeated.map(keyText))].slice(0, MOST_NAMED_KEYS);
        throw new PageMismatchError('double-key', { rowCount: repeated.length, keys, pages: [] });
      }
      if (hasDoubled) report();
    },
    remove: (rows) => {
      for (const row of rows) {
        const key = readKey(row);
        const others = seen.get(key)?.filter((held) => held !== row) ?? [];
        if (others.length === 0) seen.delete(key);
        else seen.set(key, others);
      }
    },
  };
}

function isSame(one: SnapshotRow, other: SnapshotRow): boolean {
  return one.length === other.length && one.every((cell, index) => cell === other[index]);
}
