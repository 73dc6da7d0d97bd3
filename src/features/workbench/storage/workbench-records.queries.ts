import { queryOptions } from '@tanstack/react-query';
import { accountId } from '@/lib/storage/record-storage';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { readRuns, recentRuns } from './recent-runs';
import { routineRuns } from './routine-runs';
import { savedChecks } from './saved-checks';
import { savedViews } from './saved-views';
import { readLists, type ValueLists } from './value-lists';

/** All saved views of the user at this service. Another tab can change them, so every mount and focus refetches. */
export function savedViewsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: savedViews.queryKey(own),
    queryFn: () => savedViews.readAll(own),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** The checks and dismissed findings saved for all price columns. Another tab can change them. */
export function savedChecksQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: savedChecks.queryKey(own),
    queryFn: () => savedChecks.readAll(own),
    staleTime: 0,
  });
}

/** The recent runs of the user at this service, the newest first. */
export function recentRunsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: recentRuns.queryKey(own),
    queryFn: () => readRuns(own),
    staleTime: 0,
  });
}

/** The last run of the routine; null if it has never run. */
export function lastRoutineQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: routineRuns.queryKey(own),
    queryFn: async () => (await routineRuns.readAll(own))[0] ?? null,
    staleTime: 0,
  });
}

export const NO_LISTS: ValueLists = new Map();

/** The lists with these digests, as far as they are stored. Lists never change, because a digest identifies their content. */
export function valueListsQuery(own: OwnRecords, digests: readonly string[]) {
  return queryOptions({
    queryKey: ['value-lists', accountId(own.account), ...digests],
    // Without storage no list is available, which the screen reports as missing lists.
    queryFn: () => readLists(own, digests).catch(() => NO_LISTS),
    enabled: digests.length > 0,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}
