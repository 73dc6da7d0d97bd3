import * as z from 'zod';

/** A snapshot that this browser took, was sent, or was told of. Its rows are the service's; this is how to find them. */
export const knownSnapshotSchema = z.object({
  cacheKey: z.string().min(1),
  priceColumn: z.string().min(1),
  displayName: z.string(),
  /** Null until it has been opened. */
  rowCount: z.int().nonnegative().nullable(),
  /** By this computer's clock, as is the end. */
  takenAtMs: z.number(),
  /** Null where it is not known by that clock. */
  expiresAtMs: z.number().nullable(),
  /** The query in words; null where it came without one. */
  words: z.string().nullable(),
  /** Search parameters of the workbench that show it. */
  search: z.record(z.string(), z.string()),
});
export type KnownSnapshot = z.output<typeof knownSnapshotSchema>;

/** What the service told of a snapshot that nobody has opened yet. */
export interface ReceivedNews {
  readonly cacheKey: string;
  readonly priceColumn: string;
  /** By this computer's clock. */
  readonly changedAtMs: number;
}

export function receivedSnapshot({ cacheKey, priceColumn, changedAtMs }: ReceivedNews): KnownSnapshot {
  return {
    cacheKey,
    priceColumn,
    displayName: priceColumn,
    rowCount: null,
    takenAtMs: changedAtMs,
    expiresAtMs: null,
    words: null,
    search: { cacheKey },
  };
}

/** How many are listed; a year of them would help nobody, they live for minutes. */
const MAX_KNOWN = 100;

/**
 * With one more, or what is known of one by now; another tab may have opened what this one was only told of. Of those that
 * nobody has opened only the last of each price column stays: news would soon be all there is.
 */
export function withSnapshot(
  known: readonly KnownSnapshot[],
  snapshot: KnownSnapshot,
): readonly KnownSnapshot[] {
  const isNews = snapshot.rowCount === null;
  if (isNews && known.some(({ cacheKey }) => cacheKey === snapshot.cacheKey)) return known;
  const isReplaced = ({ cacheKey, priceColumn, rowCount }: KnownSnapshot) =>
    cacheKey === snapshot.cacheKey || (isNews && rowCount === null && priceColumn === snapshot.priceColumn);
  return listed([snapshot, ...known.filter((other) => !isReplaced(other))]);
}

/** The latest first, without those beyond the limit. */
export function listed(snapshots: readonly KnownSnapshot[]): readonly KnownSnapshot[] {
  return snapshots.toSorted((a, b) => b.takenAtMs - a.takenAtMs).slice(0, MAX_KNOWN);
}
