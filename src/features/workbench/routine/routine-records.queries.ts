import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { routineResults } from './routine-storage';

/** The last result of each view. Another tab can run a view meanwhile. */
export function routineResultsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: routineResults.queryKey(own),
    queryFn: () => routineResults.readAll(own),
    staleTime: 0,
  });
}
