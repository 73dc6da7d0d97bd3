import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { checkedRuns, dismissedFindings } from './checks-records';

/** Returns the query for the findings that the user has dismissed, across all price columns. */
export function dismissedFindingsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: dismissedFindings.queryKey(own),
    queryFn: () => dismissedFindings.readAll(own),
    staleTime: 0,
  });
}

/** Returns the query of the counts that earlier runs have stored. */
export function checkedRunsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: checkedRuns.queryKey(own),
    queryFn: () => checkedRuns.readAll(own),
    staleTime: 0,
  });
}
