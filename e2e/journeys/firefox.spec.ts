import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectChangeCounts, expectedChanges } from '../support/changes-oracle';
import { downloadsOf, contentOf, openSnapshot, showExports } from '../support/exports';
import { expectedRow } from '../support/expected-cells';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expectTrueRows, settledOffsetPx } from '../support/seen-rows';
import { expect, test } from '../support/test';

// These tests repeat the main path for what depends on Firefox: heights, the clipboard, private files, workers, WebAssembly.

const BILLION = 1_000_000_000;

const run = async (page: Page) => {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
};

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'View of the snapshot' }).getByRole('tab', { name, exact: true });

test('a billion rows are reached to the last, and cells are copied @firefox', async ({ page, signIn }) => {
  await signIn();
  await openSnapshot(page, 'Price history');
  const grid = new Grid(page);
  await grid.expectRowCount(BILLION);
  const [column = ''] = Object.keys(rowAt('PriceHistory', 0));

  await test.step('by keys', async () => {
    await (await grid.cell({ row: 0, column })).click();
    await page.keyboard.press('Control+End');
    await grid.expectRowLoaded(BILLION - 1);
    const { rows, viewHeightPx } = await expectTrueRows(grid.root, 'PriceHistory');
    expect(rows.at(-1)?.row).toBe(BILLION - 1);
    expect(rows.at(-1)?.bottomPx).toBeCloseTo(viewHeightPx, 0);
    expect(await grid.readRows([BILLION - 1])).toEqual([expectedRow('PriceHistory', BILLION - 1)]);
  });

  await test.step('by Go to row, the wheel and the scrollbar', async () => {
    await grid.goToRow(499_999_999);
    await expectTrueRows(grid.root, 'PriceHistory');
    await grid.root.hover();
    const before = await settledOffsetPx(grid.root);
    await page.mouse.wheel(0, 320);
    await expect.poll(() => settledOffsetPx(grid.root)).toBe(before + 320);
    await expectTrueRows(grid.root, 'PriceHistory');
    await grid.root.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await grid.expectRowLoaded(BILLION - 1);
    await grid.root.evaluate((element) => element.scrollTo({ top: 0 }));
    await grid.expectRowLoaded(0);
  });

  await test.step('a range is copied as the grid shows it', async () => {
    await (await grid.cell({ row: 1, column })).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+c');
    await expect(page.getByText('2 cells copied').first()).toBeVisible();
    const copied = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split(/\r?\n/);
    expect(copied).toEqual([1, 2].map((row) => rowAt('PriceHistory', row)[column]));
  });
});

test('a query is built, its rows are exported, and the file has every digit @firefox', async ({
  page,
  signIn,
}) => {
  await signIn({ at: '/prices/CostForPricing' });
  const form = new QueryForm(page);
  await form.addFilter('CostForPricing', 'greater than', '100');
  await form.addSort('Number', 'Descending');
  await run(page);
  const rows = Array.from({ length: rowCountAt('CostForPricing') }, (_, row) => rowAt('CostForPricing', row));
  const expected = rows.filter(({ CostForPricing: cost }) => Number(cost) > 100);
  await new Grid(page).expectRowCount(expected.length);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Cost for pricing' });
  await dialog.getByRole('radio', { name: 'CSV for programs' }).check();
  const downloads = downloadsOf(page);
  await dialog.getByRole('button', { name: 'Start export' }).click();
  await showExports(page);
  await expect(page.getByText('Complete', { exact: true })).toBeVisible();
  await expect.poll(() => downloads.length).toBe(2);
  const [file, certificate] = await Promise.all(downloads.map(contentOf));
  const records: Record<string, string>[] = parse(file ?? '', { columns: true });
  const byNumber = new Map(records.map((record) => [record['Number'], record]));
  expect(byNumber.size).toBe(expected.length);
  for (const row of expected) {
    expect(byNumber.get(String(row['Number']))).toEqual(
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])),
    );
  }
  expect(JSON.parse(certificate ?? '')).toMatchObject({
    rows: { promised: expected.length, written: expected.length },
  });
});

test('columns are profiled, and two snapshots compared @firefox', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await run(page);

  await test.step('Columns', async () => {
    await tab(page, 'Columns').click();
    const table = page.getByRole('table', { name: 'Column profile' });
    await expect(page.getByRole('status', { name: 'Coverage' })).toHaveText(/^All 240 rows/);
    const values = Array.from({ length: 240 }, (_, row) => rowAt('PromotionPrice', row)['Currency']);
    const row = table.getByRole('row').filter({
      has: page.getByRole('button', { name: 'Profile of Currency', exact: true }),
    });
    await expect(row.getByRole('cell').nth(4)).toHaveText(String(new Set(values).size));
  });

  await test.step('Changes', async () => {
    await tab(page, 'Rows').click();
    await page.getByRole('button', { name: 'Demo controls' }).click();
    await page.getByRole('button', { name: 'Change source data' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'See what changed' }).click();
    await expect(tab(page, 'Changes')).toHaveAttribute('aria-selected', 'true');
    await expectChangeCounts(page, expectedChanges('PromotionPrice', 'PromotionCode', [0, 1]));
  });
});
