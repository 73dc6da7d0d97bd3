import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { rememberedSchemaSchema, type RememberedSchema } from '../model/remembered-schema';

/** Whose visit it was, and where. One person's memory says nothing to another. */
export interface Visitor {
  readonly service: string;
  readonly userName: string;
}

interface Schema extends DBSchema {
  visits: { key: string[]; value: unknown };
}

const DATABASE_NAME = 'colonnade-item-schema';

/** What was remembered; null where nothing is, or nothing this version can read. Rejects where storage is refused. */
export async function readLastVisit(visitor: Visitor): Promise<RememberedSchema | null> {
  const stored = await withDatabase((database) => database.get('visits', keyOf(visitor)));
  const schema = rememberedSchemaSchema.safeParse(stored);
  return schema.success ? schema.data : null;
}

/** Takes the place of what was remembered before. Rejects where storage is refused or full. */
export async function writeLastVisit(visitor: Visitor, schema: RememberedSchema): Promise<void> {
  await withDatabase((database) => database.put('visits', schema, keyOf(visitor)));
}

function keyOf({ service, userName }: Visitor): string[] {
  return [service, userName];
}

// Opened for each use: it is rarely used, and a connection held open blocks the back-forward cache and other tabs.
async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>(DATABASE_NAME, 1, {
    upgrade: (created) => {
      created.createObjectStore('visits');
    },
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
