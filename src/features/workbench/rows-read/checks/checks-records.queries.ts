import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { checkedRuns, dismissedFindings } from './checks-records';

/** The findings of all price columns that the person has dismissed. */
export function dismissedFindingsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: dismissedFindings.queryKey(own),
    queryFn: () => dismissedFindings.readAll(own),
    staleTime: 0,
  });
}

/** The counts of earlier runs. */
export function checkedRunsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: checkedRuns.queryKey(own),
    queryFn: () => checkedRuns.readAll(own),
    staleTime: 0,
  });
}
