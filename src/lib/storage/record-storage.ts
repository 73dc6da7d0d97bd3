/** Identifies an account. Records belong to a user of one service. */
export interface AccountKey {
  /** The address that identifies the service, even if requests go through a proxy. */
  readonly service: string;
  readonly userName: string;
}

/** The id of the record in a collection that has only one. */
export const ONLY_ID = 'only';

export function accountId({ service, userName }: AccountKey): string {
  return JSON.stringify([service, userName]);
}

/** A stored record. Callers must validate it, because storage can be corrupt or written by a later version. */
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
  /** The records that are passed to `decide`. */
  readonly reads: RecordSelection;
  /** The most records in the collection. The oldest records are deleted. */
  readonly limit: number;
  /** Whether to resolve only after the records are on disk, so that a power cut loses none. By default, the system may buffer them. */
  readonly isDurable?: boolean;
  /** Called with the stored records. Called again if another tab changes them before they are written. */
  readonly decide: (stored: readonly StoredRecord[]) => RecordChanges;
}

/** How the files of an account are encrypted. Files are stored outside the records. */
export interface FileSealing {
  /** The name of the account's folder, which is a keyed hash. */
  readonly folder: string;
  /** A non-extractable AES-GCM key. It stays the same until this browser deletes its records. */
  readonly key: CryptoKey;
}

/** Collections of records for each account. All methods reject if the browser denies storage or has no space left. */
export interface RecordStorage {
  /** Returns the records in the order in which they were written. */
  readonly read: (
    account: AccountKey,
    collection: string,
    selection: RecordSelection,
  ) => Promise<readonly StoredRecord[]>;
  /** Reads, calls `decide` and writes in one atomic operation, so that concurrent tabs do not overwrite each other's changes. */
  readonly write: (write: RecordWrite) => Promise<void>;
  /** Deletes all records of the account, including those that any tab is writing at the same time. */
  readonly forget: (account: AccountKey) => Promise<void>;
  readonly fileSealing: (account: AccountKey, purpose: string) => Promise<FileSealing>;
  /** Calls `listener` when another tab has changed a collection (null: any collection). Returns a function that unsubscribes. */
  readonly subscribe: (listener: (collection: string | null) => void) => () => void;
}
