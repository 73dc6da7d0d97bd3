import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PriceColumn } from '@/contract/column';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { extractionPermission } from '@/session/rights/rights';
import { useExtractionPermission, useServiceClient } from '@/session/session-context';
import type { ServiceClient } from '@/session/service-client';
import type { Session } from '@/session/session';
import { rightsOf } from '@/session/machine/session-state';

/** Every configured price column. */
export function priceColumnsQuery(client: ServiceClient) {
  return queryOptions({
    queryKey: [priceColumnsEndpoint.name],
    queryFn: ({ signal }) => client.send(priceColumnsEndpoint, undefined, { signal }),
  });
}

/** The same for a loader; null where the person may not extract prices, and nothing is requested. */
export function permittedPriceColumnsQuery({ client, getState }: Session) {
  const permission = extractionPermission(rightsOf(getState()), client.dialect);
  return permission === 'denied' ? null : priceColumnsQuery(client);
}

const NONE: readonly PriceColumn[] = [];

/** The price columns that have loaded: none while pending, after a failure, or without the permission. */
export function useKnownPriceColumns({ isNeeded = true } = {}): readonly PriceColumn[] {
  const isDenied = useExtractionPermission() === 'denied';
  const client = useServiceClient();
  return useQuery({ ...priceColumnsQuery(client), enabled: isNeeded && !isDenied }).data ?? NONE;
}

/** Returns a function that finds a price column's display name: null while it loads, the name itself if it is not known. */
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
