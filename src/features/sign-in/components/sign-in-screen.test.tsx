import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { theme } from '@/app/theme/theme';
import { createFakeBrowser } from '@/test/fake-browser';
import { createFakeClock } from '@/test/fake-clock';
import { createSession } from '@/session/session';
import { SessionProvider } from '@/session/session-context';
import type { ConfiguredService } from '@/session/machine/service-binding';
import { DEFAULT_CONFIG, type RuntimeConfig } from '@/ui/config/runtime-config';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { startMessages } from '@/ui/i18n/catalogue-start';
import { createStubService, STUB_ADDRESS } from '@/test/stub-service';
import { ANNA, BEN } from '@/test/session-world';
import { SignInScreen } from './sign-in-screen';

function inFrontOf(upstreamAddress: string): { readonly configured: ConfiguredService } {
  return { configured: { serviceAddress: STUB_ADDRESS, isFixed: true, upstreamAddress } };
}

function createBrowser() {
  const clock = createFakeClock();
  const service = createStubService({ clock });
  return { clock, ...createFakeBrowser({ clock, fetch: service.fetch }) };
}

function renderScreen(session: ReturnType<typeof createSession>, config: Partial<RuntimeConfig> = {}): void {
  render(
    <MantineProvider theme={theme}>
      <IntlProvider locale="en" messages={startMessages}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <SessionProvider session={session}>
            <SignInScreen
              config={{ ...DEFAULT_CONFIG, ...config }}
              demo={null}
              opensServiceCheck={false}
              onCheckService={() => undefined}
            />
          </SessionProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
}

test('a session that belongs to another service is reported, with both services', async () => {
  const browser = createBrowser();
  const first = createSession(browser.openTab(inFrontOf('https://a.example.com/papi')).ports);
  await first.signIn({ ...ANNA, keepSignedIn: true });
  first.stop();
  const next = createSession(browser.openTab(inFrontOf('https://b.example.com/papi')).ports);
  await next.restored;
  renderScreen(next);
  expect(await screen.findByText('This console now works with another service')).toBeVisible();
  expect(
    screen.getByText(
      /You were signed in to https:\/\/a\.example\.com\/papi.+https:\/\/b\.example\.com\/papi/,
    ),
  ).toBeVisible();
});

test('what the browser did not delete is reported, with what to do', async () => {
  const browser = createBrowser();
  const session = createSession(browser.openTab().ports);
  await session.signIn({ ...ANNA, keepSignedIn: true });
  browser.faults.isStuck = true;
  void session.signOut();
  renderScreen(session);
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => browser.clock.advance(30_000));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('the browser kept your session');
  expect(within(alert).getAllByRole('listitem')).toHaveLength(2);
});

test.each([
  ['without a secret of the installation', undefined, true],
  ['with one', 'an installation secret of 32 signs', false],
])('on loopback, %s, Keep me signed in says what it means or not', async (_, installationSecret, isSaid) => {
  const session = createSession(createBrowser().openTab().ports);
  await session.restored;
  renderScreen(session, { installationSecret });
  const keep = screen.getByRole('checkbox', { name: 'Keep me signed in' });
  expect(keep).toHaveAccessibleDescription(/^For up to 5 days on this computer\./);
  if (isSaid) expect(keep).toHaveAccessibleDescription(/A program on this computer/);
  else expect(keep).not.toHaveAccessibleDescription(/Another program/);
  expect(document.body.innerHTML).not.toContain('an installation secret');
});

test('a kept session that was not used is reported, with the time that the installation sets', async () => {
  const browser = createBrowser();
  const limits = { idleMs: 30 * 60_000, maxAgeMs: 8 * 3_600_000 };
  const first = createSession(browser.openTab({ limits }).ports);
  await first.signIn({ ...ANNA, keepSignedIn: true });
  first.stop();
  browser.clock.sleep(40 * 60_000);
  const next = createSession(browser.openTab({ limits }).ports);
  await next.restored;
  renderScreen(next);
  // The notice is loaded on demand.
  expect(await screen.findByText(/This console was not used for more than 30 minutes/)).toBeVisible();
  expect(screen.getByText(/For up to 8 hours on this computer/)).toBeVisible();
});

test('without a network it says so, and what waits for it; with the network it is as before', async () => {
  const browser = createBrowser();
  const session = createSession(browser.openTab().ports);
  await session.restored;
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  renderScreen(session);
  expect(await screen.findByText('Offline')).toBeVisible();
  expect(
    screen.getByText(/needs the network\. Kept copies open once their account is signed in/),
  ).toBeVisible();
  network.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText('Offline')).toBeNull();
});

test('somebody else who signed in elsewhere is reported, and a press continues as them', async () => {
  const browser = createBrowser();
  const session = createSession(browser.openTab().ports);
  await session.signIn(ANNA);
  const elsewhere = createSession(browser.openTab().ports);
  await act(() => browser.clock.advance(1_000));
  await elsewhere.signIn(BEN);
  await act(() => browser.clock.advance(1_000));
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  renderScreen(session);
  expect(await screen.findByText('Someone else is signed in now')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Continue as in the other tab' }));
  expect(reload).toHaveBeenCalledOnce();
  reload.mockRestore();
});
