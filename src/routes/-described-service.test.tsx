import { readFileSync } from 'node:fs';
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '@/test/render-at';
import { described } from '@/test/service-description.arbitraries';

const DESCRIPTION = described(JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8')));

test('a described service announces changes, and the programs read the announced snapshot', async () => {
  const { user, service } = await renderAt('/snapshots', { description: DESCRIPTION, keepsRecords: true });
  await screen.findByRole('heading', { name: 'No snapshots yet' });
  await act(async () => service.controls.changeSourceData());
  const row = await screen.findByRole('row', { name: /^Promotion price/ });
  expect(row).toHaveTextContent(/Received when prices changed at \d\d:\d\d/);

  await user.click(within(row).getByRole('link', { name: /^Open Promotion price/ }));
  await screen.findByRole('grid');
  const cacheKey = new URLSearchParams(location.search).get('cacheKey') ?? '';
  await user.click(screen.getByRole('tab', { name: 'Request' }));
  const choose = async (format: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Show as' }));
    await user.click(await screen.findByRole('option', { name: format }));
    return screen.findByRole('region', { name: format });
  };
  const job = await choose('Dask');
  expect(job).toHaveTextContent(`SNAPSHOT = ${JSON.stringify(cacheKey)}`);
  expect(job).toHaveTextContent('PATH = "/api/v2/price-columns/PromotionPrice/query"');
  expect(await choose('Python')).toHaveTextContent('"offset": (number - 1) * 2000');
  expect(await choose('Scheduled job')).toHaveTextContent('--description service.json');
});

test('a link with more sort rules than the service allows tells this at the rule, and keeps all of them', async () => {
  const description = described({ extraction: { sort: { max: 1 } } });
  const address = '/prices/SalesPrice?v=1&sort=PriceList,-Value';
  const { user, service } = await renderAt(address, { description });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  expect(await screen.findByText('The service sorts by one field only.')).toBeVisible();
  expect(location.search).toMatch(/sort=PriceList(?:,|%2C)-Value/);
  const bodies = () => service.controls.journal().map(({ body }) => body ?? '');
  expect(bodies().join()).not.toContain('"orderby"');

  await user.click(screen.getAllByRole('button', { name: /^Remove sort/ }).at(-1) as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  expect(bodies().join()).toContain('"orderby"');
});
