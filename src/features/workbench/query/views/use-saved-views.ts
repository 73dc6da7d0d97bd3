import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { askToPersist } from '@/shared/storage/ask-to-persist';
import type { OwnRecords } from '@/shared/storage/owned-store';
import { randomId } from '@/shared/storage/random-id';
import type { SavedView } from '../../model/saved-view';
import type { ReadViewFile } from '../../model/view-file';
import { changeView, importViews, savedViews } from '../../storage/saved-views';

/** Every saved view of the person at this service. Another tab may have changed them: each look reads anew. */
export function savedViewsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: savedViews.queryKey(own),
    queryFn: () => savedViews.readAll(own),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Changes resolve to null where the browser refuses storage or has no room. */
export interface SavedViews {
  /** `refused`: the browser keeps nothing for this page. */
  readonly status: 'pending' | 'ready' | 'refused';
  readonly views: readonly SavedView[];
  /** False where views last as long as the page. */
  readonly isLasting: boolean;
  /** Resolves to the view as stored: its name may have got a number. */
  readonly add: (view: SavedView) => Promise<SavedView | null>;
  readonly change: (view: SavedView, changes: Partial<Omit<SavedView, 'id'>>) => Promise<SavedView | null>;
  /** False where the browser refuses. */
  readonly remove: (id: string) => Promise<boolean>;
  readonly importFile: (text: string) => Promise<ReadViewFile | null>;
}

const NO_VIEWS: readonly SavedView[] = [];

export function useSavedViews(own: OwnRecords): SavedViews {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery(savedViewsQuery(own));
  return useMemo(() => {
    const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
      try {
        const result = await work();
        // A read that began before the change is not waited for.
        await queryClient.invalidateQueries({ queryKey: savedViewsQuery(own).queryKey });
        return result;
      } catch {
        return null;
      }
    };
    const keep = <T>(work: () => Promise<T>) =>
      attempt(async () => {
        const result = await work();
        void askToPersist();
        return result;
      });
    return {
      status: isError ? 'refused' : data === undefined ? 'pending' : 'ready',
      views: data ?? NO_VIEWS,
      isLasting: own.storage.isLasting,
      add: (view) => keep(() => changeView(own, view, {})),
      change: (view, changes) => keep(() => changeView(own, view, changes)),
      remove: async (id) => (await attempt(() => savedViews.remove(own, id))) !== null,
      importFile: (text) => keep(() => importViews(own, text, randomId)),
    };
  }, [data, isError, queryClient, own]);
}
