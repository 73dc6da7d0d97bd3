import { ownedStore, type OwnRecords } from '@/shared/storage/owned-store';
import { knownSnapshotSchema, listed, withSnapshot, type KnownSnapshot } from '../model/known-snapshot';

/** Snapshots taken or received in this browser. */
export const knownSnapshots = ownedStore({
  name: 'snapshots',
  schema: knownSnapshotSchema,
  idOf: ({ cacheKey }) => cacheKey,
});

/** The snapshots, the latest first. Rejects where storage is refused. */
export async function readSnapshots(own: OwnRecords): Promise<readonly KnownSnapshot[]> {
  return listed(await knownSnapshots.readAll(own));
}

/** Adds one, or changes it, and forgets those beyond the limit. Rejects where storage is refused or full. */
export async function writeSnapshot(own: OwnRecords, snapshot: KnownSnapshot): Promise<void> {
  await knownSnapshots.update(own, (known) => withSnapshot(known, snapshot));
}
