import { ownedStore, type OwnRecords } from '@/lib/storage/owned-store';
import {
  knownSnapshotSchema,
  listed,
  withReceptionMark,
  withSnapshot,
  type KnownSnapshot,
  type ReceptionMark,
  type ReportedSnapshot,
  type SnapshotLabels,
} from '../model/known-snapshot';

export const knownSnapshots = ownedStore({
  name: 'snapshots',
  schema: knownSnapshotSchema,
  idOf: ({ cacheKey }) => cacheKey,
});

/** Reads the listed snapshots, the latest first. Rejects if storage is refused. */
export async function readSnapshots(own: OwnRecords): Promise<readonly KnownSnapshot[]> {
  return listed(await knownSnapshots.readAll(own));
}

/** Adds or replaces a snapshot, and removes snapshots beyond the limit. Rejects if storage is refused or full. */
export async function writeSnapshot(own: OwnRecords, snapshot: ReportedSnapshot): Promise<void> {
  await knownSnapshots.update(own, (known) => withSnapshot(known, snapshot));
}

/** Stores the name and note of a listed snapshot. Rejects if storage is refused or full. */
export async function labelSnapshot(own: OwnRecords, { cacheKey, ...labels }: SnapshotLabels): Promise<void> {
  await knownSnapshots.update(own, (known) =>
    known.map((snapshot) => (snapshot.cacheKey === cacheKey ? { ...snapshot, ...labels } : snapshot)),
  );
}

/** Records how the user reacted to events about snapshots. Rejects if storage is refused or full. */
export async function markReception(own: OwnRecords, mark: ReceptionMark): Promise<void> {
  await knownSnapshots.update(own, (known) => withReceptionMark(known, mark));
}
