import type { Owner } from './owned-records';

/** A record by its id, as it came out of storage. Check it: storage can be damaged, or written by a later version. */
export interface StoredRecord {
  readonly id: string;
  readonly value: unknown;
}

export interface RecordChanges {
  readonly put?: readonly StoredRecord[];
  readonly remove?: readonly string[];
}

/** Which records of a collection: all, or those with these ids. */
export type RecordSelection = 'all' | readonly string[];

export interface RecordWrite {
  readonly owner: Owner;
  readonly collection: string;
  /** The records that `decide` needs to know. */
  readonly reads: RecordSelection;
  /** How many records of the collection stay: those written last. */
  readonly limit: number;
  /** Called with what is stored; again, when another tab has changed that before this change was written. */
  readonly decide: (stored: readonly StoredRecord[]) => RecordChanges;
}

/**
 * The records of people: collections of them for each owner, each record with an id. All methods reject where the
 * browser refuses storage or has no room left.
 */
export interface RecordStorage {
  /** False where records are gone with the page. */
  readonly isLasting: boolean;
  /** In the order they were written. */
  readonly read: (
    owner: Owner,
    collection: string,
    selection: RecordSelection,
  ) => Promise<readonly StoredRecord[]>;
  /** Reads, decides and writes as one step, all or nothing: of two tabs that write at once neither loses anything. */
  readonly write: (write: RecordWrite) => Promise<void>;
  /** Deletes every record of the owner. A write that began before, in whichever tab, leaves none behind. */
  readonly forget: (owner: Owner) => Promise<void>;
  /** Calls back when another tab has changed a collection; null: any of them. Returns what stops it. */
  readonly subscribe: (listener: (collection: string | null) => void) => () => void;
}
