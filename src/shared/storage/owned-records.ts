/** Whose work it is, and where. What one person keeps says nothing to another. */
export interface Owner {
  /** The bound service of the session (`SessionIdentity`). */
  readonly service: string;
  readonly userName: string;
}

/** The id of a record that is the only one of its collection. */
export const ONLY_ID = 'only';

/** The same text for the same owner, and another for every other. */
export function ownerKey({ service, userName }: Owner): string {
  return JSON.stringify([service, userName]);
}
