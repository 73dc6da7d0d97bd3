import { useQuery } from '@tanstack/react-query';
import type { PriceColumn } from '@/contract/column';
import { isLocalKey } from '@/contract/local-key';
import { useServiceClient } from '@/session/session-context';
import { ServiceError } from '@/ui/http/service-error';
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

const RUN_GONE = new ServiceError({ kind: 'expired-snapshot', messages: [] });

/** Opens another snapshot or kept copy of a price column. If the cache key is null, nothing is opened. */
export function useOtherSnapshot(priceColumn: PriceColumn, cacheKey: string | null): OtherSnapshot {
  const { isLocked } = useWorkbenchScope();
  const client = useServiceClient();
  // Without snapshots at the service, the rows of an earlier run are gone: the same query would now find other rows.
  const isRunGone = isLocalKey(cacheKey);
  const key = isRunGone ? null : cacheKey;
  const { data, error, refetch } = useQuery(
    snapshotQuery(client, priceColumn, key, null, useOpenCopy(priceColumn, isLocked)),
  );
  // The data of the previous snapshot is ignored.
  const other = key !== null && data?.snapshot.cacheKey === key ? data : null;
  return { other, error: isRunGone ? RUN_GONE : error, retry: () => void refetch() };
}
