import { ownerKey, type Owner } from './owned-records';
import type { RecordSelection, RecordStorage, StoredRecord } from './record-storage';

/** Records in the page's memory, for pages that cannot encrypt: nothing of a person is left behind in clear. */
export function createMemoryRecords(): RecordStorage {
  const owners = new Map<string, Map<string, ReadonlyMap<string, unknown>>>();
  const recordsOf = (owner: Owner, collection: string) =>
    owners.get(ownerKey(owner))?.get(collection) ?? new Map<string, unknown>();

  return {
    isLasting: false,
    read: (owner, collection, selection) => Promise.resolve(chosen(recordsOf(owner, collection), selection)),
    write: ({ owner, collection, reads, limit, decide }) => {
      const stored = recordsOf(owner, collection);
      const { put = [], remove = [] } = decide(chosen(stored, reads));
      const gone = new Set([...remove, ...put.map(({ id }) => id)]);
      const next = [
        ...[...stored].filter(([id]) => !gone.has(id)),
        ...put.map(({ id, value }) => [id, value] as const),
      ];
      const collections = owners.get(ownerKey(owner)) ?? new Map<string, ReadonlyMap<string, unknown>>();
      collections.set(collection, new Map(next.slice(Math.max(0, next.length - limit))));
      owners.set(ownerKey(owner), collections);
      return Promise.resolve();
    },
    forget: (owner) => {
      owners.delete(ownerKey(owner));
      return Promise.resolve();
    },
    // No other tab sees them.
    subscribe: () => () => undefined,
  };
}

function chosen(records: ReadonlyMap<string, unknown>, selection: RecordSelection): readonly StoredRecord[] {
  const all = [...records].map(([id, value]) => ({ id, value }));
  if (selection === 'all') return all;
  const ids = new Set(selection);
  return all.filter(({ id }) => ids.has(id));
}
