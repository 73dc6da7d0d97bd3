import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { rightsFromIds } from '@/session/rights/rights';
import type { Session } from '@/session/session';
import { SessionProvider } from '@/session/session-context';
import { coreOf } from '@/test/session-parts';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { usePriceColumnNames } from './price-columns.queries';

function renderNames() {
  let resolve: (columns: (typeof TEST_PRICE_COLUMN)[]) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const answered = new Promise<(typeof TEST_PRICE_COLUMN)[]>((...settle) => {
    [resolve, reject] = settle;
  });
  const state = {
    status: 'signed-in',
    account: coreOf('session-1').account,
    rights: rightsFromIds(['api-prices-extraction']),
    renewsAtMs: null,
    connection: 'online',
    isKept: false,
  } as const;
  const session = {
    getState: () => state,
    subscribe: () => () => undefined,
    client: { send: () => answered },
  } as unknown as Session;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(() => usePriceColumnNames(), {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>
        <SessionProvider session={session}>{children}</SessionProvider>
      </QueryClientProvider>
    ),
  });
  return { resolve, reject, nameOf: (name: string) => result.current(name) };
}

test('no technical name stands for a display name that is on its way', async () => {
  const { resolve, nameOf } = renderNames();
  expect(nameOf(TEST_PRICE_COLUMN.name)).toBeNull();
  resolve([TEST_PRICE_COLUMN]);
  await waitFor(() => expect(nameOf(TEST_PRICE_COLUMN.name)).toBe(TEST_PRICE_COLUMN.displayName));
  expect(nameOf('Gone')).toBe('Gone');
});

test('without the display names there are the technical ones', async () => {
  const { reject, nameOf } = renderNames();
  reject(new Error('The service has failed.'));
  await waitFor(() => expect(nameOf(TEST_PRICE_COLUMN.name)).toBe(TEST_PRICE_COLUMN.name));
});
