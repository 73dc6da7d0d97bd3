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
