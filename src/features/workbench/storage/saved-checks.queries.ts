import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { savedChecks } from './saved-checks';

/** The checks and dismissed findings saved for all price columns. Another tab can change them. */
export function savedChecksQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: savedChecks.queryKey(own),
    queryFn: () => savedChecks.readAll(own),
    staleTime: 0,
  });
}
