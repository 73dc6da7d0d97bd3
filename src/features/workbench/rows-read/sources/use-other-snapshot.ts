import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PriceColumn } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import { localDay } from '@/lib/formats/iso-date';
import { useServiceClient } from '@/session/session-context';
import { snapshotQuery } from '../../snapshot/snapshot.queries';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useOpenCopy } from '../../snapshot/use-open-copy';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { repeatedQuery } from '../../model/repeated-query';
import { useRowsReadScope } from '../rows/rows-read-scope';

/** A snapshot that is opened in addition to the one on screen. */
export interface OtherSnapshot {
  readonly other: OpenSnapshot | null;
  /** Why the snapshot could not be opened; null if it is open or is being opened. */
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Opens another snapshot or kept copy of a price column. If the cache key is null, nothing is opened. If the service keeps no snapshots,
 * only a run of this page can be opened: the client refuses its key without its query, because the same query would find other rows.
 */
export function useOtherSnapshot(priceColumn: PriceColumn, cacheKey: string | null): OtherSnapshot {
  const { isLocked } = useWorkbenchScope();
  const client = useServiceClient();
  const queries = useQueriesOfKey(priceColumn, cacheKey);
  const { data, error, refetch } = useQuery(
    snapshotQuery(client, priceColumn, cacheKey, null, useOpenCopy(priceColumn, isLocked), { queries }),
  );
  // The data of the previous snapshot is ignored.
  const other = cacheKey !== null && data?.snapshot.cacheKey === cacheKey ? data : null;
  return { other, error, retry: () => void refetch() };
}

/** Returns the queries that a snapshot may have, the likeliest first, for services that expect them again; none for other services. */
function useQueriesOfKey(priceColumn: PriceColumn, cacheKey: string | null): readonly ExtractionQuery[] {
  const { isLocked, priceColumn: shown, address, today } = useWorkbenchScope();
  const { comparableOf } = useRowsReadScope();
  const { dialect } = useServiceClient();
  const isRepeated = dialect?.description.extraction.snapshot?.repeatQuery === true;
  const { name } = priceColumn;
  return useMemo(() => {
    if (!isRepeated || cacheKey === null) return [];
    const known = comparableOf(name).find((snapshot) => snapshot.cacheKey === cacheKey);
    const day = known === undefined ? today : localDay(new Date(known.takenAtMs));
    // A link may name a snapshot that this browser does not know. It has probably been compared with the rows of the same query.
    const likely = known === undefined && name === shown.name ? [address] : [];
    return [...(known === undefined ? [] : [known.search]), ...likely, {}].flatMap(
      (search) => repeatedQuery(search, { priceColumn, isLocked, today: day }) ?? [],
    );
  }, [isRepeated, cacheKey, comparableOf, name, shown, address, today, priceColumn, isLocked]);
}
