import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Owner } from '@/shared/storage/owned-records';
import type { KnownSnapshot } from '../model/known-snapshot';
import { readSnapshots, writeSnapshot } from '../storage/known-snapshots';

/** The owner's snapshots in this browser. Another tab may have changed them: read again whenever one comes back to them. */
export function knownSnapshotsQuery(owner: Owner) {
  return queryOptions({
    queryKey: ['known-snapshots', owner.service, owner.userName],
    queryFn: () => readSnapshots(owner),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Takes a snapshot into the list. Never rejects: without storage there is only no list. */
export async function rememberKnownSnapshot(
  queryClient: QueryClient,
  owner: Owner,
  snapshot: KnownSnapshot,
): Promise<void> {
  try {
    await writeSnapshot(owner, snapshot);
    await queryClient.invalidateQueries({ queryKey: knownSnapshotsQuery(owner).queryKey });
  } catch {
    // Storage is refused or full.
  }
}
