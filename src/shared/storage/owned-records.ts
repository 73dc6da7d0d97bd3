/** Whose work it is, and where. What one person keeps says nothing to another. */
export interface Owner {
  /** The bound service of the session (`SessionIdentity`). */
  readonly service: string;
  readonly userName: string;
}

/** The key of an owner's record in IndexedDB: the owner's two parts and the record's own. */
export function recordKey({ service, userName }: Owner, id: string): string[] {
  return [service, userName, id];
}

/** Every record of the owner. */
export function recordsOf({ service, userName }: Owner): IDBKeyRange {
  // An array sorts behind every text.
  return IDBKeyRange.bound([service, userName], [service, userName, []]);
}
