import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SessionProvider } from '@/session/session-context';
import { createWorld } from '@/test/session-world';
import { useOnReconnect } from './use-on-reconnect';

async function signedIn() {
  const tab = await createWorld().signedInTab();
  const onReconnect = vi.fn();
  renderHook(() => useOnReconnect(onReconnect), {
    wrapper: ({ children }) => <SessionProvider session={tab.session}>{children}</SessionProvider>,
  });
  return { onReconnect, tell: (what: 'network-down' | 'network-up') => act(() => tab.emit(what)), tab };
}

it('calls back each time the connection is restored, and not while it stays up or down', async () => {
  const { onReconnect, tell } = await signedIn();
  tell('network-up');
  tell('network-down');
  expect(onReconnect).not.toHaveBeenCalled();
  tell('network-up');
  tell('network-down');
  tell('network-up');
  expect(onReconnect).toHaveBeenCalledTimes(2);
});

it('does nothing after a sign-out without a connection', async () => {
  const { onReconnect, tell, tab } = await signedIn();
  tell('network-down');
  await act(() => tab.session.signOut());
  tell('network-up');
  expect(onReconnect).not.toHaveBeenCalled();
});
