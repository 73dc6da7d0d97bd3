import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askToPersist } from '@/lib/storage/ask-to-persist';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { randomId } from '@/lib/base/random-id';
import type { SavedView } from '../model/saved-view';
import { addRun, type RecentRun } from './recent-runs';
import { changeView, importViews, savedViews } from './saved-views';
import { writeLists, type ValueLists } from './value-lists';
import { recentRunsQuery } from './recent-runs.queries';
import { savedViewsQuery } from './saved-views.queries';

/** Every mutation fails if the browser refuses storage or has no room. Stored records then stay unchanged. */

export interface ViewChange {
  readonly view: SavedView;
  readonly changes: Partial<Omit<SavedView, 'id'>>;
}

/** Stores a new view or changes a stored one; its result is the view as stored. */
export function useChangeView(own: OwnRecords) {
  return useMutation({
    mutationFn: ({ view, changes }: ViewChange) => changeView(own, view, changes),
    onSuccess: useViewsStored(own),
  });
}

export function useImportViews(own: OwnRecords) {
  return useMutation({
    mutationFn: (text: string) => importViews(own, text, randomId),
    onSuccess: useViewsStored(own),
  });
}

export function useRemoveView(own: OwnRecords) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => savedViews.remove(own, id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: savedViewsQuery(own).queryKey }),
  });
}

/** Adds a run to the recent runs. A failure is not reported, because the list is only a convenience. */
export function useAddRecentRun(own: OwnRecords) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (run: RecentRun) => addRun(own, run),
    onSettled: () => queryClient.invalidateQueries({ queryKey: recentRunsQuery(own).queryKey }),
  });
}

/** Stores the lists that an address references. */
export function useStoreValueLists(own: OwnRecords) {
  return useMutation({ mutationFn: (lists: ValueLists) => writeLists(own, lists) });
}

/** Asks the browser to persist the storage, and refetches the views before the mutation succeeds. */
function useViewsStored(own: OwnRecords): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => {
    void askToPersist();
    return queryClient.invalidateQueries({ queryKey: savedViewsQuery(own).queryKey });
  };
}
