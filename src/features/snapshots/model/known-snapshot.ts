import * as z from 'zod';

/** A reference to a snapshot that this browser has taken or received. The rows are at the service. */
export const knownSnapshotSchema = z.object({
  cacheKey: z.string().min(1),
  priceColumn: z.string().min(1),
  displayName: z.string(),
  /** The number of rows; null until the snapshot has been opened. */
  rowCount: z.int().nonnegative().nullable(),
  /** A time of the service's clock. */
  createdAtMs: z.number(),
  /** A time of this computer's clock, like `expiresAtMs`. */
  takenAtMs: z.number(),
  /** The time at which the snapshot expires; null if it is unknown. */
  expiresAtMs: z.number().nullable(),
  /** A description of the query; null for a snapshot that was received without one. */
  words: z.string().nullable(),
  /** The search parameters that open the snapshot in the workbench. */
  search: z.record(z.string(), z.string()),
  /** The name that the user has given, or null. The same applies to `note`. */
  name: z.string().nullable(),
  note: z.string().nullable(),
  /** Set if an event of the service has announced the snapshot; absent if it was only taken or opened here. */
  received: z
    .object({
      /** A time of this computer's clock. */
      changedAtMs: z.number(),
      /** Whether the user has seen the change in the list of notifications. */
      isListed: z.boolean(),
      /** Whether the user has dismissed the notice above the rows. */
      isPostponed: z.boolean(),
    })
    .optional(),
});
export type KnownSnapshot = z.output<typeof knownSnapshotSchema>;

/** A snapshot when it is taken or received, before the user gives it a name or note. */
export type ReportedSnapshot = Omit<KnownSnapshot, 'name' | 'note'>;

export type SnapshotLabels = Pick<KnownSnapshot, 'cacheKey' | 'name' | 'note'>;

/** An event of the service about a snapshot that no user has opened yet. */
export interface ReceivedChange {
  readonly cacheKey: string;
  readonly priceColumn: string;
  /** A time of the service's clock. */
  readonly createdAtMs: number;
  /** A time of this computer's clock. */
  readonly changedAtMs: number;
}

export function receivedSnapshot(change: ReceivedChange): ReportedSnapshot {
  const { cacheKey, priceColumn, createdAtMs, changedAtMs } = change;
  return {
    cacheKey,
    priceColumn,
    displayName: priceColumn,
    rowCount: null,
    createdAtMs,
    takenAtMs: changedAtMs,
    expiresAtMs: null,
    words: null,
    search: { cacheKey },
    received: { changedAtMs, isListed: false, isPostponed: false },
  };
}

/** A user's reaction to events of the service about snapshots. */
export interface ReceptionMark {
  readonly cacheKeys: readonly string[];
  readonly mark: 'isListed' | 'isPostponed';
}

export function withReceptionMark(
  known: readonly KnownSnapshot[],
  { cacheKeys, mark }: ReceptionMark,
): readonly KnownSnapshot[] {
  return known.map((snapshot) => {
    const { received } = snapshot;
    return received === undefined || received[mark] || !cacheKeys.includes(snapshot.cacheKey)
      ? snapshot
      : { ...snapshot, received: { ...received, [mark]: true } };
  });
}

/** The maximum number of listed snapshots. Snapshots expire within minutes, so older ones could not be opened. */
const MAX_KNOWN = 100;

/**
 * Adds or replaces a snapshot. Its name, its note and the event that announced it are kept. A snapshot from an event never
 * replaces a listed one with the same key, which another tab may have opened. Of the unopened snapshots without a name or
 * note, only the latest of each price column is kept, so that events do not displace all others.
 */
export function withSnapshot(
  known: readonly KnownSnapshot[],
  snapshot: ReportedSnapshot,
): readonly KnownSnapshot[] {
  const isUnopened = snapshot.rowCount === null;
  const before = known.find(({ cacheKey }) => cacheKey === snapshot.cacheKey);
  if (isUnopened && before !== undefined) return known;
  const isReplaced = (other: KnownSnapshot) =>
    other === before ||
    (isUnopened &&
      other.rowCount === null &&
      other.priceColumn === snapshot.priceColumn &&
      !isLabelled(other));
  const { name = null, note = null, received } = before ?? {};
  return listed([
    { ...snapshot, name, note, ...(received !== undefined && { received }) },
    ...known.filter((other) => !isReplaced(other)),
  ]);
}

/** Sorts the latest first, and drops snapshots beyond the limit that have neither name nor note. */
export function listed(snapshots: readonly KnownSnapshot[]): readonly KnownSnapshot[] {
  return snapshots
    .toSorted((a, b) => b.takenAtMs - a.takenAtMs)
    .filter((snapshot, index) => index < MAX_KNOWN || isLabelled(snapshot));
}

function isLabelled({ name, note }: KnownSnapshot): boolean {
  return name !== null || note !== null;
}
