import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { paste } from '../support/paste';
import { expect, test } from '../support/test';

// These tests are about the report on a pasted list: values that were found, not found, and found several times.

const PRICE_COLUMN = 'PromotionPrice';

/** Returns the number of rows that have each value, counted in the price column without regard to case. */
function rowsOf(column: string, values: readonly string[], isCounted: (row: number) => boolean = () => true) {
  const counts = new Map<string, number>();
  for (let row = 0; row < rowCountAt(PRICE_COLUMN); row += 1) {
    const cell = rowAt(PRICE_COLUMN, row)[column];
    if (typeof cell !== 'string' || !isCounted(row)) continue;
    counts.set(cell.toLowerCase(), (counts.get(cell.toLowerCase()) ?? 0) + 1);
  }
  return values.map((value) => counts.get(value.toLowerCase()) ?? 0);
}

const reportOf = (page: Page) => page.getByRole('region', { name: 'List report', exact: true });
const part = (report: Locator, name: string) => report.getByRole('group', { name, exact: true });

async function runList(page: Page, values: readonly string[]): Promise<void> {
  await paste(page.getByRole('textbox', { name: 'Values' }), values.join('\r\n'));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

const CODES = Array.from({ length: 300 }, (_, index) => `promo-${String(5_000 + index * 2)}`);

test('a pasted list is answered as its rows say, in its order, copied and exported @service-only', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&filter=PromotionCode~is-any-of;Currency~is-not~PLN` });
  await runList(page, CODES);
  const counts = rowsOf('PromotionCode', CODES, (row) => rowAt(PRICE_COLUMN, row)['Currency'] !== 'PLN');
  const found = CODES.filter((_, index) => (counts[index] ?? 0) > 0);
  const missing = CODES.filter((_, index) => counts[index] === 0);
  expect(Math.min(found.length, missing.length)).toBeGreaterThan(10);

  const report = reportOf(page);
  await expect(report).toContainText('PromotionCode: 300 values');
  await expect(part(report, 'Found').getByRole('heading')).toHaveText(`Found ${found.length}`);
  await expect(part(report, 'Not found').getByRole('heading')).toHaveText(`Not found ${missing.length}`);
  await expect(part(report, 'Found several times')).toContainText('No value was found in several rows.');
  await expect(report).toContainText('The other filters apply, too');
  await expect(new Grid(page).row(0)).toBeInViewport();

  await part(report, 'Not found').getByRole('button', { name: 'Copy' }).click();
  await expect(report).toContainText(`${missing.length} rows copied.`);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\r\n')).toEqual(['PromotionCode', ...missing]);

  const download = page.waitForEvent('download');
  await part(report, 'Found').getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV for programs' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Promotion price – Found – PromotionCode \d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  expect(lines).toEqual(['PromotionCode,Rows', ...found.map((value) => `${value},1`)]);

  // All values can be reached by keyboard.
  const values = part(report, 'Not found').getByRole('listbox');
  await values.focus();
  await page.keyboard.press('End');
  await expect(values.getByRole('option', { name: missing.at(-1) ?? '', exact: true })).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(values.getByRole('option', { name: missing[0] ?? '', exact: true })).toBeInViewport();
});

test('the report is accessible in all colours, and leaves the grid its room, on a phone as well', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&filter=Currency~is-any-of` });
  await runList(page, ['EUR', 'CHF', 'XXX']);
  const report = reportOf(page);
  await expect(part(report, 'Not found')).toBeVisible();
  await expectAccessibleInAllColours(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(report).toBeVisible();
  await expect(new Grid(page).row(0)).toBeInViewport();
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    )
    .toBe(true);
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const grid = new Grid(page);
  const status = page.locator('[data-results]').getByText(/^expires in /);
  for (const [width, height] of [
    [1280, 800],
    [1280, 720],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await grid.root.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(199);
    await expect(status).toBeInViewport({ ratio: 1 });
    await expect(grid.row(0)).toBeInViewport();
    await expect(report.getByRole('button', { name: 'List report' })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await report.getByRole('button', { name: 'List report' }).click();
  await expect.poll(async () => (await grid.root.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(199);
  await expect(status).toBeInViewport({ ratio: 1 });
});
