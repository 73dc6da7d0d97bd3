import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// These tests show the columns of a snapshot as charts (pictures). A selection in one chart shows in all others.

const PRICE_COLUMN = 'PromotionPrice';

async function openPictures(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page, 'Results').expectRowLoaded(0);
  await page.getByRole('tab', { name: 'Columns', exact: true }).click();
  await page.getByRole('group', { name: 'Layout' }).getByRole('button', { name: 'Pictures' }).click();
}

const card = (page: Page, column: string) => page.getByRole('region', { name: column, exact: true });
const bars = (page: Page, column: string) =>
  card(page, column).getByRole('listbox', { name: `Bars of ${column}` });
const selection = (page: Page) => page.getByRole('status', { name: 'Selection' });

/** Returns how many rows of the snapshot a plain filter finds. */
function rowsWhere(holds: (cell: (column: string) => unknown) => boolean): number {
  const all = Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, row) => rowAt(PRICE_COLUMN, row));
  return all.filter((row) => holds((column) => row[column])).length;
}

test('bars that are brushed select rows in all pictures, by pointer and by keys', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}` });
  await openPictures(page);
  const all = rowCountAt(PRICE_COLUMN);
  const ranges = bars(page, 'PromotionValue').getByRole('option');
  await expect(ranges.first()).toBeAttached();
  // The mouse drags from the first bar to the third one.
  const [first, third] = [await ranges.first().boundingBox(), await ranges.nth(2).boundingBox()];
  if (first === null || third === null) throw new Error('The bars have no place.');
  await page.mouse.move(first.x + first.width / 2, first.y + 40);
  await page.mouse.down();
  await page.mouse.move(third.x + third.width / 2, third.y + 40, { steps: 4 });
  const end = Number(
    (
      /(?:below|before) ([\d,.]+):/.exec((await ranges.nth(2).getAttribute('aria-label')) ?? '')?.[1] ?? ''
    ).replaceAll(',', ''),
  );
  const isInside = (cell: (column: string) => unknown) =>
    cell('PromotionValue') !== null && Number(cell('PromotionValue')) < end;
  const inside = rowsWhere(isInside);
  // The count changes while the pointer is still pressed.
  await expect(selection(page)).toHaveText(`${inside} of ${all} rows selected`);
  await page.mouse.up();
  // The text about the selection moves no bar, so the next press hits the same bar.
  expect(await ranges.first().boundingBox()).toEqual(first);
  await bars(page, 'Currency').getByRole('option', { name: /^CHF/ }).click();
  const both = rowsWhere((cell) => isInside(cell) && cell('Currency') === 'CHF');
  await expect(selection(page)).toHaveText(`${both} of ${all} rows selected`);
  await expect(card(page, 'Currency')).toContainText('Currency is CHF');
  await test.step('the figures of a picture are a table, and the picture is saved with what is selected', async () => {
    const currency = card(page, 'Currency');
    await currency.getByRole('button', { name: 'Bars as a table' }).click();
    const chf = currency.getByRole('table', { name: 'Bars of Currency' }).getByRole('row', { name: /^CHF/ });
    await expect(chf.getByRole('cell').last()).toHaveText(String(both));
    const download = page.waitForEvent('download');
    await currency.getByRole('button', { name: 'Save picture' }).click();
    await page.getByRole('menuitem', { name: 'SVG' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/Distribution of Currency.*\.svg$/);
    const svg = await readFile(await file.path(), 'utf8');
    expect(svg).toContain(`${both} of ${all} rows selected`);
    expect(svg).toContain('Currency is CHF');
  });
  // A reload restores the selection from the address.
  await page.reload();
  await expect(selection(page)).toHaveText(`${both} of ${all} rows selected`);
  await page.getByRole('button', { name: 'Show rows' }).click();
  const line = page.getByRole('group', { name: 'Query line' });
  await expect(line.getByText(/^Only .*Currency is CHF/)).toBeVisible();
  await expect(page.getByText(`${both} of ${all} rows`, { exact: true })).toBeVisible();
  await page.goBack();
  await card(page, 'PromotionValue')
    .getByRole('button', { name: 'Clear the selection of PromotionValue' })
    .click();
  await expect(selection(page)).toHaveText(
    `${rowsWhere((cell) => cell('Currency') === 'CHF')} of ${all} rows selected`,
  );

  await test.step('bars that Shift and the arrow keys add one after the other are one step in the history', async () => {
    const currencies = bars(page, 'Currency');
    await currencies.focus();
    await page.keyboard.press('Escape');
    await expect(selection(page)).toContainText('Nothing selected');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const one = `${rowsWhere((cell) => cell('Currency') === 'CHF')} of ${all} rows selected`;
    await expect(selection(page)).toHaveText(one);
    const entries = await page.evaluate(() => history.length);
    for (const _ of ['first', 'second']) await page.keyboard.press('Shift+ArrowDown');
    await expect(currencies.getByRole('option', { selected: true })).toHaveCount(3);
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    await page.keyboard.press('Control+z');
    await expect(selection(page)).toHaveText(one);
  });

  await test.step('the selection becomes a condition of the query', async () => {
    await page.getByRole('button', { name: 'Filter by this' }).focus();
    await page.keyboard.press('Enter');
    const line = page.getByRole('group', { name: 'Query line' });
    await expect(line.getByRole('button', { name: /^Currency is CHF/ })).toBeVisible();
  });
});
