import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { recordKey, recordsOf, type Owner } from '@/shared/storage/owned-records';
import { knownSnapshotSchema, listed, withSnapshot, type KnownSnapshot } from '../model/known-snapshot';

interface Schema extends DBSchema {
  snapshots: { key: string[]; value: unknown };
}

/** The owner's snapshots, the latest first; what cannot be read is left out. Rejects where storage is refused. */
export async function readSnapshots(owner: Owner): Promise<readonly KnownSnapshot[]> {
  return withDatabase(async (database) => readable(await database.getAll('snapshots', recordsOf(owner))));
}

/** Adds one, or changes it, and forgets those beyond the limit. Rejects where storage is refused or full. */
export async function writeSnapshot(owner: Owner, snapshot: KnownSnapshot): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction('snapshots', 'readwrite');
    const stored = readable(await transaction.store.getAll(recordsOf(owner)));
    await transaction.store.delete(recordsOf(owner));
    for (const each of withSnapshot(stored, snapshot))
      await transaction.store.put(each, recordKey(owner, each.cacheKey));
    await transaction.done;
  });
}

export async function forgetSnapshot(owner: Owner, cacheKey: string): Promise<void> {
  await withDatabase((database) => database.delete('snapshots', recordKey(owner, cacheKey)));
}

function readable(stored: readonly unknown[]): readonly KnownSnapshot[] {
  return listed(stored.flatMap((record) => knownSnapshotSchema.safeParse(record).data ?? []));
}

// Opened for each use: a connection held open blocks the back-forward cache and other tabs.
async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>('colonnade-snapshots', 1, {
    upgrade: (created) => {
      created.createObjectStore('snapshots');
    },
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
