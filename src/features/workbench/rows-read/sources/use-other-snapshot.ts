import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PriceColumn } from '@/contract/column';
import { isStable, type ExtractionQuery } from '@/contract/extraction';
import type { AnalysedTable } from '@/analysis/engine/analysed-table';
import { localDay } from '@/lib/formats/iso-date';
import { copyIdOf } from '@/rows/kept-copies/kept-copy';
import { useServiceClient } from '@/session/session-context';
import { ServiceError } from '@/ui/http/service-error';
import { snapshotQuery } from '../../snapshot/snapshot.queries';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useOpenCopy } from '../../snapshot/use-open-copy';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { repeatedQuery } from '../../model/repeated-query';
import type { Reading } from '../reading/use-reading';
import { useRowsReadScope } from '../rows/rows-read-scope';
import { isWhole } from './whole-rows';

/** A snapshot that is opened in addition to the one on screen. */
export interface OtherSnapshot {
  readonly other: OpenSnapshot | null;
  /** Why the snapshot could not be opened; null if it is open or is being opened. */
  readonly error: unknown;
  readonly retry: () => void;
}

const RUN_GONE = new ServiceError({ kind: 'expired-snapshot', messages: [] });

/** The service expects the query of a snapshot again, but this browser does not know it. */
export class UnknownQueryError extends Error {
  override readonly name = 'UnknownQueryError';
}

const QUERY_UNKNOWN = new UnknownQueryError();

/** The times at which all rows of a reading were first seen in its table. */
const wholeSinceMs = new WeakMap<AnalysedTable, number>();

/** Returns the time since which all rows of a reading are there; infinity if they are not. */
function wholeSince(reading: Reading): number {
  const { table } = reading.state;
  if (table === null || !isWhole(reading)) return Infinity;
  const sinceMs = wholeSinceMs.get(table) ?? Date.now();
  wholeSinceMs.set(table, sinceMs);
  return sinceMs;
}

/**
 * Opens another snapshot or kept copy of a price column. If the cache key is null, nothing is opened. If the service keeps no snapshots,
 * only a run of this page can be opened, and only if all rows on screen were read before it: rows that are read later are those of now,
 * so the comparison would find no change. The client refuses the key of any other run, because it gets no query for it.
 */
export function useOtherSnapshot(priceColumn: PriceColumn, cacheKey: string | null): OtherSnapshot {
  const { isLocked } = useWorkbenchScope();
  const { reading, comparableOf } = useRowsReadScope();
  const heldSinceMs = wholeSince(reading);
  const client = useServiceClient();
  const query = useQueryOfKey(priceColumn, cacheKey);
  const isRepeated = client.dialect?.description.extraction.snapshot?.repeatQuery === true;
  const isUnknown = isRepeated && query === null && copyIdOf(cacheKey) === null;
  const { data, error, refetch } = useQuery({
    ...snapshotQuery(client, priceColumn, cacheKey, null, useOpenCopy(priceColumn, isLocked), {
      query: isRepeated ? query : null,
    }),
    enabled: cacheKey !== null && !isUnknown,
  });
  // The data of the previous snapshot is ignored.
  const opened = cacheKey !== null && data?.snapshot.cacheKey === cacheKey ? data : null;
  const isRun = opened !== null && opened.keptCopy === undefined && !isStable(opened.snapshot);
  if (isRun && heldSinceMs > opened.takenAtMs)
    return { other: null, error: RUN_GONE, retry: () => void refetch() };
  if (cacheKey !== null && opened === null && isUnknown) {
    const isReading = comparableOf.isReading === true;
    return { other: null, error: isReading ? null : QUERY_UNKNOWN, retry: () => undefined };
  }
  return { other: opened, error, retry: () => void refetch() };
}

/**
 * Returns the query of a snapshot that the service expects again; null if this browser has not recorded it. Another query is never tried:
 * a service may apply it to the snapshot, and some of its rows would be shown as all of them.
 */
function useQueryOfKey(priceColumn: PriceColumn, cacheKey: string | null): ExtractionQuery | null {
  const { isLocked } = useWorkbenchScope();
  const { comparableOf } = useRowsReadScope();
  return useMemo(() => {
    const known = comparableOf(priceColumn.name).find((snapshot) => snapshot.cacheKey === cacheKey);
    if (known === undefined) return null;
    const today = localDay(new Date(known.takenAtMs));
    return repeatedQuery(known.search, { priceColumn, isLocked, today });
  }, [cacheKey, comparableOf, priceColumn, isLocked]);
}
