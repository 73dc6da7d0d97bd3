import { deleteCopy } from '@/rows/kept-copies/keep-copy';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { savedViews } from '../storage/saved-views';
import { routineResults } from './routine-storage';

/**
 * Deletes what the routine has kept for views that no longer exist. Runs later than the deletion of a view, which can be undone. Never
 * rejects: data that cannot be deleted now is deleted before the next run.
 */
export async function forgetRemovedViews(own: OwnRecords): Promise<void> {
  try {
    const known = new Set((await savedViews.readAll(own)).map(({ id }) => id));
    for (const { viewId, now, before } of await routineResults.readAll(own)) {
      if (known.has(viewId)) continue;
      await deleteCopy(own, now.copyId);
      if (before !== null) await deleteCopy(own, before.copyId);
      await routineResults.remove(own, viewId);
    }
  } catch {
    // The next run tries again.
  }
}
