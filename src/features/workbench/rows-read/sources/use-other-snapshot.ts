import { useQuery } from '@tanstack/react-query';
import type { PriceColumn } from '@/contract/column';
import { useServiceClient } from '@/session/session-context';
import { snapshotQuery } from '../../snapshot/snapshot.queries';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useOpenCopy } from '../../snapshot/use-open-copy';
import { useWorkbenchScope } from '../../controller/use-workbench';

/** A snapshot that is opened in addition to the one on screen. */
export interface OtherSnapshot {
  readonly other: OpenSnapshot | null;
  /** Why the snapshot could not be opened; null if it is open or is being opened. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** Opens another snapshot or kept copy of a price column. If the cache key is null, nothing is opened. */
export function useOtherSnapshot(priceColumn: PriceColumn, cacheKey: string | null): OtherSnapshot {
  const { isLocked } = useWorkbenchScope();
  const client = useServiceClient();
  const { data, error, refetch } = useQuery(
    snapshotQuery(client, priceColumn, cacheKey, null, useOpenCopy(priceColumn, isLocked)),
  );
  // The data of the previous snapshot is ignored.
  const other = cacheKey !== null && data?.snapshot.cacheKey === cacheKey ? data : null;
  return { other, error, retry: () => void refetch() };
}
