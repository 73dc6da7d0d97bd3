import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { theme } from '@/app/theme/theme';
import type { Session } from '@/session/session';
import { SessionProvider } from '@/session/session-context';
import type { SessionState } from '@/session/machine/session-state';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { ServiceError } from '@/ui/http/service-error';
import { SignInAgainDialog } from './sign-in-again-dialog';

const ENDED: SessionState = {
  status: 'ended',
  account: {
    serviceAddress: 'https://prices.example.com/papi',
    service: 'https://prices.example.com/papi',
    clientId: 'colonnade',
    userName: 'anna',
    displayName: 'Anna',
    method: 'password',
    sessionId: 's1',
  },
  rights: { kind: 'unknown' },
  isKept: false,
  endedBy: 'service',
};

const SIGNED_IN: SessionState = {
  ...ENDED,
  status: 'signed-in',
  renewsAtMs: null,
  connection: 'online',
};

function setUp(signInAgain: Session['signInAgain'], first: SessionState = ENDED) {
  let state = first;
  const listeners = new Set<() => void>();
  const session: Pick<Session, 'getState' | 'subscribe' | 'signInAgain' | 'limits'> = {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signInAgain,
    limits: { idleMs: null, maxAgeMs: 1 },
  };
  render(
    <MantineProvider env="test" theme={theme}>
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage={undefined} defaultFormats={undefined}>
          <SessionProvider session={session as Session}>
            <SignInAgainDialog />
          </SessionProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return {
    field: () => screen.getByLabelText('Password'),
    user: userEvent.setup(),
    change: (next: SessionState) =>
      act(() => {
        state = next;
        for (const listener of listeners) listener();
      }),
  };
}

test.each([
  { gone: 'after the dialog opened', back: 'before it closes' },
  { gone: 'before the dialog opens', back: 'before it closes' },
  { gone: 'before the dialog opens', back: 'after it closed' },
])('the focus returns to the grid whose focused cell went $gone, and whose rows came $back', async (when) => {
  const grid = document.createElement('div');
  grid.setAttribute('role', 'grid');
  grid.innerHTML = '<div role="row"><div role="gridcell" tabindex="0">row 2</div></div>';
  document.body.append(grid);
  const { field, change } = setUp(() => Promise.resolve(), SIGNED_IN);
  screen.getByRole('gridcell', { name: 'row 2' }).focus();
  if (when.gone.startsWith('before')) grid.innerHTML = '';
  change(ENDED);
  await waitFor(() => expect(field()).toHaveFocus());
  const lastRow = '<div role="row"><div role="gridcell" tabindex="0">last row</div></div>';
  grid.innerHTML = when.back.startsWith('before') ? lastRow : '';
  change(SIGNED_IN);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  if (when.back.startsWith('after')) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    grid.innerHTML = lastRow;
  }
  await waitFor(() => expect(screen.getByRole('gridcell', { name: 'last row' })).toHaveFocus());
  grid.remove();
});

test('an empty password is not sent, and the error goes with the first character', async () => {
  const signInAgain = vi.fn<Session['signInAgain']>(() => Promise.resolve());
  const { field, user } = setUp(signInAgain);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(field()).toHaveAccessibleDescription('Enter your password.'));
  expect(field()).toHaveFocus();
  await user.type(field(), 'r');
  expect(field()).not.toHaveAccessibleDescription('Enter your password.');
  await user.clear(field());
  expect(field()).not.toHaveAccessibleDescription('Enter your password.');
  expect(signInAgain).not.toHaveBeenCalled();
});

test('the password leaves its field when it is sent, and the field keeps the focus for another try', async () => {
  const signInAgain = vi.fn<Session['signInAgain']>(() =>
    Promise.reject(new ServiceError({ kind: 'unauthenticated' }, 403)),
  );
  const { field, user } = setUp(signInAgain);
  await user.type(field(), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(signInAgain).toHaveBeenCalledExactlyOnceWith('wrong', {
    signal: expect.any(AbortSignal) as AbortSignal,
  });
  expect(field()).toHaveValue('');
  expect(field()).toHaveFocus();
});

test('an attempt that is under way can be cancelled', async () => {
  const signInAgain = vi.fn<Session['signInAgain']>(
    (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new ServiceError({ kind: 'cancelled' })));
      }),
  );
  const { field, user } = setUp(signInAgain);
  await user.type(field(), 'right{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});
