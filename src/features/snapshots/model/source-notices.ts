import type { KnownSnapshot, ReceivedChange } from './known-snapshot';

/** A change of the source of a price column. */
export interface SourceNotice extends ReceivedChange {
  /** Whether rows as of then or later have been on screen. */
  readonly isSeen: boolean;
  /** Whether it has been shown in the list of notifications. */
  readonly isListed: boolean;
  /** Whether it is no longer above the rows, only in the list. */
  readonly isPostponed: boolean;
  /** Whether it came while this page was open. */
  readonly hasArrived: boolean;
}

/** A change as this page has received it. */
export type ArrivedChange = Omit<SourceNotice, 'isSeen' | 'hasArrived'>;

/** Returns each price column's latest change, newest first. Compares by the service's clock, which tells moments apart. */
export function sourceNotices(
  arrived: readonly ArrivedChange[],
  known: readonly KnownSnapshot[],
): readonly SourceNotice[] {
  const lastSeen = new Map<string, number>();
  for (const { priceColumn, rowCount, createdAtMs } of known) {
    if (rowCount === null) continue;
    lastSeen.set(priceColumn, Math.max(createdAtMs, lastSeen.get(priceColumn) ?? 0));
  }
  const latest = new Map<string, ArrivedChange>();
  for (const change of [...arrived, ...known.flatMap((snapshot) => storedChange(snapshot) ?? [])]) {
    const other = latest.get(change.priceColumn);
    if (other?.cacheKey === change.cacheKey) {
      const isListed = other.isListed || change.isListed;
      const isPostponed = other.isPostponed || change.isPostponed;
      latest.set(change.priceColumn, { ...other, isListed, isPostponed });
    } else if (other === undefined || other.createdAtMs < change.createdAtMs) {
      latest.set(change.priceColumn, change);
    }
  }
  return [...latest.values()]
    .map((change) => ({
      ...change,
      isSeen: change.createdAtMs <= (lastSeen.get(change.priceColumn) ?? 0),
      hasArrived: arrived.some(({ cacheKey }) => cacheKey === change.cacheKey),
    }))
    .toSorted((a, b) => b.changedAtMs - a.changedAtMs);
}

function storedChange({ cacheKey, priceColumn, createdAtMs, received }: KnownSnapshot): ArrivedChange | null {
  return received === undefined ? null : { cacheKey, priceColumn, createdAtMs, ...received };
}
