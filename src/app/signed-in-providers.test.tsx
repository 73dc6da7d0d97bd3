import { queryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Session } from '@/session/session';
import { flush } from '@/test/fake-clock';
import { createSignedInProviders } from './signed-in-providers';

test('what was read for one person is read again for the next', async () => {
  let changeAccount: () => void = () => undefined;
  const session: Partial<Session> = {
    onAccountChange: (listener) => {
      changeAccount = () => listener('next');
      return () => undefined;
    },
  };
  const { prefetch } = createSignedInProviders(session as Session, {
    installationSecret: null,
    analysis: true,
    keptCopies: 'never',
    demoServiceAddress: null,
  });
  let readCount = 0;
  const rows = queryOptions({
    queryKey: ['rows'],
    queryFn: () => {
      readCount += 1;
      return readCount;
    },
  });
  const read = async () => {
    prefetch(async () => rows);
    await flush();
    return readCount;
  };
  expect([await read(), await read()]).toEqual([1, 1]);
  changeAccount();
  expect(await read()).toBe(2);
});
