import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { knownSnapshots, readSnapshots } from '../storage/known-snapshots';

/** Reads the account's snapshots in this browser. They are read again on focus, because another tab may change them. */
export function knownSnapshotsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: knownSnapshots.queryKey(own),
    queryFn: () => readSnapshots(own),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
