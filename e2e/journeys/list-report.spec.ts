import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { messagesOf, type Translate } from '../support/message-catalogue';
import { paste } from '../support/paste';
import { QueryForm } from '../support/query-form';
import { HELD_BACK } from '../support/service-control';
import { expect, test } from '../support/test';
import { typeValue } from '../support/type-into';

// A pasted list is answered: which of its values were found, which were not, and which several times.

const PRICE_COLUMN = 'PromotionPrice';
const english = messagesOf('en-GB');

/** How many rows of the price column have each value, by its rows alone and without regard to case. */
function rowsOf(column: string, values: readonly string[], isCounted: (row: number) => boolean = () => true) {
  const counts = new Map<string, number>();
  for (let row = 0; row < rowCountAt(PRICE_COLUMN); row += 1) {
    const cell = rowAt(PRICE_COLUMN, row)[column];
    if (typeof cell !== 'string' || !isCounted(row)) continue;
    counts.set(cell.toLowerCase(), (counts.get(cell.toLowerCase()) ?? 0) + 1);
  }
  return values.map((value) => counts.get(value.toLowerCase()) ?? 0);
}

const reportOf = (page: Page, t: Translate = english) =>
  page.getByRole('region', { name: t('listReport.region'), exact: true });
const part = (report: Locator, name: string) => report.getByRole('group', { name, exact: true });

async function runList(page: Page, values: readonly string[], t: Translate = english): Promise<void> {
  const name = t('conditions.editor.values');
  // With known values it is a combobox.
  const input = page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name }));
  await paste(input.first(), values.join('\r\n'));
  await page.getByRole('button', { name: t('workbench.query.run'), exact: true }).click();
}

const CODES = Array.from({ length: 300 }, (_, index) => `promo-${String(5_000 + index * 2)}`);

test('a pasted list is answered as its rows say, in its order, copied and exported @service-only @promise', async ({
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

  // All of it is reached by keyboard.
  const values = part(report, 'Not found').getByRole('listbox');
  await values.focus();
  await page.keyboard.press('End');
  await expect(values.getByRole('option', { name: missing.at(-1) ?? '', exact: true })).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(values.getByRole('option', { name: missing[0] ?? '', exact: true })).toBeInViewport();
});

test('the report is folded, and stays as it was left', async ({ page, signIn }) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&filter=Currency~is-any-of` });
  await runList(page, ['eur', 'XXX', 'CHF', 'chf']);
  const report = reportOf(page);
  const [eur, , chf] = rowsOf('Currency', ['EUR', 'XXX', 'CHF']);
  const several = part(report, 'Found several times').getByRole('option');
  await expect(several).toHaveText([`eur${eur} rows`, `CHF${chf} rows`, `chf${chf} rows`]);
  await expect(part(report, 'Not found').getByRole('option')).toHaveText(['XXX']);
  const fold = report.getByRole('button', { name: 'List report' });
  await fold.focus();
  await page.keyboard.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(part(report, 'Found')).toHaveCount(0);
  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await expect(part(report, 'Not found').getByRole('option')).toHaveText(['XXX']);
  // Another view of the snapshot has the place for itself.
  await page.getByRole('tab', { name: 'Columns', exact: true }).click();
  await expect(report).toHaveCount(0);
});

test('each list has a report, also where nothing or no such field was found', async ({ page, signIn }) => {
  await signIn({
    at: `/prices/${PRICE_COLUMN}?v=1&fields=PromotionCode,Title&filter=PromotionCode~is-any-of;Currency~is-any-of~EUR~CHF`,
  });
  await runList(page, ['PROMO-5001', 'PROMO-5002', 'none']);
  const report = reportOf(page);
  await expect(report).toContainText('PromotionCode: 3 values · Currency: 2 values');
  await expect(report.getByRole('group', { name: 'PromotionCode' })).toBeVisible();
  await expect(report).toContainText('The report needs the field Currency');
  await report.getByRole('button', { name: 'Add Currency and run' }).click();
  await expect(report.getByRole('group', { name: 'Currency' })).toBeVisible();

  const form = new QueryForm(page);
  await form.button('Remove filter 2').click();
  await form.filter(1).getByRole('button', { name: 'Remove all' }).click();
  await runList(page, ['nowhere', 'neither']);
  await expect(page.getByRole('grid', { name: 'Results' })).toHaveCount(0);
  await expect(part(report, 'Not found').getByRole('option')).toHaveText(['nowhere', 'neither']);
  await expect(part(report, 'Found')).toContainText('None of the values was found.');
});

test('nothing counts as not found before all rows were read, nor after the snapshot has expired @service-only', async ({
  page,
  signIn,
  serviceControl,
  problems,
}) => {
  problems.allowResponse(410, /\/papi\/api\/prices\//);
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: 150_000 } });
  await signIn({ at: '/prices/SalesPrice?v=1&fields=EntryNo,Currency&filter=Currency~is-any-of' });
  // So many calls that one of them at least is for rows of the report, however far the grid reads ahead, and by far not all.
  const delay = { on: 'extraction', times: null, skip: 6, fault: HELD_BACK } as const;
  await serviceControl.order({ do: 'add-fault', rule: delay });
  await runList(page, ['EUR', 'CHF', 'XXX']);
  const report = reportOf(page);
  await expect(report).toContainText('is known once all rows have been read');
  await expect(report.getByRole('progressbar', { name: 'Reading rows' })).toBeVisible();
  await expect(report.getByText('Not found', { exact: true })).toHaveCount(0);
  await serviceControl.order({ do: 'clear-faults' });
  await expect(part(report, 'Not found').getByRole('option')).toHaveText(['XXX']);

  const expired = { on: 'extraction', times: null, skip: 3, fault: { kind: 'status', status: 410 } } as const;
  await serviceControl.order({ do: 'add-fault', rule: expired });
  await page.getByRole('button', { name: 'Refresh snapshot' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'has expired' })).toBeVisible();
  await expect(report.getByRole('status', { name: 'Coverage' })).toHaveText(/^[\d,]+ of [\d,]+ rows read$/);
  await expect(report.getByText('Not found', { exact: true })).toHaveCount(0);
  await serviceControl.order({ do: 'clear-faults' });
  await page.getByRole('button', { name: 'Take a new snapshot' }).first().click();
  await expect(part(report, 'Not found').getByRole('option')).toHaveText(['XXX']);
});

test('without the analysis a list works as ever, without a report', async ({ page, signIn }) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), analysis: false } });
  });
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&filter=Currency~is-any-of&report=open` });
  await runList(page, ['EUR', 'CHF']);
  const [eur = 0, chf = 0] = rowsOf('Currency', ['EUR', 'CHF']);
  await new Grid(page).expectRowCount(eur + chf);
  await expect(reportOf(page)).toHaveCount(0);
});

