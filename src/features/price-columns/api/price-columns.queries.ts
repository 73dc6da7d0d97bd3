import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PriceColumn } from '@/contract/column';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { extractionPermission } from '@/session/rights/rights';
import { useExtractionPermission, useServiceClient } from '@/session/session-context';
import type { ServiceClient } from '@/session/service-client';
import type { Session } from '@/session/session';
import { rightsOf } from '@/session/machine/session-state';

/** Requests all configured price columns. */
export function priceColumnsQuery(client: ServiceClient) {
  return queryOptions({
    queryKey: [priceColumnsEndpoint.name],
    queryFn: ({ signal }) => client.send(priceColumnsEndpoint, undefined, { signal }),
  });
}

/** Like `priceColumnsQuery`, for route loaders. Returns null if the account may not extract prices; then nothing is requested. */
export function permittedPriceColumnsQuery({ client, getState }: Session) {
  const permission = extractionPermission(rightsOf(getState()), client.dialect);
  return permission === 'denied' ? null : priceColumnsQuery(client);
}

const NONE: readonly PriceColumn[] = [];

/** Returns the price columns if they have loaded. Returns none while they load, after a failure, or without the permission. */
export function useKnownPriceColumns({ isNeeded = true } = {}): readonly PriceColumn[] {
  const isDenied = useExtractionPermission() === 'denied';
  const client = useServiceClient();
  return useQuery({ ...priceColumnsQuery(client), enabled: isNeeded && !isDenied }).data ?? NONE;
}

/** Returns a function that returns a price column's display name: null while loading, `name` itself if the column is unknown. */
export function usePriceColumnNames({ isNeeded = true } = {}): (name: string) => string | null {
  const isDenied = useExtractionPermission() === 'denied';
  const { data, isLoading } = useQuery({
    ...priceColumnsQuery(useServiceClient()),
    enabled: isNeeded && !isDenied,
  });
  return useCallback(
    (name) => (isLoading ? null : (data?.find((column) => column.name === name)?.displayName ?? name)),
    [data, isLoading],
  );
}
