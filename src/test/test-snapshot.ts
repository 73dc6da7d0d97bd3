import type { Snapshot, SnapshotTraits } from '@/contract/extraction';
import { COPY_FORMAT, type KeptCopy } from '@/rows/kept-copies/kept-copy';

/** Returns a snapshot for tests in which most of its members do not matter. */
export function testSnapshot(changes: Partial<Snapshot> = {}): Snapshot {
  return { cacheKey: 'key', rowCount: 10, createdAtMs: 0, expiresAtMs: 1, traits: null, ...changes };
}

/** The traits of rows that a service without snapshots evaluates again for each page. */
export const UNSTABLE: SnapshotTraits = {
  isStable: false,
  isTimeTold: false,
  isEndTold: false,
  isCounted: false,
  repeats: '{}',
};

/** Returns a kept copy (a snapshot that the browser stores) for tests in which most of its members do not matter. */
export function testCopy(changes: Partial<KeptCopy> = {}): KeptCopy {
  return {
    id: '0'.repeat(32),
    formatVersion: COPY_FORMAT,
    name: 'Mine',
    note: null,
    displayName: 'Promotion price',
    priceColumn: { name: 'PromotionPrice' },
    cacheKey: 'key',
    traits: null,
    createdAtMs: 1,
    takenAtMs: 1,
    keptAtMs: 1,
    words: null,
    search: {},
    columns: ['EntryNo'],
    rowCount: 240,
    size: 11_911,
    digest: 'digest',
    fileName: 'PromotionPrice',
    ...changes,
  };
}
