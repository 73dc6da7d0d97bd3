import { useEffect, useEffectEvent } from 'react';
import type { PriceColumn } from '@/contract/column';
import type { WorkbenchSearch } from '../model/workbench-search';
import type { OpenSnapshot } from './open-snapshot';

/** A snapshot on screen, as whoever lists snapshots needs to know. */
export interface SnapshotOnScreen {
  readonly cacheKey: string;
  readonly priceColumn: string;
  readonly displayName: string;
  readonly rowCount: number;
  /** By this computer's clock, as is the end. */
  readonly takenAtMs: number;
  /** Null where it is not known by that clock. */
  readonly expiresAtMs: number | null;
  /** The query in words; null where the address does not tell it. */
  readonly words: string | null;
  readonly search: Record<string, string>;
}

export interface ShownSnapshot {
  readonly priceColumn: PriceColumn;
  readonly search: WorkbenchSearch;
  readonly words: string | null;
  /** The one on screen. */
  readonly shown: OpenSnapshot | null;
}

/** Tells of every snapshot that comes on screen, with the address that leads to it. */
export function useTellSnapshot(
  { priceColumn, search, words, shown }: ShownSnapshot,
  tell: ((snapshot: SnapshotOnScreen) => void) | undefined,
): void {
  const tellLatest = useEffectEvent(({ snapshot, takenAtMs, expiresAtMs, timesBy }: OpenSnapshot) => {
    const { v, fields, filter, sort } = search;
    const parts = Object.entries({ v, fields, filter, sort, cacheKey: snapshot.cacheKey });
    tell?.({
      cacheKey: snapshot.cacheKey,
      priceColumn: priceColumn.name,
      displayName: priceColumn.displayName,
      rowCount: snapshot.rowCount,
      takenAtMs,
      expiresAtMs: timesBy === 'service' ? null : expiresAtMs,
      words,
      search: Object.fromEntries(parts.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    });
  });
  // While a snapshot is being opened, the one before it is still on screen.
  const arrived = shown !== null && shown.snapshot.cacheKey === search.cacheKey ? shown : null;
  useEffect(() => {
    if (arrived !== null) tellLatest(arrived);
  }, [arrived]);
}
