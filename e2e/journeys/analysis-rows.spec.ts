import type { Page } from '@playwright/test';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { expectedRow } from '../support/expected-cells';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// The rows behind a bar open in the grid, from the rows that were read. All features of the grid must work on them.

const PRICE_COLUMN = 'PromotionPrice';
const FIELDS = ['PromotionCode', 'Title', 'PromotionValue', 'Currency', 'StartsOn'];

/** Returns the positions of a currency's rows in the whole snapshot. */
function placesOf(currency: string): readonly number[] {
  return Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, place) => place).filter(
    (place) => rowAt(PRICE_COLUMN, place)['Currency'] === currency,
  );
}

const valuesOf = (places: readonly number[], field: string) =>
  places.map((place) => rowAt(PRICE_COLUMN, place)[field] ?? null);

/** Returns the texts that a row of the whole snapshot shows, by field. */
function shownOf(place = -1): Record<string, string> {
  const row = expectedRow(PRICE_COLUMN, place);
  return Object.fromEntries(FIELDS.map((field) => [field, row[field] ?? '']));
}

/** Expects the query line to name the rows, and the status line to count them. */
async function expectRowsOf(page: Page, currency: string): Promise<void> {
  const line = page.getByRole('group', { name: 'Query line' });
  await expect(line.getByText(`Only Currency is ${currency}`, { exact: true })).toBeVisible();
  const count = `${placesOf(currency).length} of ${rowCountAt(PRICE_COLUMN)} rows`;
  await expect(page.getByText(count, { exact: true })).toBeVisible();
}

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'View of the snapshot' }).getByRole('tab', { name, exact: true });

/** Runs the query and shows the rows behind a bar of the column Currency. */
async function showRowsOf(page: Page, currency: string): Promise<Grid> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  await tab(page, 'Columns').click();
  await page.getByRole('button', { name: 'Profile of Currency', exact: true }).click();
  const region = page.getByRole('region', { name: 'Profile of Currency' });
  await region
    .getByRole('group', { name: 'Bars of Currency' })
    .getByRole('button', { name: new RegExp(`^${currency} `) })
    .click();
  await page.getByRole('menuitem', { name: 'Show rows' }).click();
  await expectRowsOf(page, currency);
  return new Grid(page);
}

test('a bar leads to its rows, every one and no other, and Back to where it was', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&fields=${FIELDS.join(';')}` });
  const places = placesOf('EUR');
  const grid = await showRowsOf(page, 'EUR');
  await expect(tab(page, 'Rows')).toHaveAttribute('aria-selected', 'true');
  expect(await grid.rowCount()).toBe(places.length);
  await grid.expectRowLoaded(0);
  const [first] = await grid.readRows([0]);
  expect(first).toEqual(shownOf(places[0]));
  await grid.goToRow(places.length - 1);
  await grid.expectRowLoaded(places.length - 1);
  const [last] = await grid.readRows([places.length - 1]);
  expect(last).toEqual(shownOf(places.at(-1)));
  await expectAccessibleInAllColours(page);

  await page.goBack();
  await expect(tab(page, 'Columns')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('table', { name: 'Column profile' })).toBeVisible();
  await page.goForward();
  await expectRowsOf(page, 'EUR');
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await expect.poll(() => grid.rowCount()).toBe(rowCountAt(PRICE_COLUMN));
});

test('the rows are copied, found and added up by what they hold', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&fields=${FIELDS.join(';')}` });
  const places = placesOf('CHF');
  const grid = await showRowsOf(page, 'CHF');
  await (await grid.cell({ row: 0, column: 'PromotionCode' })).click();

  await test.step('copy', async () => {
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Control+c');
    await expect(page.getByText(`${places.length} cells copied`)).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text.split('\r\n')).toEqual(valuesOf(places, 'PromotionCode'));
  });

  await test.step('statistics', async () => {
    await page.keyboard.press('Escape');
    await (await grid.cell({ row: 0, column: 'PromotionValue' })).click();
    await page.keyboard.press('Control+Space');
    let units = 0n;
    for (const value of valuesOf(places, 'PromotionValue')) {
      const [whole = '0', fraction = ''] = String(value ?? '0').split('.');
      units += BigInt(whole + fraction.padEnd(4, '0'));
    }
    const digits = String(units).padStart(5, '0');
    const sum = `${BigInt(digits.slice(0, -4)).toLocaleString('en-GB')}.${digits.slice(-4)}`;
    const status = page.getByRole('status').filter({ hasText: 'Snapshot taken' });
    await expect(status.getByRole('button', { name: /^Sum / })).toHaveText(`Sum ${sum}`);
    await page.keyboard.press('Escape');
  });

  await test.step('find', async () => {
    await page.keyboard.press('Control+f');
    const find = page.getByRole('search', { name: 'Find in loaded rows' });
    const [wanted] = valuesOf(places.slice(-1), 'PromotionCode');
    await find.getByRole('textbox').fill(String(wanted));
    await expect(find).toContainText(`1 of 1 in all ${places.length} rows`);
    await expect(await grid.cell({ row: places.length - 1, column: 'PromotionCode' })).toHaveAttribute(
      'data-match',
      'current',
    );
    await page.keyboard.press('Escape');
  });
  await expectNoAxeViolations(page);
});
