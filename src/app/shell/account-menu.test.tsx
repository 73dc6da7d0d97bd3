import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { SessionProvider } from '@/session/session-context';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import { signedInMessages } from '@/shared/i18n/catalogue-signed-in';
import { type RecordStorage, RecordStorageContext } from '@/shared/storage/record-storage';
import { ANNA, createWorld } from '@/test/session-world';
import { AccountMenu } from './account-menu';

/** The menu of somebody who is signed in, and what is asked of the storage of their records. */
async function renderMenu() {
  const { session } = await createWorld().signedInTab();
  const forget = vi.fn<RecordStorage['forget']>(() => Promise.resolve());
  const storage: RecordStorage = {
    isLasting: true,
    forget,
    read: () => Promise.resolve([]),
    write: () => Promise.resolve(),
    fileSealing: () => Promise.resolve(null),
    subscribe: () => () => undefined,
  };
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={signedInMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <SessionProvider session={session}>
            <QueryClientProvider client={new QueryClient()}>
              <RecordStorageContext value={storage}>
                <AccountMenu />
              </RecordStorageContext>
            </QueryClientProvider>
          </SessionProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: /^Account/ }));
    return within(await screen.findByRole('menu'));
  };
  return { session, forget, open };
}

const FORGET = { name: 'Also delete my views, runs, lists and kept copies from this computer' };
const SIGN_OUT = { name: 'Sign out' };

test('Sign out is one press, and keeps what the person has kept', async () => {
  const { session, forget, open } = await renderMenu();
  const menu = await open();
  expect(menu.getByRole('menuitemcheckbox', FORGET)).not.toBeChecked();
  await userEvent.click(menu.getByRole('menuitem', SIGN_OUT));
  expect(session.getState()).toEqual({ status: 'signed-out', reason: 'signed-out' });
  expect(forget).not.toHaveBeenCalled();
});

test('with the choice above it, the records of this person are forgotten', async () => {
  const { session, forget, open } = await renderMenu();
  const menu = await open();
  await userEvent.click(menu.getByRole('menuitemcheckbox', FORGET));
  expect(menu.getByRole('menuitemcheckbox', FORGET)).toBeChecked();
  await userEvent.click(menu.getByRole('menuitem', SIGN_OUT));
  expect(session.getState()).toMatchObject({ status: 'signed-out' });
  const account = { service: ANNA.serviceAddress, userName: ANNA.userName };
  await vi.waitFor(() => expect(forget).toHaveBeenCalledExactlyOnceWith(account));
});

test('a choice that was not gone through with is not there the next time', async () => {
  const { forget, open } = await renderMenu();
  await userEvent.click((await open()).getByRole('menuitemcheckbox', FORGET));
  await userEvent.keyboard('{Escape}');
  const menu = await open();
  expect(menu.getByRole('menuitemcheckbox', FORGET)).not.toBeChecked();
  await userEvent.click(menu.getByRole('menuitem', SIGN_OUT));
  expect(forget).not.toHaveBeenCalled();
});
