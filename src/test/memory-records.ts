import { createSealingKey } from '@/lib/storage/base-key';
import {
  accountId,
  type AccountKey,
  type RecordSelection,
  type RecordStorage,
  type StoredRecord,
} from '@/lib/storage/record-storage';

/** Creates a record storage in the memory of one page. */
export function createMemoryRecords(): RecordStorage {
  const sealingKey = createSealingKey();
  const accounts = new Map<string, Map<string, ReadonlyMap<string, unknown>>>();
  const recordsOf = (account: AccountKey, collection: string) =>
    accounts.get(accountId(account))?.get(collection) ?? new Map<string, unknown>();

  return {
    read: (account, collection, selection) =>
      Promise.resolve(chosen(recordsOf(account, collection), selection)),
    write: ({ account, collection, reads, limit, decide }) => {
      const stored = recordsOf(account, collection);
      const { put = [], remove = [] } = decide(chosen(stored, reads));
      const gone = new Set([...remove, ...put.map(({ id }) => id)]);
      const next = [
        ...[...stored].filter(([id]) => !gone.has(id)),
        ...put.map(({ id, value }) => [id, value] as const),
      ];
      const collections = accounts.get(accountId(account)) ?? new Map<string, ReadonlyMap<string, unknown>>();
      collections.set(collection, new Map(next.slice(Math.max(0, next.length - limit))));
      accounts.set(accountId(account), collections);
      return Promise.resolve();
    },
    forget: (account) => {
      accounts.delete(accountId(account));
      return Promise.resolve();
    },
    fileSealing: async (account) => ({ folder: accountId(account), key: await sealingKey }),
    // Other tabs cannot change these records, so no listener is ever called.
    subscribe: () => () => undefined,
  };
}

function chosen(records: ReadonlyMap<string, unknown>, selection: RecordSelection): readonly StoredRecord[] {
  const all = [...records].map(([id, value]) => ({ id, value }));
  if (selection === 'all') return all;
  const ids = new Set(selection);
  return all.filter(({ id }) => ids.has(id));
}
