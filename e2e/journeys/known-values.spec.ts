import type { Page } from '@playwright/test';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { messagesOf } from '../support/message-catalogue';
import { choose, QueryForm } from '../support/query-form';
import { HELD_BACK } from '../support/service-control';
import { expect, test } from '../support/test';

// Editors of conditions offer the values that are known from the rows read for a view, else from those on screen.

const PRICE_COLUMN = 'PromotionPrice';
const coverage = (page: Page) => page.getByRole('status', { name: 'Coverage' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** The values of a column with their rows, by the rows alone: the most frequent first. */
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

test('known values become a condition by keyboard alone, and its rows are as many as said @service-only', async ({
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

  // The new snapshot has not been read, and is all on screen.
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText(`All ${count} rows of the snapshot`);
  await page.getByRole('tab', { name: 'Builder', exact: true }).click();
  await filter.getByRole('combobox', { name: 'Value' }).click();
  await expect(options).toHaveText([`${value} ${count} rows`]);
});

/** A stored price as the rows show it: with two places where the others are zeros. */
function asInRows(value: string): string {
  return value.replace(/(\.\d\d)00$/, '$1');
}

test('values of a list are chosen in the query line, with numbers in the formats of the person', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}` });
  const grid = await readRows(page);
  await page.getByRole('button', { name: 'Collapse the query' }).click();
  await page.getByRole('group', { name: 'Query line' }).getByRole('button', { name: 'Add filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter 1' });
  await choose(dialog.getByRole('combobox', { name: 'Field' }), 'PromotionValue');
  await choose(dialog.getByRole('combobox', { name: 'Operator' }), 'is any of');
  const input = dialog.getByRole('combobox', { name: 'Values' });
  const expected = countedValues('PromotionValue').slice(0, 2);
  await input.click();
  const options = page.getByRole('listbox', { name: 'Known values of PromotionValue' }).getByRole('option');
  await expect(options).toHaveCount(50);
  await expect(page.getByText(/^The 50 most frequent: type to find others/)).toBeVisible();
  for (const [value] of expected) {
    const shown = asInRows(value);
    await input.fill(shown);
    await options.filter({ hasText: shown }).first().click();
    await expect(dialog.getByRole('button', { name: `Remove ${shown}`, exact: true })).toBeVisible();
  }
  await input.press('Escape');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await grid.expectRowCount(expected.reduce((sum, [, count]) => sum + count, 0));
});

test('a day and true or false are chosen with their rows, and both together find what the rows have', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}` });
  const grid = await readRows(page);
  const form = new QueryForm(page);
  const rows = Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, row) => rowAt(PRICE_COLUMN, row));
  const confirmed = rows.filter((row) => row['IsConfirmed'] === true);
  const day = String(confirmed[0]?.['StartsOn']);
  const dayCount = rows.filter((row) => row['StartsOn'] === day).length;
  const written = day.split('-').toReversed().join('/');
  const onDay = await form.addFilter('StartsOn', 'on', null);
  const input = onDay.getByRole('combobox', { name: 'Value' });
  await input.fill(written.slice(0, -2));
  const options = page.getByRole('listbox', { name: 'Known values of StartsOn' }).getByRole('option');
  await options.filter({ hasText: `${written} ${dayCount} row` }).click();
  await expect(input).toHaveValue(written);

  const isConfirmed = await form.addFilter('IsConfirmed', 'is', null);
  await isConfirmed.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: `True ${confirmed.length} rows`, exact: true }).click();
  await page.keyboard.press('Control+Enter');
  await grid.expectRowCount(confirmed.filter((row) => row['StartsOn'] === day).length);
});

