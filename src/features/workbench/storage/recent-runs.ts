import { ownedStore, type OwnRecords } from '@/shared/storage/owned-store';
import { recentRunSchema, withRun, type RecentRun } from '../model/recent-run';

/** The last runs of queries. */
export const recentRuns = ownedStore({ name: 'runs', schema: recentRunSchema, idOf: ({ id }) => id });

/** The last runs, the latest first. Rejects where storage is refused. */
export async function readRuns(own: OwnRecords): Promise<RecentRun[]> {
  return (await recentRuns.readAll(own)).toSorted((a, b) => b.ranAtMs - a.ranAtMs);
}

/** Adds a run and forgets those beyond the limit. Rejects where storage is refused or full. */
export async function addRun(own: OwnRecords, run: RecentRun): Promise<void> {
  await recentRuns.update(own, (runs) => withRun(runs, run));
}
