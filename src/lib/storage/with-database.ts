import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/**
 * Opens a database of version 1 for one piece of work, and closes it again: an open connection blocks the back/forward cache and
 * upgrades by other tabs. `create` creates its object stores if the database is new.
 */
export async function withDatabase<Schema extends DBSchema, T>(
  { name, create }: DatabaseOf<Schema>,
  work: (database: IDBPDatabase<Schema>) => Promise<T>,
): Promise<T> {
  const database = await openDB<Schema>(name, 1, { upgrade: create });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

export interface DatabaseOf<Schema extends DBSchema> {
  readonly name: string;
  readonly create: (database: IDBPDatabase<Schema>) => void;
}
