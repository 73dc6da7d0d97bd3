import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { routineResults } from './routine-storage';

/** What the last routine found in each view. Another tab can run one. */
export function routineResultsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: routineResults.queryKey(own),
    queryFn: () => routineResults.readAll(own),
    staleTime: 0,
  });
}
