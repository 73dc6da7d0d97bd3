import {
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { PriceColumn } from '@/contract/column';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { withFields } from '@/rows/price-rows/read-price-columns';
import { fieldsKey, withRefusedUses } from '@/rows/price-rows/refused-uses';
import { extractionPermission } from '@/session/rights/rights';
import { useExtractionPermission, useServiceClient } from '@/session/session-context';
import type { ServiceClient } from '@/session/service-client';
import type { Session } from '@/session/session';
import { rightsOf } from '@/session/machine/session-state';

/** Requests all configured price columns. */
export function priceColumnsQuery(client: ServiceClient) {
  return queryOptions({
    queryKey: [priceColumnsEndpoint.name],
    queryFn: async ({ signal, client: cache }) => {
      const list = await client.send(priceColumnsEndpoint, undefined, { signal });
      return list.map((priceColumn) => withRefusedUses(priceColumn, cache));
    },
  });
}

/** Requests a price column with the fields that the service does not list. They are known as long as the session lasts. */
export function fieldsQuery(client: ServiceClient, priceColumn: PriceColumn) {
  return queryOptions({
    queryKey: fieldsKey(priceColumn.name),
    queryFn: async ({ signal, client: cache }) =>
      withRefusedUses(await withFields(client, priceColumn, signal), cache),
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** Like `priceColumnsQuery`, for route loaders. Returns null if the account may not extract prices; then nothing is requested. */
export function permittedPriceColumnsQuery({ client, getState }: Session) {
  const permission = extractionPermission(rightsOf(getState()), client.dialect);
  return permission === 'denied' ? null : priceColumnsQuery(client);
}

const NONE: readonly PriceColumn[] = [];

/** How many price columns have their fields read at the same time. Others wait, because a service may have a thousand. */
const READ_AT_ONCE = 2;

/** A price column whose fields could not be read, and why. */
export interface UnreadFields {
  readonly priceColumn: PriceColumn;
  readonly error: Error;
}

/** Price columns with all fields that are known. */
export interface KnownFields {
  readonly priceColumns: readonly PriceColumn[];
  /** The number of needed price columns whose fields are not read yet. */
  readonly pendingCount: number;
  /** The needed price columns whose fields could not be read. */
  readonly failed: readonly UnreadFields[];
  readonly retry: () => void;
}

/** Says of which price columns the fields are needed. */
export type NeedsFields = (priceColumn: PriceColumn) => boolean;

export const needsAllFields: NeedsFields = () => true;
export const needsNoFields: NeedsFields = () => false;

/**
 * Adds the fields that the service does not list. Those of the price columns that `needsFields` are read if they are not known; all others
 * are there if another part of the console has read them.
 */
export function useFields(list: readonly PriceColumn[], needsFields: NeedsFields): KnownFields {
  const client = useServiceClient();
  const cache = useQueryClient();
  const unlisted = list.filter((each) => each.areFieldsListed === false);
  const needed = unlisted.filter(needsFields);
  const isUnread = ({ name }: PriceColumn) =>
    (cache.getQueryState(fieldsKey(name))?.status ?? 'pending') === 'pending';
  const read = new Set(needed.filter(isUnread).slice(0, READ_AT_ONCE));
  const results = useQueries({
    queries: unlisted.map((each) => ({ ...fieldsQuery(client, each), enabled: read.has(each) })),
    combine: resultsOf,
  });
  const priceColumns = useMemo(() => {
    if (results.length === 0) return list;
    const known = new Map(results.flatMap(({ data }) => (data === null ? [] : [[data.name, data] as const])));
    return list.map((each) => (each.areFieldsListed === false ? (known.get(each.name) ?? each) : each));
  }, [list, results]);
  const resultOf = (priceColumn: PriceColumn) => results[unlisted.indexOf(priceColumn)];
  const failed = needed.flatMap((priceColumn): readonly UnreadFields[] => {
    const error = resultOf(priceColumn)?.error ?? null;
    return error === null ? [] : [{ priceColumn, error }];
  });
  return {
    priceColumns,
    pendingCount: needed.filter((each) => resultOf(each)?.isPending !== false).length,
    failed,
    retry: () => {
      // They count as unread again, and are read a few at a time.
      for (const { priceColumn } of failed)
        void cache.resetQueries({ queryKey: fieldsKey(priceColumn.name) });
    },
  };
}

function resultsOf(results: readonly UseQueryResult<PriceColumn>[]) {
  return results.map(({ data, status, error }) => ({
    data: data ?? null,
    isPending: status === 'pending',
    error: status === 'error' ? error : null,
  }));
}

/**
 * Returns the price columns if they have loaded. Returns none while they load, after a failure, or without the permission. If the service
 * does not list fields, those of the price columns that `needsFields` are read.
 */
export function useKnownPriceColumns({
  isNeeded = true,
  needsFields = needsNoFields,
} = {}): readonly PriceColumn[] {
  const isDenied = useExtractionPermission() === 'denied';
  const client = useServiceClient();
  const list = useQuery({ ...priceColumnsQuery(client), enabled: isNeeded && !isDenied }).data ?? NONE;
  return useFields(list, needsFields).priceColumns;
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
