import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { createFakeBrowser } from '@/test/fake-browser';
import { createFakeClock } from '@/test/fake-clock';
import { createSession } from '@/session/session';
import { SessionProvider } from '@/session/session-context';
import type { ConfiguredService } from '@/session/service-binding';
import { DEFAULT_CONFIG } from '@/shared/config/runtime-config';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import { startMessages } from '@/shared/i18n/catalogue';
import { createStubService, STUB_ADDRESS } from '@/test/stub-service';
import { ANNA } from '@/test/session-world';
import { SignInScreen } from './sign-in-screen';

function inFrontOf(upstreamAddress: string): { readonly configured: ConfiguredService } {
  return { configured: { serviceAddress: STUB_ADDRESS, isFixed: true, upstreamAddress } };
}

function createBrowser() {
  const clock = createFakeClock();
  const service = createStubService({ clock });
  return { clock, ...createFakeBrowser({ clock, fetch: service.fetch }) };
}

function renderScreen(session: ReturnType<typeof createSession>): void {
  render(
    <MantineProvider>
      <IntlProvider locale="en" messages={startMessages}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <SessionProvider session={session}>
            <SignInScreen config={DEFAULT_CONFIG} demo={null} />
          </SessionProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
}

test('a session that belongs to another service is told, with both services', async () => {
  const browser = createBrowser();
  const first = createSession(browser.openTab(inFrontOf('https://a.example.com/papi')).ports);
  await first.signIn({ ...ANNA, keepSignedIn: true });
  first.stop();
  const next = createSession(browser.openTab(inFrontOf('https://b.example.com/papi')).ports);
  await next.restored;
  renderScreen(next);
  expect(screen.getByText('This console now works with another service')).toBeVisible();
  expect(
    screen.getByText(
      /You were signed in to https:\/\/a\.example\.com\/papi.+https:\/\/b\.example\.com\/papi/,
    ),
  ).toBeVisible();
});

test('what the browser did not delete is told, with what to do', async () => {
  const browser = createBrowser();
  const session = createSession(browser.openTab().ports);
  await session.signIn({ ...ANNA, keepSignedIn: true });
  browser.faults.isStuck = true;
  void session.signOut();
  renderScreen(session);
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => browser.clock.advance(30_000));
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('the browser kept your session');
  expect(within(alert).getAllByRole('listitem')).toHaveLength(2);
});
