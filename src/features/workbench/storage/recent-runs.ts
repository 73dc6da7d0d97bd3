import { recentRunSchema, withRun, type RecentRun } from '../model/recent-run';
import { recordKey, recordsOf, type Owner } from '@/shared/storage/owned-records';
import { withWorkbenchDatabase } from './workbench-database';

/** The owner's last runs, the latest first. Rejects where storage is refused. */
export async function readRuns(owner: Owner): Promise<RecentRun[]> {
  const stored = await withWorkbenchDatabase((database) => database.getAll('runs', recordsOf(owner)));
  return readable(stored).toSorted((a, b) => b.ranAtMs - a.ranAtMs);
}

/** Adds a run and forgets those beyond the limit. Rejects where storage is refused or full. */
export async function addRun(owner: Owner, run: RecentRun): Promise<void> {
  await withWorkbenchDatabase(async (database) => {
    const transaction = database.transaction('runs', 'readwrite');
    const stored = await transaction.store.getAll(recordsOf(owner));
    const kept = withRun(readable(stored), run);
    await transaction.store.delete(recordsOf(owner));
    for (const each of kept) await transaction.store.put(each, recordKey(owner, each.id));
    await transaction.done;
  });
}

function readable(stored: readonly unknown[]): RecentRun[] {
  return stored.flatMap((record) => {
    const run = recentRunSchema.safeParse(record);
    return run.success ? [run.data] : [];
  });
}
