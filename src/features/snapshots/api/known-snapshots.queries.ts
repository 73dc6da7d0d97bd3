import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { knownSnapshots, readSnapshots } from '../storage/known-snapshots';

/** The person's snapshots in this browser. Another tab may change them, so they are read again on focus. */
export function knownSnapshotsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: knownSnapshots.queryKey(own),
    queryFn: () => readSnapshots(own),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
