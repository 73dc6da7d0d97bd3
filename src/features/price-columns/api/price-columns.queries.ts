import { queryOptions } from '@tanstack/react-query';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import type { ServiceClient } from '@/session/service-client';

/** Every configured price column. */
export function priceColumnsQuery(client: ServiceClient) {
  return queryOptions({
    queryKey: ['price-columns'],
    queryFn: ({ signal }) => client.send(priceColumnsEndpoint, undefined, { signal }),
  });
}
