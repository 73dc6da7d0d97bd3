import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { readRuns, recentRuns } from './recent-runs';
import { routineRuns } from './routine-runs';

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