test('the report is accessible in all colours and fits a narrow screen', async ({ page, signIn }) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&filter=Currency~is-any-of` });
  await runList(page, ['EUR', 'CHF', 'XXX']);
  await expect(part(reportOf(page), 'Not found')).toBeVisible();
  await expectAccessibleInAllColours(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(reportOf(page)).toBeVisible();
  await expect(new Grid(page).row(0)).toBeInViewport();
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    )
    .toBe(true);
  await expectNoAxeViolations(page);
});

test('the report and Refine leave the grid its room, and the status line its place', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&filter=Currency~is-any-of` });
  await runList(page, ['EUR', 'CHF', 'XXX']);
  const report = reportOf(page);
  await expect(part(report, 'Not found')).toBeVisible();
  await page.getByRole('button', { name: 'Refine', exact: true }).click();
  const region = page.getByRole('region', { name: 'Refine here' });
  for (let count = 0; count < 4; count += 1) {
    await region.getByRole('button', { name: 'Add condition' }).click();
  }
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
    await expect(region.getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 });
    await expect(report.getByRole('button', { name: 'List report' })).toBeInViewport({ ratio: 1 });
  }
  // On a phone all of it is reached by scrolling beside the rows.
  await page.setViewportSize({ width: 320, height: 640 });
  const value = region.getByRole('group', { name: 'Condition 4' }).getByLabel('Value', { exact: true });
  await value.scrollIntoViewIfNeeded();
  await typeValue(value, 'PROMO-5001');
  await expect(value).toBeInViewport({ ratio: 1 });
  await report.getByRole('button', { name: 'List report' }).click();
  await expect.poll(async () => (await grid.root.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(199);
  await expect(status).toBeInViewport({ ratio: 1 });
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('numbers of a list are read and shown in German', async ({ page, signIn }) => {
    const t = messagesOf('de-DE');
    const price = (row: number) => String(rowAt(PRICE_COLUMN, row)['PromotionValue']);
    const german = (value: string) => value.replace('.', ',');
    const values = [3, 4, 5].map(price);
    await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&filter=PromotionValue~is-any-of`, t });
    await runList(page, [...values.map(german), '0,0001'], t);
    const report = reportOf(page, t);
    await expect(part(report, 'Gefunden').getByRole('option')).toHaveText(values.map(german));
    await expect(part(report, 'Nicht gefunden').getByRole('option')).toHaveText(['0,0001']);
  });
});
