import type { SnapshotRow } from '@/contract/extraction';
import { PageBreachError } from '@/contract/page-breach';
import type { RowKey } from './row-identity';

/** The keys of the rows that are held. */
export interface SeenKeys {
  /** Takes in a page. Throws PageBreachError where a key of it is held already: some row would stand there twice. */
  readonly add: (rows: readonly SnapshotRow[]) => void;
  readonly remove: (rows: readonly SnapshotRow[]) => void;
}

export function createSeenKeys(readKey: (row: SnapshotRow) => RowKey): SeenKeys {
  const seen = new Set<RowKey>();
  return {
    add: (rows) => {
      for (const row of rows) {
        const key = readKey(row);
        if (seen.has(key)) throw new PageBreachError('double-key');
        seen.add(key);
      }
    },
    remove: (rows) => {
      for (const row of rows) seen.delete(readKey(row));
    },
  };
}
