import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { SavedView } from '@/features/workbench/model/saved-view';
import { viewFileText } from '@/features/workbench/model/view-file';
import { renderAt } from '@/test/render-at';
import { breakEndpoint } from '@/test/service-faults';
import { described } from '@/test/service-description.arbitraries';

const description = described({ priceColumns: { fields: null } });

test('fields that the service does not list are read from rows, and their types are marked as guessed', async () => {
  const { user } = await renderAt('/prices', { description });
  const row = await screen.findByRole('row', { name: /^Promotion price/ });
  expect(within(row).getAllByText('known when the price column is opened')).toHaveLength(2);
  await user.click(within(row).getByRole('link'));
  const field = await screen.findByRole('checkbox', { name: 'PromotionValue' });
  expect(field).toHaveAccessibleDescription('Number, 4 decimals, guessed from 200 rows');
  expect(screen.getAllByTitle('Type guessed from 200 rows').length).toBeGreaterThan(0);
});

test(
  'what prevents the fields from being read is told, and reading them can be tried again',
  { tags: ['long'] },
  async () => {
    const { user, service } = await renderAt('/prices/PromotionPrice', {
      description,
      prepare: breakEndpoint('extraction'),
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    service.controls.clearFaults();
    await user.click(retry);
    expect(await screen.findByRole('checkbox', { name: 'PromotionValue' })).toBeVisible();
  },
);

test('reading the fields can be cancelled', { tags: ['long'] }, async () => {
  const { user, service } = await renderAt('/prices/PromotionPrice', {
    description,
    prepare: ({ controls }) =>
      controls.addFault({ on: 'extraction', times: null, fault: { kind: 'delay', delayMs: 60_000 } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(
    await screen.findByRole('heading', { name: 'The fields of Promotion price were not read' }),
  ).toBeVisible();
  expect(screen.getByRole('region', { name: 'The fields of Promotion price were not read' })).toHaveFocus();
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('checkbox', { name: 'PromotionValue' })).toBeVisible();
});

test('the fields of a price column without rows are said to be unknown until it has some', async () => {
  await renderAt('/prices/SalesPrice', { description, settings: { rowCount: 0 } });
  expect(await screen.findByRole('heading', { name: 'Sales price has no rows yet' })).toBeVisible();
  expect(screen.getByText(/not known until this price column has some\.$/)).toBeVisible();
});

test('the tools for field metadata tell how many price columns are still being read, and keep the focus', async () => {
  const { user, service } = await renderAt('/prices', { description });
  const button = await screen.findByRole('button', { name: 'Field metadata' });
  service.controls.addFault({
    on: 'extraction',
    times: null,
    fault: { kind: 'delay', delayMs: 600_000 },
  });
  await user.click(button);
  const reading = await screen.findByRole('button', {
    name: /^Reading fields: \d+ price columns left$/,
    busy: true,
  });
  expect(reading).toHaveFocus();
});

test('a workbench reads the fields of its own price column alone', async () => {
  const { service } = await renderAt('/prices/PromotionPrice', { description });
  await screen.findByRole('table', { name: 'First rows' });
  const reads = service.controls.journal().filter(({ endpoint }) => endpoint === 'extraction');
  // The other request is for the first rows on screen.
  expect(reads).toHaveLength(2);
});

test('a service that lists its fields is asked for rows only once', async () => {
  const { service } = await renderAt('/prices/PromotionPrice');
  await screen.findByRole('table', { name: 'First rows' });
  const calls = service.controls.journal();
  expect(new Set(calls.map(({ endpoint }) => endpoint))).toEqual(
    new Set(['token', 'prices', 'events', 'extraction']),
  );
  // Strict mode can send a request twice, but not another one.
  const reads = calls.filter(({ endpoint }) => endpoint === 'extraction').map(({ body }) => body);
  expect(new Set(reads).size).toBe(1);
});

test('an item tells which price columns could not be read, and reads them again', async () => {
  const { user, service } = await renderAt('/items/10003', {
    description,
    prepare: breakEndpoint('extraction'),
  });
  expect(await screen.findByText('Some fields could not be read')).toBeVisible();
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: /^Regional price/ })).toBeVisible();
});

test('a price column whose fields fail or take long does not hold back the others on the screen of an item', async () => {
  const { user, service } = await renderAt('/items/10003', {
    description,
    prepare: ({ controls }) => {
      const fault = { kind: 'not-succeeded' as const, errors: ['Table is locked'] };
      controls.addFault({ on: 'extraction', times: 1, fault });
      controls.addFault({ on: 'extraction', times: 1, skip: 1, fault: { kind: 'delay', delayMs: 600_000 } });
    },
  });
  expect(await screen.findByRole('heading', { name: /^Regional price/ })).toBeVisible();
  expect(await screen.findByText(/Table is locked/)).toBeVisible();
  expect(await screen.findByText(/1 is still being read/)).toBeVisible();
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: /^Sales price/ })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/still being read/)).not.toBeInTheDocument());
});

