import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { PriceColumn } from '@/contract/column';
import type { ServiceClient } from '@/session/service-client';
import { readSnapshot, type OpenSnapshot } from '../snapshot/open-snapshot';

/** Opened snapshots stay at hand this long after leaving them, so that Back shows at once what was there. */
const KEEP_UNSEEN_MS = 10 * 60_000;

/**
 * A snapshot that exists. Its rows never change, so it never goes stale; the pages are fetched by the snapshot's own
 * store, within its bound of memory. `columns`: as the address names them, null where it does not.
 */
export function snapshotQuery(
  client: ServiceClient,
  priceColumn: PriceColumn,
  cacheKey: string | null,
  columns: readonly string[] | null,
) {
  return queryOptions({
    queryKey: queryKeyOf(priceColumn.name, cacheKey),
    queryFn: ({ signal }) => readSnapshot(client, priceColumn, cacheKey ?? '', columns, signal),
    enabled: cacheKey !== null,
    staleTime: Infinity,
    gcTime: KEEP_UNSEEN_MS,
    // Not a message but a store with functions; comparing it member by member would be wrong and slow.
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
}

/** Makes a snapshot that has just been taken known, so that opening it asks for nothing. */
export function rememberSnapshot(queryClient: QueryClient, priceColumn: string, opened: OpenSnapshot): void {
  queryClient.setQueryData(queryKeyOf(priceColumn, opened.snapshot.cacheKey), opened);
}

function queryKeyOf(priceColumn: string, cacheKey: string | null) {
  return ['snapshot', priceColumn, cacheKey] as const;
}
