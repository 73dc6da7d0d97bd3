/** Whose work it is, and where. What one person keeps says nothing to another. */
export interface Owner {
  readonly serviceAddress: string;
  readonly userName: string;
}

/** The key of an owner's record in IndexedDB: the owner's two parts and the record's own. */
export function recordKey({ serviceAddress, userName }: Owner, id: string): string[] {
  return [serviceAddress, userName, id];
}

/** Every record of the owner. */
export function recordsOf({ serviceAddress, userName }: Owner): IDBKeyRange {
  // An array sorts behind every text.
  return IDBKeyRange.bound([serviceAddress, userName], [serviceAddress, userName, []]);
}
