import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** Opens a database (version 1) only while `work` runs. An open database blocks upgrades and the back/forward cache. */
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
