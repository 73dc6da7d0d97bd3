import * as z from 'zod';
import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { ONLY_ID, accountId, type AccountKey, type RecordStorage, type StoredRecord } from './record-storage';

/**
 * The databases of earlier versions with unencrypted records. Object stores became collections of the same name. Keys are
 * the address, the user name and, in collections with several records, the record's id.
 */
const DATABASE_NAMES = ['colonnade-workbench', 'colonnade-snapshots', 'colonnade-item-schema'];

const keySchema = z.union([
  z.tuple([z.string(), z.string(), z.string()]),
  z.tuple([z.string(), z.string()]).transform(([address, userName]) => [address, userName, ONLY_ID] as const),
]);

const usedSchema = z.object({ usedAtMs: z.number() });

export interface ClearRecordsPorts {
  /** Returns the account of the records under an address and user name. */
  readonly accountOf: (serviceAddress: string, userName: string) => AccountKey;
  /** Runs the task exclusively among tabs: a late one would restore what has been deleted since. */
  readonly withLock: (task: () => Promise<void>) => Promise<void>;
}
type AccountOf = ClearRecordsPorts['accountOf'];

interface ClearCollection {
  readonly account: AccountKey;
  readonly collection: string;
  readonly records: StoredRecord[];
}

/**
 * Migrates unencrypted records into `storage` before its first use, and then deletes them. If the storage does not outlive
 * the page, they stay.
 */
export function withClearRecords(
  storage: RecordStorage,
  { accountOf, withLock }: ClearRecordsPorts,
): RecordStorage {
  let moved: Promise<void> | null = null;
  const ready = () => {
    // Records that cannot be migrated are kept for the next start.
    moved ??= withLock(() => moveInto(storage, accountOf)).catch(() => undefined);
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
    forget: async (account) => {
      await ready();
      await storage.forget(account);
      if (!storage.isLasting) await forgetClear(account, accountOf);
    },
  };
}

async function moveInto(storage: RecordStorage, accountOf: AccountOf): Promise<void> {
  for (const name of DATABASE_NAMES) {
    await withExisting(name, async (database) => {
      for (const { account, collection, records } of await readClear(database, accountOf)) {
        await storage.write({
          account,
          collection,
          reads: [],
          limit: Number.POSITIVE_INFINITY,
          // Overwrites: a tab with the earlier version may have written newer records.
          decide: () => ({ put: records }),
        });
      }
      if (storage.isLasting) await clearAll(database);
    });
    if (storage.isLasting) await deleteUnlessOpen(name);
  }
}

async function readClear(database: IDBPDatabase, accountOf: AccountOf): Promise<readonly ClearCollection[]> {
  const found = new Map<string, ClearCollection>();
  for (const collection of database.objectStoreNames) {
    const transaction = database.transaction(collection);
    const [keys, values] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()]);
    for (const [at, stored] of keys.entries()) {
      const key = keySchema.safeParse(stored);
      if (!key.success) continue;
      const [serviceAddress, userName, id] = key.data;
      const name = JSON.stringify([serviceAddress, userName, collection]);
      const own = found.get(name) ?? {
        account: accountOf(serviceAddress, userName),
        collection,
        records: [],
      };
      own.records.push({ id, value: values[at] });
      found.set(name, own);
    }
  }
  const lastUsedLast = (a: StoredRecord, b: StoredRecord) => usedAtMs(a.value) - usedAtMs(b.value);
  for (const { records } of found.values()) records.sort(lastUsedLast);
  return [...found.values()];
}

/** Only value lists have a time of use; the order of other records has no meaning. */
function usedAtMs(value: unknown): number {
  return usedSchema.safeParse(value).data?.usedAtMs ?? 0;
}

async function forgetClear(account: AccountKey, accountOf: AccountOf): Promise<void> {
  for (const name of DATABASE_NAMES) {
    await withExisting(name, async (database) => {
      for (const collection of database.objectStoreNames) {
        const transaction = database.transaction(collection, 'readwrite');
        for (const stored of await transaction.store.getAllKeys()) {
          const key = keySchema.safeParse(stored);
          const isOwn = key.success && accountId(accountOf(key.data[0], key.data[1])) === accountId(account);
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

/** Does not create the database if it does not exist. */
async function withExisting(name: string, work: (database: IDBPDatabase) => Promise<void>): Promise<void> {
  let isThere = true;
  try {
    const database = await openDB(name, undefined, {
      upgrade: (_database, _oldVersion, _newVersion, transaction) => {
        isThere = false;
        // The abort rejects it.
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

/** If another tab has it open, the empty database is deleted at that tab's next start. */
async function deleteUnlessOpen(name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    deleteDB(name, { blocked: () => resolve() }).then(resolve, reject);
  });
}
