import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** Keys are the owner's two parts and the record's own. Records are checked when they are read: storage can be damaged. */
interface Schema extends DBSchema {
  views: { key: string[]; value: unknown };
  runs: { key: string[]; value: unknown };
  lists: { key: string[]; value: unknown };
}

const DATABASE_NAME = 'colonnade-workbench';

// Opened for each use: it is rarely used, and a connection held open blocks the back-forward cache and other tabs.
/** Rejects where storage is refused or full. */
export async function withWorkbenchDatabase<T>(
  work: (database: IDBPDatabase<Schema>) => Promise<T>,
): Promise<T> {
  const database = await openDB<Schema>(DATABASE_NAME, 1, {
    upgrade: (created) => {
      created.createObjectStore('views');
      created.createObjectStore('runs');
      created.createObjectStore('lists');
    },
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
