import { useQuery } from '@tanstack/react-query';
import type { PriceColumn } from '@/contract/column';
import { useServiceClient } from '@/session/session-context';
import { snapshotQuery } from '../../snapshot/snapshot.queries';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useOpenCopy } from '../../snapshot/use-open-copy';
import { useWorkbenchScope } from '../../controller/use-workbench';

/** A snapshot beside the one on screen. */
export interface OtherSnapshot {
  readonly other: OpenSnapshot | null;
  /** Why the snapshot could not be opened; null if it is open or being opened. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** Opens another snapshot or kept copy of a price column; a cache key of null opens nothing. */
export function useOtherSnapshot(priceColumn: PriceColumn, cacheKey: string | null): OtherSnapshot {
  const { isLocked } = useWorkbenchScope();
  const client = useServiceClient();
  const { data, error, refetch } = useQuery(
    snapshotQuery(client, priceColumn, cacheKey, null, useOpenCopy(priceColumn, isLocked)),
  );
  // The data may belong to the previous snapshot.
  const other = cacheKey !== null && data?.snapshot.cacheKey === cacheKey ? data : null;
  return { other, error, retry: () => void refetch() };
}
