import type { ZodType } from 'zod';
import {
  accountId,
  type AccountKey,
  type RecordChanges,
  type RecordSelection,
  type RecordStorage,
  type StoredRecord,
} from './record-storage';

export interface OwnRecords {
  readonly account: AccountKey;
  readonly storage: RecordStorage;
}

export interface OwnedStoreOptions<T> {
  /** The name of the collection. It must never change, because records are found by it. */
  readonly name: string;
  readonly schema: ZodType<T>;
  readonly idOf: (record: T) => string;
  /** The most records that an account can have. The oldest are deleted. By default there is no limit. */
  readonly limit?: number;
  /** Whether writes resolve only after they are flushed to disk. For records that the UI reports as safely stored. */
  readonly isDurable?: boolean;
}

/** A collection of records for each account. All methods reject if storage is denied or full. */
export interface OwnedStore<T> {
  readonly name: string;
  /** Returns the records in the order in which they were written. Skips records that this version cannot read, but does not delete them. */
  readonly readAll: (own: OwnRecords) => Promise<readonly T[]>;
  /** Returns the records with these ids, if they exist. */
  readonly readSome: (own: OwnRecords, ids: readonly string[]) => Promise<readonly T[]>;
  /** Replaces the records atomically across tabs. Resolves to the result of `change`, which may be called again after a conflict. */
  readonly update: (
    own: OwnRecords,
    change: (records: readonly T[]) => readonly T[],
  ) => Promise<readonly T[]>;
  readonly put: (own: OwnRecords, records: readonly T[]) => Promise<void>;
  readonly remove: (own: OwnRecords, id: string) => Promise<void>;
  readonly queryKey: (own: OwnRecords) => readonly string[];
}

/** Defines a collection of records. Screens get its storage from `useOwnRecords`. */
export function ownedStore<T>({
  name,
  schema,
  idOf,
  limit = Infinity,
  isDurable = false,
}: OwnedStoreOptions<T>): OwnedStore<T> {
  const readable = (stored: readonly StoredRecord[]) =>
    stored.flatMap(({ value }) => {
      const record = schema.safeParse(value);
      return record.success ? [record.data] : [];
    });
  const read = async ({ account, storage }: OwnRecords, selection: RecordSelection) =>
    readable(await storage.read(account, name, selection));
  const write = (
    { account, storage }: OwnRecords,
    reads: RecordSelection,
    decide: (records: readonly T[]) => RecordChanges,
  ) => {
    const decideReadable = (stored: readonly StoredRecord[]) => decide(readable(stored));
    return storage.write({ account, collection: name, reads, limit, isDurable, decide: decideReadable });
  };
  const entry = (record: T) => ({ id: idOf(record), value: record });

  return {
    name,
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
    queryKey: ({ account }) => [...recordsQueryKey(name), accountId(account)],
  };
}

/** Returns the query key of a collection for all accounts, or of all collections if `collection` is null. */
export function recordsQueryKey(collection: string | null): readonly string[] {
  return collection === null ? ['records'] : ['records', collection];
}
