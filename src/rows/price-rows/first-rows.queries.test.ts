import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { ServiceClient } from '@/session/service-client';
import { firstRowsQuery } from './first-rows.queries';

test('a look that is over at once, because the query runs on arrival, sends nothing', async () => {
  const send = vi.fn<ServiceClient['send']>();
  const queryClient = new QueryClient();
  const query = firstRowsQuery({ send } as unknown as ServiceClient, 'SalesPrice', null);
  const look = queryClient.fetchQuery(query).catch(() => 'cancelled');
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  expect(await look).toBe('cancelled');
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(send).not.toHaveBeenCalled();
});
