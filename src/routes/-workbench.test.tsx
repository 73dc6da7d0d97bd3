import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rowAt } from '@mocks/data/price-sources';
import type { extractedPageSchema } from '@/contract/extraction.schema';
import { enter } from '@/test/enter-text';
import { renderAt } from '@/test/render-at';
import { breakEndpoint } from '@/test/service-faults';

/** Returns the bodies of the requests for rows. */
const extractions = ({ controls }: Awaited<ReturnType<typeof renderAt>>['service']) =>
  controls.journal().flatMap(({ endpoint, body }) => (endpoint === 'extraction' ? [body] : []));

const result = () => screen.findByRole('grid');
const run = () => screen.findByRole('button', { name: 'Run' });

test('nothing is run on arrival; a run shows its rows and stands in the address', async () => {
  const { user, service } = await renderAt('/prices/PromotionPrice');
  expect(await screen.findByRole('heading', { level: 1, name: 'Promotion price' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 2, name: 'A first look' })).toBeVisible();
  await user.click(await run());
  expect(await result()).toHaveAttribute('aria-rowcount', '241');
  expect(location.search).toContain('cacheKey=');
  expect(extractions(service).filter((body) => body?.includes('useCache'))).toHaveLength(1);
  expect(screen.queryByRole('heading', { name: 'A first look' })).toBeNull();
});

/** What the status line shows for each member of a response; null if only other parts of the screen use it. The type requires all. */
const TOLD: Record<keyof typeof extractedPageSchema.shape, RegExp | null> = {
  data: null,
  totalRecords: /240 rows/,
  page: null,
  cacheKey: null,
  cacheCreated: /Snapshot taken \d\d:\d\d/,
  cacheExpires: /expires in \d/,
};

test('the status line says what an answer says of its snapshot', async () => {
  const { user } = await renderAt('/prices/PromotionPrice');
  await user.click(await run());
  const line = (await screen.findByText(/^Snapshot taken/)).closest('[role="status"]');
  for (const text of Object.values(TOLD).filter((each) => each !== null))
    expect(line).toHaveTextContent(text);
});

test('while it runs it says so, and can be cancelled', async () => {
  const { user } = await renderAt('/prices/PromotionPrice', {
    prepare: ({ controls }) =>
      controls.addFault({ on: 'extraction', fault: { kind: 'delay', delayMs: 60_000 } }),
  });
  await user.click(await run());
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await run()).toBeEnabled();
  expect(screen.queryByRole('grid')).toBeNull();
});

test('a failed run is described, and Try again runs it', async () => {
  const { user, service } = await renderAt('/prices/PromotionPrice', {
    prepare: breakEndpoint('extraction'),
  });
  await user.click(await run());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Disk full');
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await result()).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a run that fails leaves the earlier result in place', async () => {
  const { user, service } = await renderAt('/prices/PromotionPrice');
  await user.click(await run());
  await result();
  breakEndpoint('extraction')(service);
  await user.click(await run());
  expect(await screen.findByText('The run failed; the earlier result is still shown.')).toBeVisible();
  expect(screen.getByRole('grid')).toBeVisible();
});

test('a link to an expired snapshot offers a new one of the same query', async () => {
  const { user } = await renderAt('/prices/PromotionPrice?v=1&cacheKey=longgone');
  expect(await screen.findByRole('heading', { name: 'This snapshot has expired' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Take a new snapshot' }));
  expect(await result()).toBeVisible();
});

test('price columns that cannot be fetched are described, and Try again opens the workbench', async () => {
  const { user, service } = await renderAt('/prices/PromotionPrice', { prepare: breakEndpoint('prices') });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The service failed');
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await run()).toBeEnabled();
});

test('Ctrl+K finds a field, a price column, and a run, which is run again', async () => {
  const { user, service } = await renderAt('/prices/PromotionPrice?v=1&filter=Currency~is~EUR', {
    keepsRecords: true,
  });
  await user.click(await run());
  await result();
  const find = async (text: string, option: RegExp) => {
    await user.keyboard('{Control>}k{/Control}');
    await enter(user, await screen.findByRole('combobox', { name: 'Search or jump to' }), text);
    await screen.findByRole('option', { name: option, selected: true });
    await user.keyboard('{Enter}');
  };
  await find('promotionvalue', /^PromotionValue/);
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'PromotionValue' })).toHaveFocus());
  expect(location.search).toContain('cacheKey=');

  await find('tender', /^Tender/);
  await waitFor(() => expect(location.pathname).toBe('/prices/TenderPrice'));
  service.controls.clearJournal();
  await find('currency is eur', /Currency is EUR/);
  await waitFor(() => expect(location.search).toMatch(/^\?v=1&filter=Currency~is~EUR&cacheKey=/));
  expect(await result()).toBeVisible();
  expect(extractions(service).filter((body) => body?.includes('useCache'))).toHaveLength(1);
});

test(
  'a text is found in the rows that are loaded, and it is said how many these are',
  { tags: ['long'] },
  async () => {
    const { user } = await renderAt('/prices/PromotionPrice');
    await user.click(await run());
    await result();
    // Ctrl+F opens the search only with the focus in the results. Elsewhere, it opens the browser's search.
    screen.getByRole('button', { name: 'Go to row' }).focus();
    await user.keyboard('{Control>}f{/Control}');
    const find = within(await screen.findByRole('search', { name: 'Find in loaded rows' }));
    const type = async (text: unknown) => {
      await user.clear(find.getByRole('textbox'));
      await enter(user, find.getByRole('textbox'), String(text));
    };
    await type(rowAt('PromotionPrice', 150)['PromotionCode']);
    expect(await find.findByText('1 of 1 in 200 loaded rows of 240')).toBeVisible();
    await type(rowAt('PromotionPrice', 220)['PromotionCode']);
    expect(await find.findByText('Not found in 200 loaded rows of 240')).toBeVisible();
    const inEuro = Array.from({ length: 200 }, (_, row) => rowAt('PromotionPrice', row)['Currency']);
    const count = inEuro.filter((currency) => currency === 'EUR').length;
    await type('EUR');
    expect(await find.findByText(`1 of ${count} in 200 loaded rows of 240`)).toBeVisible();
    await user.keyboard('{Enter}');
    expect(await find.findByText(`2 of ${count} in 200 loaded rows of 240`)).toBeVisible();
    await user.keyboard('{Shift>}{F3}{F3}{/Shift}');
    expect(await find.findByText(`${count} of ${count} in 200 loaded rows of 240`)).toBeVisible();

    // With the filter, the service also finds rows that are not loaded.
    await user.click(find.getByRole('button', { name: 'Filter PromotionCode' }));
    await waitFor(() => expect(location.search).toContain('filter=PromotionCode~contains~EUR'));
    expect(await screen.findByRole('heading', { name: 'No rows match' })).toBeVisible();
  },
);
