import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import * as z from 'zod';
import { ONLY_ID, ownerKey, type Owner } from './owned-records';
import type { RecordStorage, StoredRecord } from './record-storage';

/**
 * The databases of earlier versions, with a person's records in clear. Each object store became the collection of the
 * same name; keys were the address, the user name and, where there was more than one record, the record's id.
 */
const DATABASE_NAMES = ['colonnade-workbench', 'colonnade-snapshots', 'colonnade-item-schema'];

const keySchema = z.union([
  z.tuple([z.string(), z.string(), z.string()]),
  z.tuple([z.string(), z.string()]).transform(([address, userName]) => [address, userName, ONLY_ID] as const),
]);

const usedSchema = z.object({ usedAtMs: z.number() });

export interface ClearRecordsPorts {
  /** Whose the records under an address and user name are. */
  readonly ownerOf: (serviceAddress: string, userName: string) => Owner;
  /** Runs the task while no other tab of this browser runs one: a late one would bring back what was deleted since. */
  readonly withLock: (task: () => Promise<void>) => Promise<void>;
}
type OwnerOf = ClearRecordsPorts['ownerOf'];

interface ClearCollection {
  readonly owner: Owner;
  readonly collection: string;
  readonly records: StoredRecord[];
}

/**
 * Moves the records in clear into `storage` before it is first used. They are deleted once they are there; where the
 * storage does not outlast the page they stay, since nobody's work may be lost.
 */
export function withClearRecords(
  storage: RecordStorage,
  { ownerOf, withLock }: ClearRecordsPorts,
): RecordStorage {
  let moved: Promise<void> | null = null;
  const ready = () => {
    // What cannot be moved now stays where it is, for the next start.
    moved ??= withLock(() => moveInto(storage, ownerOf)).catch(() => undefined);
    return moved;
  };
  return {
    ...storage,
    read: async (...reading) => {
      await ready();
      return storage.read(...reading);
    },
    write: async (write) => {
      await ready();
      await storage.write(write);
    },
    forget: async (owner) => {
      await ready();
      await storage.forget(owner);
      if (!storage.isLasting) await forgetClear(owner, ownerOf);
    },
  };
}

async function moveInto(storage: RecordStorage, ownerOf: OwnerOf): Promise<void> {
  for (const name of DATABASE_NAMES) {
    await withExisting(name, async (database) => {
      for (const { owner, collection, records } of await readClear(database, ownerOf)) {
        await storage.write({
          owner,
          collection,
          reads: [],
          limit: Number.POSITIVE_INFINITY,
          // In place of what may be there: a tab of the earlier version, still open, has written it since.
          decide: () => ({ put: records }),
        });
      }
      if (storage.isLasting) await clearAll(database);
    });
    if (storage.isLasting) await deleteUnlessOpen(name);
  }
}

async function readClear(database: IDBPDatabase, ownerOf: OwnerOf): Promise<readonly ClearCollection[]> {
  const found = new Map<string, ClearCollection>();
  for (const collection of database.objectStoreNames) {
    const transaction = database.transaction(collection);
    const [keys, values] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()]);
    for (const [at, stored] of keys.entries()) {
      const key = keySchema.safeParse(stored);
      if (!key.success) continue;
      const [serviceAddress, userName, id] = key.data;
      const name = JSON.stringify([serviceAddress, userName, collection]);
      const own = found.get(name) ?? { owner: ownerOf(serviceAddress, userName), collection, records: [] };
      own.records.push({ id, value: values[at] });
      found.set(name, own);
    }
  }
  const lastUsedLast = (a: StoredRecord, b: StoredRecord) => usedAtMs(a.value) - usedAtMs(b.value);
  for (const { records } of found.values()) records.sort(lastUsedLast);
  return [...found.values()];
}

/** Lists of values tell when they were used last; the order of all else has no meaning. */
function usedAtMs(value: unknown): number {
  return usedSchema.safeParse(value).data?.usedAtMs ?? 0;
}

async function forgetClear(owner: Owner, ownerOf: OwnerOf): Promise<void> {
  for (const name of DATABASE_NAMES) {
    await withExisting(name, async (database) => {
      for (const collection of database.objectStoreNames) {
        const transaction = database.transaction(collection, 'readwrite');
        for (const stored of await transaction.store.getAllKeys()) {
          const key = keySchema.safeParse(stored);
          const isOwn = key.success && ownerKey(ownerOf(key.data[0], key.data[1])) === ownerKey(owner);
          if (isOwn) await transaction.store.delete(stored);
        }
        await transaction.done;
      }
    });
  }
}

async function clearAll(database: IDBPDatabase): Promise<void> {
  await Promise.all([...database.objectStoreNames].map((name) => database.clear(name)));
}

/** Where there is no such database, opening leaves none behind. */
async function withExisting(name: string, work: (database: IDBPDatabase) => Promise<void>): Promise<void> {
  let isThere = true;
  try {
    const database = await openDB(name, undefined, {
      upgrade: (_database, _oldVersion, _newVersion, transaction) => {
        isThere = false;
        // Expected.
        void transaction.done.catch(() => undefined);
        transaction.abort();
      },
    });
    try {
      await work(database);
    } finally {
      database.close();
    }
  } catch (error) {
    if (isThere) throw error;
  }
}

/** A tab that has it open deletes it when it starts again; nothing is left in it. */
async function deleteUnlessOpen(name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    deleteDB(name, { blocked: () => resolve() }).then(resolve, reject);
  });
}
