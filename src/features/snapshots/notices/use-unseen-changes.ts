import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import { knownSnapshotsQuery } from '../api/known-snapshots.queries';
import type { KnownSnapshot, ReceivedChange } from '../model/known-snapshot';
import { useNotices } from './notices-context';

/** When the source of each price column changed after its rows were last seen (ms, by this computer's clock). */
export function useUnseenChanges(): ReadonlyMap<string, number> {
  const { notices } = useNotices();
  const known = useQuery(knownSnapshotsQuery(useOwnRecords())).data;
  return useMemo(() => unseenChanges(notices, known ?? []), [notices, known]);
}

/**
 * Merges the notices of this page with the snapshots that earlier ones announced and nobody has opened. Compares moments by
 * the service's clock, on which a snapshot and a change a moment later are told apart.
 */
export function unseenChanges(
  notices: readonly ReceivedChange[],
  known: readonly KnownSnapshot[],
): ReadonlyMap<string, number> {
  const lastSeen = new Map<string, number>();
  for (const { priceColumn, rowCount, createdAtMs, takenAtMs } of known) {
    if (rowCount === null) continue;
    lastSeen.set(priceColumn, Math.max(createdAtMs ?? takenAtMs, lastSeen.get(priceColumn) ?? 0));
  }
  const announced = known
    .filter(({ rowCount }) => rowCount === null)
    .map(({ priceColumn, createdAtMs, takenAtMs }) => ({
      priceColumn,
      createdAtMs: createdAtMs ?? takenAtMs,
      changedAtMs: takenAtMs,
    }));
  const unseen = new Map<string, number>();
  for (const { priceColumn, createdAtMs, changedAtMs } of [...notices, ...announced]) {
    if (createdAtMs <= (lastSeen.get(priceColumn) ?? 0)) continue;
    unseen.set(priceColumn, Math.max(changedAtMs, unseen.get(priceColumn) ?? 0));
  }
  return unseen;
}
