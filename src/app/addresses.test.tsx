import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { configuredService } from '@/session/service-binding';
import { createSession } from '@/session/session';
import { SessionProvider } from '@/session/session-context';
import { DEFAULT_CONFIG } from '@/shared/config/runtime-config';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import { startMessages } from '@/shared/i18n/catalogue';
import { ANNA, createWorld } from '@/test/session-world';
import { createAppRouter } from './router';
import { createSignedInSurroundings } from './signed-in-surroundings';

const PRICE_COLUMN = { displayName: '', description: null, sourceTable: 'T', fields: [{ name: 'Value' }] };

/** The application at an address, for somebody who is signed in. Resolves when a screen is there. */
async function openAt(address: string): Promise<void> {
  window.history.replaceState(null, '', address);
  const { ports } = createWorld().open();
  const session = createSession({
    ...ports,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/papi/api/prices') {
        const Data = ['SalesPrice', 'A/B', '100 %'].map((name) => ({ ...PRICE_COLUMN, name }));
        return Response.json({ Data, Errors: [], Succeeded: true });
      }
      if (pathname.startsWith('/papi/api/prices/')) {
        return Response.json({ Errors: ['cacheKey: too small'], Succeeded: false }, { status: 400 });
      }
      return ports.fetch(request);
    },
  });
  await session.signIn(ANNA);
  const config = {
    ...DEFAULT_CONFIG,
    demoServiceAddress: null,
    installationSecret: null,
    configured: configuredService(DEFAULT_CONFIG, null),
  };
  const SignedInSurroundings = createSignedInSurroundings(session, config);
  const router = createAppRouter({ session, config: DEFAULT_CONFIG, demo: null, SignedInSurroundings });
  await act(async () => {
    render(
      <MantineProvider env="test">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <IntlProvider locale="en" messages={startMessages} timeZone="UTC">
            <SessionProvider session={session}>
              <RouterProvider router={router} />
            </SessionProvider>
          </IntlProvider>
        </FormatSettingsProvider>
      </MantineProvider>,
    );
    await router.load();
  });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument(), {
    timeout: 10_000,
  });
}

test.each([
  ['/nowhere', 'Page not found'],
  ['/prices/a/b', 'Page not found'],
  ['/prices/%E0%A4%A', 'Page not found'],
  ['/%E0%A4%A', 'Page not found'],
  ['/prices/%', 'Page not found'],
  ['/prices/Gone', 'There is no price column “Gone”'],
  ['/prices/__proto__', 'There is no price column “__proto__”'],
  ['/prices/A%2FB', 'A/B'],
  ['/prices/100%20%25', '100 %'],
  ['/sign-in?next=/.//evil.example', 'Price columns'],
  ['/sign-in?next=%2Fprices%2F%25E0%25A4%25A', 'Page not found'],
  ['/prices?search=%E0%A4%A', 'Price columns'],
  ['/prices?search=1&search=2', 'Price columns'],
  ['/snapshots?%=%', 'Snapshots'],
])('%s shows %s', async (address, heading) => {
  await openAt(address);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
  // A way on, whatever is shown.
  expect(screen.getAllByRole('link', { name: /price columns/i }).length).toBeGreaterThan(0);
});

test.each(['', '%20', 'k'.repeat(5_000)])(
  'a key that names no snapshot is told in our words: %s',
  async (key) => {
    await openAt(`/prices/SalesPrice?cacheKey=${key}`);
    expect(await screen.findByText(/names no snapshot/)).toBeVisible();
    expect(screen.queryByText(/too small/i)).toBeNull();
    expect(screen.getByRole('button', { name: 'Run' })).toBeEnabled();
  },
);

test('of a link that is wrong from end to end, a part is told', async () => {
  const fields = Array.from({ length: 3_000 }, (_, at) => `Nothing${at}`).join(',');
  await openAt(`/prices/SalesPrice?v=1&fields=${fields}`);
  expect(await screen.findByText('and 2,992 more')).toBeVisible();
});

const PATHS = [
  '/',
  '/prices',
  '/prices/',
  '/prices/SalesPrice',
  '/schema/item',
  '/snapshots',
  '/sign-in',
  '/x',
];
const NAMES = [
  'v',
  'fields',
  'filter',
  'sort',
  'cacheKey',
  'view',
  'row',
  'search',
  'show',
  'column',
  'next',
];
const rubbish = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '%00',
    '%E0%A4%A',
    '%2F',
    '//',
    '..',
    '~',
    '!',
    '!u',
    ';',
    ',',
    '-',
    '1e99',
    '[]',
    '{}',
  ),
  fc.constantFrom(
    'Value~between~1',
    'Value~is-any-of~!list~x~1',
    '/.//elsewhere.example',
    'null',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const someAddress = fc
  .record({
    path: fc.constantFrom(...PATHS),
    piece: fc.option(rubbish, { nil: '' }),
    search: fc.array(fc.tuple(fc.constantFrom(...NAMES), rubbish), { maxLength: 4 }),
  })
  .map(({ path, piece, search }) => {
    const query = search.map(([name, value]) => `${name}=${value}`).join('&');
    return `${path}${piece === '' ? '' : `/${piece}`}?${query}`.replace(/^\/+/, '/');
  });

test('no address ends on the crash screen, or without a heading', async () => {
  await fc.assert(
    fc.asyncProperty(someAddress, async (address) => {
      await openAt(address);
      expect(screen.queryByText('Something broke on this screen')).toBeNull();
      expect(location.origin).toBe('http://localhost:3000');
      cleanup();
    }),
    { numRuns: 40 },
  );
});
