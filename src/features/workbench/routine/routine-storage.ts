import type { PriceColumn, PriceField } from '@/contract/column';
import { deleteCopy } from '@/rows/kept-copies/keep-copy';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import type { ServiceClient } from '@/session/service-client';
import { ownedStore, type OwnRecords } from '@/lib/storage/owned-store';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import { readAllRows, type AllRows } from '@/analysis/reading/read-all-rows';
import { openKeptCopy } from '../snapshot/open-kept-copy';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { savedViews } from '../storage/saved-views';
import { routineResultSchema, type RoutineResult } from './routine-result';

/** The snapshot to keep, with its description. */
export interface KeepRequest {
  readonly openSnapshot: OpenSnapshot;
  readonly priceColumn: PriceColumn;
  /** The query as in the address. */
  readonly search: Readonly<Record<string, string>>;
  /** A description of the query. */
  readonly words: string;
  readonly name: string;
}

/** The kept rows of a snapshot, which stay until the next routine. */
export type KeptRows = Pick<KeptCopy, 'id' | 'takenAtMs' | 'rowCount' | 'search'>;

/** Keeps all rows. `onProgress` receives 0 to 1. Null after a failure, which was already reported. Rejects with the signal's reason. */
export type KeepSnapshot = (
  request: KeepRequest,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) => Promise<KeptRows | null>;

export interface ReadKeptOptions {
  readonly priceColumn: PriceColumn;
  readonly isLocked: (field: PriceField) => boolean;
  readonly connect: () => EngineConnection;
  readonly signal: AbortSignal;
}

/** All rows of a kept copy, loaded into an engine. */
export interface KeptRowsRead {
  readonly opened: OpenSnapshot;
  readonly rows: AllRows;
}

export interface RoutineStorage {
  readonly lastResult: (viewId: string) => Promise<RoutineResult | null>;
  /** Replaces the result of a view. The rows that the result refers to must have been kept before. */
  readonly putResult: (result: RoutineResult) => Promise<void>;
  readonly keep: KeepSnapshot;
  /** Rejects with CopyError if the rows are gone or are no longer those that were kept, and like `readAllRows`. */
  readonly readRows: (id: string, options: ReadKeptOptions) => Promise<KeptRowsRead>;
  readonly deleteRows: (id: string) => Promise<void>;
}

/** The last result of each view, in this browser. */
export const routineResults = ownedStore({
  name: 'routine',
  schema: routineResultSchema,
  idOf: ({ viewId }) => viewId,
});

/** Returns the function that reads the rows that a routine has kept in this browser, encrypted. */
export function keptInBrowser(own: OwnRecords, client: ServiceClient): Pick<RoutineStorage, 'readRows'> {
  return {
    readRows: async (id, { priceColumn, ...options }) => {
      const { isLocked, signal } = options;
      const locked = new Set(priceColumn.fields.filter(isLocked).map(({ name }) => name));
      const opened = await openKeptCopy(own, id, (name) => locked.has(name), signal);
      return { opened, rows: await readAllRows(opened, priceColumn, { client, ...options }) };
    },
  };
}

/** Returns the storage of a routine in this browser. */
export function routineStorageOfBrowser(
  own: OwnRecords,
  client: ServiceClient,
  keep: KeepSnapshot,
): RoutineStorage {
  return {
    ...keptInBrowser(own, client),
    keep,
    lastResult: async (viewId) => (await routineResults.readSome(own, [viewId]))[0] ?? null,
    putResult: (result) => routineResults.put(own, [result]),
    deleteRows: (id) => deleteCopy(own, id),
  };
}

/** Deletes the results and rows of views that no longer exist. Never rejects, because the next run deletes what is left. */
export async function forgetRemovedViews(own: OwnRecords): Promise<void> {
  try {
    const known = new Set((await savedViews.readAll(own)).map(({ id }) => id));
    for (const { viewId, now, before } of await routineResults.readAll(own)) {
      if (known.has(viewId)) continue;
      await deleteCopy(own, now.copyId);
      if (before !== null) await deleteCopy(own, before.copyId);
      await routineResults.remove(own, viewId);
    }
  } catch {
    // The next run tries again.
  }
}
