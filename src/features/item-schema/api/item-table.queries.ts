import { queryOptions } from '@tanstack/react-query';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import type { ServiceClient } from '@/session/service-client';

/** Requests the metadata of all columns of the item table. */
export function itemTableQuery(client: ServiceClient) {
  return queryOptions({
    queryKey: [itemTableEndpoint.name],
    queryFn: ({ signal }) => client.send(itemTableEndpoint, undefined, { signal }),
  });
}
