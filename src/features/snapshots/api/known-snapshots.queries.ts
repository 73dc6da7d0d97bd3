import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { OwnRecords } from '@/shared/storage/owned-store';
import type { KnownSnapshot } from '../model/known-snapshot';
import { knownSnapshots, readSnapshots, writeSnapshot } from '../storage/known-snapshots';

/** The person's snapshots in this browser. Another tab may have changed them: read again when one comes back to them. */
export function knownSnapshotsQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: knownSnapshots.queryKey(own),
    queryFn: () => readSnapshots(own),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Takes a snapshot into the list. Never rejects: without storage there is only no list. */
export async function rememberKnownSnapshot(
  queryClient: QueryClient,
  own: OwnRecords,
  snapshot: KnownSnapshot,
): Promise<void> {
  try {
    await writeSnapshot(own, snapshot);
    await queryClient.invalidateQueries({ queryKey: knownSnapshotsQuery(own).queryKey });
  } catch {
    // Storage is refused or full.
  }
}
