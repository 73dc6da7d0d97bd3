import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SessionProvider } from '@/session/session-context';
import { createWorld } from '@/test/session-world';
import { useOnReturn } from './use-on-return';

async function signedIn() {
  const tab = await createWorld().signedInTab();
  const onReturn = vi.fn();
  renderHook(() => useOnReturn(onReturn), {
    wrapper: ({ children }) => <SessionProvider session={tab.session}>{children}</SessionProvider>,
  });
  return { onReturn, tell: (what: 'network-down' | 'network-up') => act(() => tab.tell(what)), tab };
}

it('calls back each time the connection is back, and not while there is one or none', async () => {
  const { onReturn, tell } = await signedIn();
  tell('network-up');
  tell('network-down');
  expect(onReturn).not.toHaveBeenCalled();
  tell('network-up');
  tell('network-down');
  tell('network-up');
  expect(onReturn).toHaveBeenCalledTimes(2);
});

it('does nothing for whoever signs out without a connection', async () => {
  const { onReturn, tell, tab } = await signedIn();
  tell('network-down');
  await act(() => tab.session.signOut());
  tell('network-up');
  expect(onReturn).not.toHaveBeenCalled();
});
