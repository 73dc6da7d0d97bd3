import type { KnownSnapshot, ReceivedChange } from './known-snapshot';

/** A notice that the source data of a price column has changed. */
export interface SourceNotice extends ReceivedChange {
  /** Whether rows of that time or later have been on screen. */
  readonly isSeen: boolean;
  /** Whether the notice has been shown in the list of notifications. */
  readonly isListed: boolean;
  /** Whether the notice was removed from above the rows, so that it is only in the list. */
  readonly isPostponed: boolean;
  /** Whether the notice arrived while this page was open. */
  readonly hasArrived: boolean;
}

/** A change that this page has received. */
export type ArrivedChange = Omit<SourceNotice, 'isSeen' | 'hasArrived'>;

/** Returns the latest change of each price column, the newest first. Changes are compared by the service's clock. */
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
