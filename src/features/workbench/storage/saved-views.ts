import { ownedStore, type OwnRecords } from '@/lib/storage/owned-store';
import { savedViewSchema, withView, type SavedView } from '../model/saved-view';
import type { ReadViewFile } from '../model/view-file';

/** Stores the saved views of all price columns. */
export const savedViews = ownedStore({
  name: 'views',
  schema: savedViewSchema,
  idOf: ({ id }) => id,
});

/**
 * Stores a new view, or applies changes to a stored one. Reads and writes in one transaction, so that changes that another window has made
 * stay. A view that the other window has deleted is restored. Resolves to the stored view, whose name ends with a number if it was taken.
 */
export async function changeView(
  own: OwnRecords,
  view: SavedView,
  changes: Partial<Omit<SavedView, 'id'>>,
): Promise<SavedView> {
  const hasId = ({ id }: SavedView) => id === view.id;
  const views = await savedViews.update(own, (stored) =>
    withView(stored, { ...(stored.find(hasId) ?? view), ...changes }),
  );
  return views.find(hasId) ?? view;
}

/** Adds the views of a file to the stored ones, in one transaction. */
export async function importViews(own: OwnRecords, text: string, newId: () => string): Promise<ReadViewFile> {
  const { readViewFile } = await import('../model/view-file');
  let read: ReadViewFile = readViewFile(text, [], newId);
  await savedViews.update(own, (stored) => {
    read = readViewFile(text, stored, newId);
    return read.ok ? [...stored, ...read.views] : stored;
  });
  return read;
}