test('while a part is read, counts are estimates of the rows read so far @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: 90_000 } });
  await signIn({ at: '/prices/SalesPrice?v=1&fields=EntryNo,PriceList' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  await serviceControl.order({
    do: 'add-fault',
    rule: { on: 'extraction', times: null, skip: 3, fault: HELD_BACK },
  });
  await tab(page, 'Columns').click();
  await expect(page.getByRole('progressbar', { name: 'Reading rows' })).toBeVisible();
  await expect(coverage(page)).toHaveText(/^[1-9][\d,]* of 90,000 rows read so far/);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('tab', { name: 'Builder', exact: true }).click();
  const filter = await new QueryForm(page).addFilter('PriceList', 'is none of', null);
  await filter.getByRole('combobox', { name: 'Values' }).click();
  const options = page.getByRole('listbox', { name: 'Known values of PriceList' }).getByRole('option');
  await expect(options.first()).toContainText(/≈ [\d,]+ rows$/);
  await expect(page.getByText(/of the [\d,]+ rows read$/)).toBeVisible();
});

test('before rows are read, those on screen suggest values, also in a refinement', async ({
  page,
  signIn,
}) => {
  await signIn({ at: '/prices/SalesPrice?v=1&fields=EntryNo,PriceList,Value' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const form = new QueryForm(page);
  const filter = await form.addFilter('PriceList', 'is', null);
  const input = filter.getByRole('combobox', { name: 'Value' });
  await input.click();
  const list = page.getByRole('listbox', { name: 'Known values of PriceList' });
  // No counts: these rows are few of all.
  await expect(list.getByRole('option', { name: 'CH', exact: true })).toBeVisible();
  await expect(page.getByText(/^From the [\d,]+ rows on screen$/)).toBeVisible();
  await expectAccessibleInAllColours(page);
  await list.getByRole('option', { name: 'CH', exact: true }).click();
  await expect(input).toHaveValue('CH');
  await page.keyboard.press('Control+Enter');
  await expect(await grid.cell({ row: 1, column: 'PriceList' })).toHaveText('CH');

  // A condition on the rows read is edited in the same way, and knows these.
  await page.getByRole('button', { name: 'Refine', exact: true }).click();
  const region = page.getByRole('region', { name: 'Refine here' });
  await region.getByRole('button', { name: 'Add condition' }).click();
  const condition = region.getByRole('group', { name: 'Condition 1' });
  await condition.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'PriceList', exact: true }).click();
  await expect(coverage(page)).toHaveText(/^All [\d,]+ rows of the snapshot/);
  await condition.getByRole('combobox', { name: 'Value', exact: true }).click();
  await expect(list.getByRole('option', { name: /^CH [\d,]+ rows$/ })).toBeVisible();
});

test('the list fits a narrow screen', async ({ page, signIn }) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}` });
  await readRows(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('group', { name: 'Query line' }).getByRole('button', { name: 'Add filter' }).click();
  const filter = page
    .getByRole('group', { name: 'Filter 1' })
    .or(page.getByRole('dialog', { name: 'Filter 1' }));
  await filter.first().getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Title', exact: true }).click();
  await filter.first().getByRole('combobox', { name: 'Value', exact: true }).click();
  const list = page.getByRole('listbox', { name: 'Known values of Title' });
  await expect(list).toBeInViewport();
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    )
    .toBe(true);
  await expectNoAxeViolations(page);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('names, counts and numbers are German', async ({ page, signIn }) => {
    const t = messagesOf('de-DE');
    await signIn({ at: `/prices/${PRICE_COLUMN}`, t });
    await page.getByRole('button', { name: t('workbench.query.run'), exact: true }).click();
    await new Grid(page, t('results.results')).expectRowLoaded(0);
    await tab(page, t('results.views.columns')).click();
    await expect(page.getByRole('button', { name: t('tableExport.copy') })).toBeEnabled();
    await page.getByRole('tab', { name: t('workbench.query.tab.builder'), exact: true }).click();
    const form = new QueryForm(page, t);
    const filter = await form.addFilter('PromotionValue', t('conditions.operator.equals'), null);
    const input = filter.getByRole('combobox', { name: t('conditions.editor.value') });
    const [value] = countedValues('PromotionValue').find(([each]) => each.length > 4) ?? [''];
    const german = asInRows(value).replace('.', ',');
    await input.fill(german);
    const option = page
      .getByRole('listbox', { name: t('conditions.known.label', { field: 'PromotionValue' }) })
      .getByRole('option')
      .filter({ hasText: german })
      .first();
    await expect(option).toContainText('Zeile');
    await option.click();
    await expect(input).toHaveValue(german);
  });
});
