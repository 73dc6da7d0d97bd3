import * as z from 'zod';

/** A snapshot that this browser has taken or received. Its rows are on the service; this is how to find them. */
export const knownSnapshotSchema = z.object({
  cacheKey: z.string().min(1),
  priceColumn: z.string().min(1),
  displayName: z.string(),
  /** Null until the snapshot has been opened. */
  rowCount: z.int().nonnegative().nullable(),
  /** By the service's clock. */
  createdAtMs: z.number(),
  /** By this computer's clock, as is `expiresAtMs`. */
  takenAtMs: z.number(),
  /** Null where unknown. */
  expiresAtMs: z.number().nullable(),
  /** A description of the query; null for a snapshot received without one. */
  words: z.string().nullable(),
  /** The workbench's search parameters that open it. */
  search: z.record(z.string(), z.string()),
  /** Given by the person, as is `note`. */
  name: z.string().nullable(),
  note: z.string().nullable(),
  /** The service's event that announced it; absent for one that was taken or opened here. */
  received: z
    .object({
      /** By this computer's clock. */
      changedAtMs: z.number(),
      /** The person has seen it in the list of notifications. */
      isListed: z.boolean(),
      /** The person has dismissed its notice above the rows. */
      isPostponed: z.boolean(),
    })
    .optional(),
});
export type KnownSnapshot = z.output<typeof knownSnapshotSchema>;

/** A snapshot as it was taken or received. */
export type ReportedSnapshot = Omit<KnownSnapshot, 'name' | 'note'>;

export type SnapshotLabels = Pick<KnownSnapshot, 'cacheKey' | 'name' | 'note'>;

/** The service's event about a snapshot that nobody has opened yet. */
export interface ReceivedChange {
  readonly cacheKey: string;
  readonly priceColumn: string;
  /** By the service's clock. */
  readonly createdAtMs: number;
  /** By this computer's clock. */
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

/** The person's reactions to the service's events about snapshots. */
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

/** Snapshots expire within minutes: the rest of a longer list would not open. */
const MAX_KNOWN = 100;

/**
 * Adds or replaces a snapshot. Its name, its note and the event that announced it stay. An event never replaces a snapshot
 * that was opened, since another tab may have opened it. Of the unopened snapshots without a name or note, only the latest
 * of each price column stays; otherwise events would displace everything else.
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

/** Sorts the latest first, and drops those beyond the limit that have neither name nor note. */
export function listed(snapshots: readonly KnownSnapshot[]): readonly KnownSnapshot[] {
  return snapshots
    .toSorted((a, b) => b.takenAtMs - a.takenAtMs)
    .filter((snapshot, index) => index < MAX_KNOWN || isLabelled(snapshot));
}

function isLabelled({ name, note }: KnownSnapshot): boolean {
  return name !== null || note !== null;
}
