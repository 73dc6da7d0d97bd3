import { ownedStore, type OwnRecords } from '@/shared/storage/owned-store';
import { savedViewSchema, withView, type SavedView } from '../model/saved-view';
import { readViewFile, type ReadViewFile } from '../model/view-file';

/** The saved views of every price column. */
export const savedViews = ownedStore({
  name: 'views',
  schema: savedViewSchema,
  idOf: ({ id }) => id,
});

/**
 * Stores a new view, or changes one, whatever else another window has changed of it since it was read; one that was deleted
 * there comes back. Resolves to the view as stored: where its name is taken, it has a number behind it.
 */
export async function changeView(
  own: OwnRecords,
  view: SavedView,
  changes: Partial<Omit<SavedView, 'id'>>,
): Promise<SavedView> {
  const isIt = ({ id }: SavedView) => id === view.id;
  const views = await savedViews.update(own, (stored) =>
    withView(stored, { ...(stored.find(isIt) ?? view), ...changes }),
  );
  return views.find(isIt) ?? view;
}

/** Adds the views of a file to those there are. */
export async function importViews(own: OwnRecords, text: string, newId: () => string): Promise<ReadViewFile> {
  let read: ReadViewFile = readViewFile(text, [], newId);
  await savedViews.update(own, (stored) => {
    read = readViewFile(text, stored, newId);
    return read.ok ? [...stored, ...read.views] : stored;
  });
  return read;
}
