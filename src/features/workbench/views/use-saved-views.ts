import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SavedView } from '../model/saved-view';
import { deleteView, readViews, writeViews } from '../storage/saved-views';
import type { Owner } from '@/shared/storage/owned-records';

/** Every saved view of the person at this service. Another tab may have changed them: each look reads anew. */
export function savedViewsQuery(owner: Owner) {
  return queryOptions({
    queryKey: ['saved-views', owner.service, owner.userName],
    queryFn: () => readViews(owner),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

export interface SavedViews {
  /** `refused`: the browser keeps nothing for this page. */
  readonly status: 'pending' | 'ready' | 'refused';
  readonly views: readonly SavedView[];
  /** False where the browser refuses, or has no room. */
  readonly save: (views: readonly SavedView[]) => Promise<boolean>;
  readonly remove: (id: string) => Promise<boolean>;
}

const NO_VIEWS: readonly SavedView[] = [];

export function useSavedViews(owner: Owner): SavedViews {
  const queryClient = useQueryClient();
  const { service, userName } = owner;
  const { data, isError } = useQuery(savedViewsQuery(owner));
  return useMemo(() => {
    const options = savedViewsQuery({ service, userName });
    const change = async (work: (of: Owner) => Promise<void>): Promise<boolean> => {
      try {
        await work({ service, userName });
        queryClient.setQueryData(options.queryKey, await readViews({ service, userName }));
        return true;
      } catch {
        return false;
      }
    };
    return {
      status: isError ? 'refused' : data === undefined ? 'pending' : 'ready',
      views: data ?? NO_VIEWS,
      save: (views) => change((of) => writeViews(of, views)),
      remove: (id) => change((of) => deleteView(of, id)),
    };
  }, [data, isError, queryClient, service, userName]);
}
