import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { PriceColumn } from '@/contract/column';
import type { ExtractionQuery, FilterCondition } from '@/contract/extraction';
import { copyIdOf } from '@/rows/kept-copies/kept-copy';
import type { ServiceClient } from '@/session/service-client';
import type { WhileCounting } from '@/analysis/snapshot/first-page';
import { readSnapshot, takeSnapshot, type OpenSnapshot } from '@/analysis/snapshot/open-snapshot';

/** Snapshots stay in the cache this long after the user leaves them, so that the Back button shows them at once. */
const KEEP_UNSEEN_MS = 10 * 60_000;

/** Opens a snapshot, or a kept copy with `openCopy`. `whileCounting` shows its first page. The data never becomes stale, and its row cache limits its memory. */
export function snapshotQuery(
  client: ServiceClient,
  priceColumn: PriceColumn,
  cacheKey: string | null,
  columns: readonly string[] | null,
  openCopy: (id: string, signal: AbortSignal) => Promise<OpenSnapshot>,
  {
    query = null,
    whileCounting = (open) => open(),
  }: {
    /** The query of the snapshot; null if it is unknown. Only services that expect it again get it. */
    readonly query?: ExtractionQuery | null;
    readonly whileCounting?: WhileCounting;
  } = {},
) {
  const copyId = copyIdOf(cacheKey);
  return queryOptions({
    queryKey: queryKeyOf(priceColumn.name, cacheKey),
    queryFn: ({ signal }) =>
      copyId === null
        ? whileCounting((onCounting) =>
            readSnapshot(client, priceColumn, cacheKey ?? '', columns, signal, { onCounting, query }),
          )
        : openCopy(copyId, signal),
    enabled: cacheKey !== null,
    staleTime: Infinity,
    gcTime: KEEP_UNSEEN_MS,
    // The data is a store with functions, which cannot be compared structurally.
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
}

/** Takes a snapshot to compare with the snapshot `besideKey`. The data is cached by fields, conditions and that key. */
export function newSnapshotQuery(
  client: ServiceClient,
  priceColumn: PriceColumn,
  fields: readonly string[],
  besideKey: string,
  filters: readonly FilterCondition[] = [],
) {
  return queryOptions({
    queryKey: [...queryKeyOf(priceColumn.name, null), fields, besideKey, filters],
    queryFn: ({ signal }) => takeSnapshot(client, priceColumn, { fields, filters, sort: [] }, signal),
    staleTime: Infinity,
    gcTime: KEEP_UNSEEN_MS,
    structuralSharing: false,
    retry: false,
  });
}

/** Caches a snapshot that was just taken, so that opening it sends no request. */
export function cacheSnapshot(queryClient: QueryClient, priceColumn: string, opened: OpenSnapshot): void {
  queryClient.setQueryData(queryKeyOf(priceColumn, opened.snapshot.cacheKey), opened);
}

function queryKeyOf(priceColumn: string, cacheKey: string | null) {
  return ['snapshot', priceColumn, cacheKey] as const;
}
