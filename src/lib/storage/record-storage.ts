/** Identifies an account: records belong to a person at one service. */
export interface AccountKey {
  /** The address that identifies the service, also behind a pass-through. */
  readonly service: string;
  readonly userName: string;
}

/** The id of the single record of a collection. */
export const ONLY_ID = 'only';

/** Returns the key as a text. */
export function accountId({ service, userName }: AccountKey): string {
  return JSON.stringify([service, userName]);
}

/** A stored record. It has to be validated: storage can be corrupt or written by a later version. */
export interface StoredRecord {
  readonly id: string;
  readonly value: unknown;
}

export interface RecordChanges {
  readonly put?: readonly StoredRecord[];
  readonly remove?: readonly string[];
}

export type RecordSelection = 'all' | readonly string[];

export interface RecordWrite {
  readonly account: AccountKey;
  readonly collection: string;
  /** Which records are passed to `decide`. */
  readonly reads: RecordSelection;
  /** The most records of the collection; the oldest are deleted. */
  readonly limit: number;
  /** Resolves only when the records are on disk, so that a power cut loses none. By default, they may wait in the system's memory. */
  readonly isDurable?: boolean;
  /** Called with the stored records, and again if another tab changes them before the write. */
  readonly decide: (stored: readonly StoredRecord[]) => RecordChanges;
}

/** How an account's files, which are not records, are stored. */
export interface FileSealing {
  /** The name of the account's folder: a keyed hash. */
  readonly folder: string;
  /** AES-GCM, not extractable; the same while this browser keeps its records. */
  readonly key: CryptoKey;
}

/** Collections of records for each account. All methods reject if the browser denies storage or has no space left. */
export interface RecordStorage {
  /** Returns records in the order they were written. */
  readonly read: (
    account: AccountKey,
    collection: string,
    selection: RecordSelection,
  ) => Promise<readonly StoredRecord[]>;
  /** Reads, decides and writes atomically, so that concurrent tabs do not overwrite each other. */
  readonly write: (write: RecordWrite) => Promise<void>;
  /** Deletes all records of the account, including those of concurrent writes in any tab. */
  readonly forget: (account: AccountKey) => Promise<void>;
  readonly fileSealing: (account: AccountKey, purpose: string) => Promise<FileSealing>;
  /** Calls back when another tab has changed a collection (null: any). Returns a function that unsubscribes. */
  readonly subscribe: (listener: (collection: string | null) => void) => () => void;
}
