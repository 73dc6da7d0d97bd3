import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { routineResults } from './routine-storage';

/** The last result of each view. It is never considered fresh, because another tab can run a view. */
export function routineResultsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: routineResults.queryKey(own),
    queryFn: () => routineResults.readAll(own),
    staleTime: 0,
  });
}