const VIEW: SavedView = {
  id: 'view-1',
  priceColumn: 'SalesPrice',
  name: 'German prices',
  query: { v: '1', filter: 'PriceList~is~DE' },
  display: {},
  arrangement: null,
  isDefault: false,
  runsOnOpen: false,
  savedAtMs: 0,
};

test('saved views ask for the fields of their own price columns, and say why these are not known', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(viewFileText([VIEW]))));
  const { user, service } = await renderAt('/views', {
    description,
    keepsRecords: true,
    config: { teamViews: 'views/team.json' },
    prepare: ({ controls }) => {
      const fault = { kind: 'not-succeeded' as const, errors: ['Table is locked'] };
      controls.addFault({ on: 'extraction', times: null, fault });
    },
  });
  expect(await screen.findByText(/Table is locked/)).toBeVisible();
  expect(await screen.findByText('The fields of its price column are not known')).toBeVisible();
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('PriceList is DE')).toBeVisible();
  const asked = service.controls.journal().filter(({ endpoint }) => endpoint === 'extraction');
  expect(asked).toHaveLength(2);
});

test('the prices of an item are found in the fields that were read', { tags: ['long'] }, async () => {
  await renderAt('/items/10003', { description });
  expect(await screen.findByRole('heading', { name: /^Regional price/ })).toBeVisible();
});

test('a refused part of a query is told and remembered, and then done on the rows read', async () => {
  const query = 'v=1&filter=EntryNo~less-than~1000200;Currency~is~EUR&sort=NewValue';
  const { user, service } = await renderAt(`/prices/PriceHistory?${query}`, { description });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  expect(await screen.findByText('It cannot filter by Currency.')).toBeVisible();
  expect(screen.getByText('It cannot sort by NewValue.')).toBeVisible();
  const before = service.controls.journal().length;
  await user.click(screen.getByRole('button', { name: 'Run again' }));
  await screen.findByRole('grid');
  const asked = service.controls.journal().slice(before);
  expect(asked.map(({ body }) => body ?? '').join()).not.toMatch(/Currency|NewValue/);
  expect(location.search).toMatch(/refine=.*Currency/);
  expect(location.search).toMatch(/order=.*NewValue/);
});

test('a refresh that the service has refused is run again with the query of the rows, not with the draft', async () => {
  const query = 'v=1&filter=EntryNo~less-than~1000200';
  const { user, service } = await renderAt(`/prices/PriceHistory?${query}`, { description });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  const link = location.href.replace(query, `${query};Currency~is~EUR`);
  expect(link).not.toBe(location.href);
  history.pushState(null, '', link);
  window.dispatchEvent(new PopStateEvent('popstate'));
  await user.click(await screen.findByRole('button', { name: 'Refresh snapshot' }));
  expect(await screen.findByText(/It cannot filter by Currency\./)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'NewValue' }));
  const before = service.controls.journal().length;
  await user.click(screen.getByRole('button', { name: 'Run again' }));
  await waitFor(() => expect(location.search).toMatch(/refine=.*Currency/));
  expect(new URL(location.href).searchParams.get('fields')).toBeNull();
  expect(service.controls.journal().slice(before)[0]?.body).not.toContain('Currency');
  expect(screen.getByText('1 change not run')).toBeVisible();
});
