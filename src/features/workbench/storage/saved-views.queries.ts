import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { savedViews } from './saved-views';

/** All saved views of the user at this service. Another tab can change them, so every mount and focus refetches. */
export function savedViewsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: savedViews.queryKey(own),
    queryFn: () => savedViews.readAll(own),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
