import type { ZodType } from 'zod';
import { ownerKey, type Owner } from './owned-records';
import type { RecordChanges, RecordSelection, RecordStorage, StoredRecord } from './record-storage';

/** The records of one person, in the storage where they are kept. */
export interface OwnRecords {
  readonly owner: Owner;
  readonly storage: RecordStorage;
}

export interface OwnedStoreOptions<T> {
  /** Of the collection. Never to be changed: what is stored is found by it. */
  readonly name: string;
  readonly schema: ZodType<T>;
  readonly idOf: (record: T) => string;
  /** How many of one person are kept; beyond it the one written first goes. By default all of them. */
  readonly limit?: number;
}

/** A collection of records that every person has for themselves. All methods reject where storage is refused or full. */
export interface OwnedStore<T> {
  /** In the order they were written. Records that this version cannot read are left out, and stay. */
  readonly readAll: (own: OwnRecords) => Promise<readonly T[]>;
  /** Those that are there. */
  readonly readSome: (own: OwnRecords, ids: readonly string[]) => Promise<readonly T[]>;
  /**
   * Puts what `change` makes of the records in their place, as one step: whatever another tab writes at the same time is
   * either among the records or comes after. Resolves to what `change` returned. It may be called more than once.
   */
  readonly update: (
    own: OwnRecords,
    change: (records: readonly T[]) => readonly T[],
  ) => Promise<readonly T[]>;
  /** Adds records, or replaces those with the same ids. */
  readonly put: (own: OwnRecords, records: readonly T[]) => Promise<void>;
  readonly remove: (own: OwnRecords, id: string) => Promise<void>;
  /** Where the query cache keeps the person's records of the collection. */
  readonly queryKey: (own: OwnRecords) => readonly string[];
}

/** The one way to keep records of a person in this browser. Pages get the storage from `useOwnRecords`. */
export function ownedStore<T>({ name, schema, idOf, limit = Infinity }: OwnedStoreOptions<T>): OwnedStore<T> {
  const readable = (stored: readonly StoredRecord[]) =>
    stored.flatMap(({ value }) => {
      const record = schema.safeParse(value);
      return record.success ? [record.data] : [];
    });
  const read = async ({ owner, storage }: OwnRecords, selection: RecordSelection) =>
    readable(await storage.read(owner, name, selection));
  const write = (
    { owner, storage }: OwnRecords,
    reads: RecordSelection,
    decide: (records: readonly T[]) => RecordChanges,
  ) => {
    const decideReadable = (stored: readonly StoredRecord[]) => decide(readable(stored));
    return storage.write({ owner, collection: name, reads, limit, decide: decideReadable });
  };
  const entry = (record: T) => ({ id: idOf(record), value: record });

  return {
    readAll: (own) => read(own, 'all'),
    readSome: read,
    update: async (own, change) => {
      let result: readonly T[] = [];
      await write(own, 'all', (records) => {
        result = change(records);
        const before = new Set(records);
        const kept = new Set(result.map(idOf));
        return {
          put: result.filter((record) => !before.has(record)).map(entry),
          remove: records.map(idOf).filter((id) => !kept.has(id)),
        };
      });
      return result;
    },
    put: (own, records) => write(own, [], () => ({ put: records.map(entry) })),
    remove: (own, id) => write(own, [], () => ({ remove: [id] })),
    queryKey: ({ owner }) => [...recordsQueryKey(name), ownerKey(owner)],
  };
}

/** Where the query cache keeps a collection, everyone's; with null, all of them. */
export function recordsQueryKey(collection: string | null): readonly string[] {
  return collection === null ? ['records'] : ['records', collection];
}
