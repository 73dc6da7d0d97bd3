import { queryOptions } from '@tanstack/react-query';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import type { ServiceClient } from '@/session/service-client';

/** The item table's column metadata. */
export function itemTableQuery(client: ServiceClient) {
  return queryOptions({
    queryKey: [itemTableEndpoint.name],
    queryFn: ({ signal }) => client.send(itemTableEndpoint, undefined, { signal }),
  });
}
