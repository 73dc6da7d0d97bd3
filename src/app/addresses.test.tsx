import { cleanup, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import { renderAt } from '@/test/render-at';
import { runs } from '@/test/runs';
import { routeTree } from './route-tree.gen';

const PRICE_COLUMN = { displayName: '', description: null, sourceTable: 'T', fields: [{ name: 'Value' }] };

/** Opens the application at an address, and resolves when a screen is shown. */
async function openAt(address: string): Promise<void> {
  const data = ['SalesPrice', 'A/B', '100 %'].map((name) => ({ ...PRICE_COLUMN, name }));
  await renderAt(address, {
    prepare: ({ controls }) =>
      controls.addFault({ on: 'prices', times: null, fault: { kind: 'data', data } }),
  });
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
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
  // Waits, because the screen has a different heading while the price columns are loading.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading));
  // Every page has a link to another screen.
  expect(screen.getAllByRole('link', { name: /price columns/i }).length).toBeGreaterThan(0);
});

test.each([
  ['empty', ''],
  ['blank', '%20'],
  ['very long', 'k'.repeat(5_000)],
])('a key that names no snapshot is described by the console: %s', async (_, key) => {
  await openAt(`/prices/SalesPrice?cacheKey=${key}`);
  expect(await screen.findByText(/names no snapshot/)).toBeVisible();
  expect(screen.queryByText(/too small/i)).toBeNull();
  expect(screen.getByRole('button', { name: 'Run' })).toBeEnabled();
});

test('a link that is wrong from end to end has only some of its problems listed', async () => {
  const fields = Array.from({ length: 3_000 }, (_, at) => `Nothing${at}`).join(',');
  await openAt(`/prices/SalesPrice?v=1&fields=${fields}`);
  expect(await screen.findByText('and 2,992 more')).toBeVisible();
});

// The addresses of all screens. This router is only read and never runs, so it needs no context.
const SCREENS = Object.keys(createRouter({ routeTree, context: {} as never }).routesByPath);
const PATHS = ['/prices/', '/x', ...SCREENS.map((path) => path.replaceAll(/\$\w+/g, 'SalesPrice'))];
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
  fc.string({ unit: anyChar, maxLength: 6 }).map((text) => encodeURIComponent(text.toWellFormed())),
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
      expect(screen.queryByText('Something went wrong on this screen')).toBeNull();
      expect(location.origin).toBe('http://localhost:3000');
      cleanup();
    }),
    // Tries the addresses of all screens first, then random ones.
    { examples: PATHS.map((path): [string] => [path]), numRuns: PATHS.length + runs(40) },
  );
});
