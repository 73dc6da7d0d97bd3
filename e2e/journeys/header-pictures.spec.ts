import type { Page } from '@playwright/test';
import { findPriceSource, rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours } from '../support/axe';
import { recordExtractions } from '../support/extraction-requests';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// Headers can show the distribution of their columns' values, which requires reading the rows.

const PRICE_COLUMN = 'PromotionPrice';

async function run(page: Page): Promise<Grid> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  return grid;
}

async function switchPictures(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'View', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Pictures in headers' }).click();
}

const topOfRows = (grid: Grid) => grid.row(0).evaluate((row) => Math.round(row.getBoundingClientRect().top));

const engines = (page: Page) => page.workers().filter((worker) => worker.url().includes('analysis-worker'));

test('headers show pictures once they are wanted, and nothing is read before', async ({
  page,
  signIn,
  servedConsole,
}) => {
  const requests = await recordExtractions(page, servedConsole.servedWith);
  await signIn({ at: `/prices/${PRICE_COLUMN}` });
  const grid = await run(page);
  const before = requests.length;
  const plainPx = await topOfRows(grid);
  await expect(grid.header('PromotionValue')).toHaveAccessibleDescription(/^PromotionValue · /);
  expect(engines(page)).toHaveLength(0);
  expect(requests.length).toBe(before);

  await switchPictures(page);
  await expect.poll(() => topOfRows(grid)).toBe(plainPx + 32);
  await expect(grid.header('PromotionValue')).toHaveAccessibleDescription(
    /^\d+ bars from .+\. Most rows: .+, \d+ \([\d.]+%\)\.(?: \d+ rows? beyond\.)?$/,
  );
  expect(await topOfRows(grid)).toBe(plainPx + 32);
  await expectAccessibleInAllColours(page);

  await test.step('the picture of values agrees with the rows', async () => {
    const counts = new Map<string, number>();
    for (let row = 0; row < rowCountAt(PRICE_COLUMN); row += 1) {
      const value = String(rowAt(PRICE_COLUMN, row)['Currency']);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const [most, count] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
    await grid.reveal('Currency');
    await expect(grid.header('Currency')).toHaveAccessibleDescription(
      new RegExp(`Most rows: ${most}, ${count} `),
    );
  });

  await test.step('columns that come into view get theirs', async () => {
    const names = findPriceSource(PRICE_COLUMN)?.fields.map(({ record }) => record.name) ?? [];
    const last = names.at(-1) ?? '';
    await grid.reveal(last);
    await expect(grid.header(last)).toHaveAccessibleDescription(/ rows? |No row /i);
  });

  await test.step('the choice is kept, and taken back', async () => {
    await page.reload();
    await grid.expectRowLoaded(0);
    await expect(grid.header('PromotionValue')).toHaveAccessibleDescription(/^\d+ bars from /);
    await switchPictures(page);
    await expect.poll(() => topOfRows(grid)).toBe(plainPx);
    await expect(grid.header('PromotionValue')).toHaveAccessibleDescription(/^PromotionValue · /);
  });
});
