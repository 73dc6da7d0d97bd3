import type { Page } from '@playwright/test';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';

// Editors of conditions offer known values. They come from the rows read for a view, or else from the rows on screen.

const PRICE_COLUMN = 'PromotionPrice';
const coverage = (page: Page) => page.getByRole('status', { name: 'Coverage' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Returns the values of a column with their counts, the most frequent first, computed only from the rows. */
function countedValues(column: string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (let row = 0; row < rowCountAt(PRICE_COLUMN); row += 1) {
    const cell = rowAt(PRICE_COLUMN, row)[column];
    if (typeof cell === 'string') counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return [...counts].sort(([a, aCount], [b, bCount]) => bCount - aCount || (a < b ? -1 : 1));
}

async function readRows(page: Page): Promise<Grid> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText('All 240 rows of the snapshot');
  await tab(page, 'Rows').click();
  await grid.expectRowLoaded(0);
  return grid;
}

test('known values become a condition by keyboard alone, with as many rows as said; the list fits a narrow screen @service-only', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}` });
  const grid = await readRows(page);
  const form = new QueryForm(page);
  const filter = await form.addFilter('Currency', 'is', null);
  const input = filter.getByRole('combobox', { name: 'Value' });
  await input.focus();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  const expected = countedValues('Currency');
  const options = page.getByRole('listbox', { name: 'Known values of Currency' }).getByRole('option');
  await expect(options).toHaveText(
    expected.map(([value, count]) => `${value} ${count} ${count === 1 ? 'row' : 'rows'}`),
  );
  await expect(page.getByText('of all 240 rows of the snapshot')).toBeVisible();
  await expectAccessibleInAllColours(page);
  const [value, count] = expected[1] ?? ['', 0];
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(input).toHaveValue(value);
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await grid.expectRowCount(count);

  // The new snapshot has not been read yet, but all of its rows are on screen.
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText(`All ${count} rows of the snapshot`);
  await page.getByRole('tab', { name: 'Builder', exact: true }).click();
  await filter.getByRole('combobox', { name: 'Value' }).click();
  await expect(options).toHaveText([`${value} ${count} rows`]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('group', { name: 'Query line' }).getByRole('button', { name: 'Add filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter 2' });
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Title', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Value', exact: true }).click();
  await expect(page.getByRole('listbox', { name: 'Known values of Title' })).toBeInViewport();
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    )
    .toBe(true);
  await expectNoAxeViolations(page);
});
