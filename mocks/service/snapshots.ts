import { unknownSnapshot } from './refusal';
import { randomId } from './random-id';
import type { ServiceContext } from './service-context';
import type { StoredSnapshot } from './state';

/** Creates a snapshot to store. Its lifetime begins now. */
export function makeSnapshot(
  content: Pick<StoredSnapshot, 'selection' | 'fields' | 'rowCount'>,
  context: ServiceContext,
): StoredSnapshot {
  const createdAtMs = context.nowMs();
  const expiresAtMs = createdAtMs + context.store.read().settings.snapshotLifetimeMs;
  return { ...content, cacheKey: randomId(), createdAtMs, expiresAtMs };
}

/** Stores snapshots, and deletes those that have expired. */
export function storeSnapshots(snapshots: readonly StoredSnapshot[], context: ServiceContext): void {
  const state = context.store.read();
  const living = state.snapshots.filter(({ expiresAtMs }) => expiresAtMs > context.nowMs());
  context.store.write({ ...state, snapshots: [...living, ...snapshots] });
}

/** Finds a snapshot. Throws a Refusal (410) if its key is unknown, has expired, or belongs to another price column. */
export function findSnapshot(
  cacheKey: string,
  priceColumn: string,
  { store, nowMs }: ServiceContext,
): StoredSnapshot {
  const snapshot = store.read().snapshots.find((candidate) => candidate.cacheKey === cacheKey);
  const isGood =
    snapshot !== undefined &&
    snapshot.expiresAtMs > nowMs() &&
    snapshot.selection.priceColumn === priceColumn;
  if (!isGood) throw unknownSnapshot();
  return snapshot;
}
