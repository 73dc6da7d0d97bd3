import { savedViewSchema, type SavedView } from '../model/saved-view';
import { recordKey, recordsOf, type Owner } from '@/shared/storage/owned-records';
import { withWorkbenchDatabase } from './workbench-database';

/** Every view of the owner; what cannot be read is left out. Rejects where storage is refused. */
export async function readViews(owner: Owner): Promise<SavedView[]> {
  const stored = await withWorkbenchDatabase((database) => database.getAll('views', recordsOf(owner)));
  return stored.flatMap((record) => {
    const view = savedViewSchema.safeParse(record);
    return view.success ? [view.data] : [];
  });
}

/**
 * Stores views, new or changed, all or none. One that is the default takes the place of the price column's earlier one.
 * Rejects where storage is refused or full.
 */
export async function writeViews(owner: Owner, views: readonly SavedView[]): Promise<void> {
  await withWorkbenchDatabase(async (database) => {
    const transaction = database.transaction('views', 'readwrite');
    const store = transaction.store;
    const written = new Set(views.map((view) => view.id));
    const newDefaults = new Set(views.flatMap((view) => (view.isDefault ? [view.priceColumn] : [])));
    for (const record of await store.getAll(recordsOf(owner))) {
      const earlier = savedViewSchema.safeParse(record).data;
      if (earlier === undefined || written.has(earlier.id)) continue;
      if (!earlier.isDefault || !newDefaults.has(earlier.priceColumn)) continue;
      await store.put({ ...earlier, isDefault: false }, recordKey(owner, earlier.id));
    }
    for (const view of views) await store.put(view, recordKey(owner, view.id));
    await transaction.done;
  });
}

export async function deleteView(owner: Owner, id: string): Promise<void> {
  await withWorkbenchDatabase((database) => database.delete('views', recordKey(owner, id)));
}
