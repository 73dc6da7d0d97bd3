import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
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
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('checkbox', { name: 'PromotionValue' })).toBeVisible();
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
  const calls = service.controls.journal().map(({ endpoint }) => String(endpoint));
  const sorted = calls.toSorted((a, b) => a.localeCompare(b));
  expect(sorted).toEqual(['events', 'extraction', 'prices', 'token']);
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
