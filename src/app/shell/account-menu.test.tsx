import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import * as keepCopy from '@/rows/kept-copies/keep-copy';
import { KeptCopiesModeContext } from '@/rows/kept-copies/kept-copies-mode';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { SessionProvider } from '@/session/session-context';
import type { RuntimeConfig } from '@/ui/config/runtime-config';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import type { RecordStorage } from '@/lib/storage/record-storage';
import { RecordStorageContext } from '@/session/use-own-records';
import { createMemoryRecords } from '@/test/memory-records';
import { ANNA, createWorld } from '@/test/session-world';
import { testCopy } from '@/test/test-snapshot';
import { AccountMenu } from './account-menu';

const COPY = testCopy();

/** Renders the menu of a signed-in user, with a fake storage of the user's records. */
async function renderMenu({
  mode = 'allowed',
  copies = [],
}: { readonly mode?: RuntimeConfig['keptCopies']; readonly copies?: readonly KeptCopy[] } = {}) {
  const { session } = await createWorld().signedInTab();
  const forget = vi.fn<RecordStorage['forget']>(() => Promise.resolve());
  const storage: RecordStorage = {
    forget,
    read: (_account, collection) =>
      Promise.resolve(collection === 'copies' ? copies.map((copy) => ({ id: copy.id, value: copy })) : []),
    write: () => Promise.resolve(),
    fileSealing: createMemoryRecords().fileSealing,
    subscribe: () => () => undefined,
  };
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <SessionProvider session={session}>
            <QueryClientProvider client={new QueryClient()}>
              <RecordStorageContext value={storage}>
                <KeptCopiesModeContext value={mode}>
                  <AccountMenu />
                </KeptCopiesModeContext>
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

const signedOut = (session: Awaited<ReturnType<typeof renderMenu>>['session']) =>
  session.getState().status === 'signed-out';

test('who has kept copies is asked what becomes of them; going back to work neither signs out nor deletes', async () => {
  const deleteAll = vi.spyOn(keepCopy, 'deleteAllCopies').mockResolvedValue();
  const { session, open } = await renderMenu({ copies: [COPY] });
  const ask = async () => {
    await userEvent.click((await open()).getByRole('menuitem', SIGN_OUT));
    return within(await screen.findByRole('dialog', { name: 'Sign out' }));
  };
  await ask();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([signedOut(session), deleteAll.mock.calls]).toEqual([false, []]);
  await userEvent.click((await ask()).getByRole('button', { name: 'Delete them' }));
  await vi.waitFor(() => expect(signedOut(session)).toBe(true));
  await vi.waitFor(() => expect(deleteAll).toHaveBeenCalledOnce());
  deleteAll.mockRestore();
});

test('copies stay where that is chosen, and go unasked where the installation ends them with the session', async () => {
  const deleteAll = vi.spyOn(keepCopy, 'deleteAllCopies').mockResolvedValue();
  const kept = await renderMenu({ copies: [COPY] });
  await userEvent.click((await kept.open()).getByRole('menuitem', SIGN_OUT));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep copies on this computer' }));
  await vi.waitFor(() => expect(signedOut(kept.session)).toBe(true));
  expect(deleteAll).not.toHaveBeenCalled();
  cleanup();

  const { session, open } = await renderMenu({ copies: [COPY], mode: 'untilSignOut' });
  await userEvent.click((await open()).getByRole('menuitem', SIGN_OUT));
  await vi.waitFor(() => expect(deleteAll).toHaveBeenCalledOnce());
  expect(signedOut(session)).toBe(true);
  deleteAll.mockRestore();
});
