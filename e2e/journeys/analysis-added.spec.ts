import type { Locator } from '@playwright/test';
import { rowAt } from '@mocks/data/price-sources';
import { expectAccessibleInBothSchemes } from '../support/axe';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// These tests add columns of another price column to the rows: partners, and a margin.

const PREFIX = 'A-1000000';
const AT = `/prices/SalesPrice?v=1&filter=ItemNumber~starts-with~${PREFIX}`;
const COST = 'Cost for pricing · CostForPricing';

type Row = ReturnType<typeof rowAt>;

/** Returns the rows whose article begins with `PREFIX`. They are the first rows of the price column. */
function rowsOf(priceColumn: string, article: string): readonly Row[] {
  const rows: Row[] = [];
  for (let index = 0; ; index += 1) {
    const row = rowAt(priceColumn, index);
    if (!String(row[article]).startsWith(PREFIX)) return rows;
    rows.push(row);
  }
}

const SALES = rowsOf('SalesPrice', 'ItemNumber');
const COSTS = rowsOf('CostForPricing', 'Number');
const keyOf = (article: unknown, currency: unknown) => `${String(article)} ${String(currency)}`;
const COST_OF = new Map(COSTS.map((row) => [keyOf(row['Number'], row['Currency']), row['CostForPricing']]));
const FOUND = SALES.filter((row) => COST_OF.has(keyOf(row['ItemNumber'], row['Currency'])));
/** The rows with a margin. Rows without a price, or with a price of zero, have none. */
const PRICED = FOUND.filter((row) => row['Value'] !== null && Number(row['Value']) !== 0);
const costOf = (row: Row) => COST_OF.get(keyOf(row['ItemNumber'], row['Currency'])) ?? null;
const marginOf = (row: Row) => {
  const cost = Number(costOf(row));
  return (Number(row['Value']) - cost) / Number(row['Value']);
};
const shown = (count: number) => new Intl.NumberFormat('en-GB').format(count);

test('three presses from sales prices to a pivot of margins, and each count opens its rows @service-only', async ({
  page,
  signIn,
}) => {
  await signIn({ at: AT });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);

  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  await press(page.getByRole('button', { name: 'Add columns from…' }));
  const dialog = page.getByRole('dialog', { name: 'Add columns from…' });
  await expect(dialog.getByRole('combobox', { name: 'Source', exact: true })).toHaveValue(
    'Price column Cost for pricing',
  );
  await expect(
    dialog
      .getByRole('group', { name: 'Part 1 of the key' })
      .getByRole('combobox', { name: 'Column of the source' }),
  ).toHaveValue('Number');
  await expect(dialog.getByRole('checkbox', { name: /^Also compute Margin %/ })).toBeChecked();
  await expectAccessibleInBothSchemes(page, dialog);
  await press(dialog.getByRole('button', { name: 'Add', exact: true }));
  await press(page.getByRole('tab', { name: 'Pivot', exact: true }));
  const pivot = page.getByRole('table', { name: 'Pivot' });
  await expect(pivot.getByRole('columnheader', { name: /Margin %/ })).toBeVisible();
  await expect(
    pivot
      .getByRole('row', { name: /^Total/ })
      .getByRole('button')
      .first(),
  ).toHaveText(shown(SALES.length));
  expect(presses).toBe(3);

  await test.step('new prices keep a margin on the cost, where there is one', async () => {
    await page.getByRole('tab', { name: 'Proposal', exact: true }).click();
    const rule = page.getByRole('group', { name: 'Rule 1', exact: true });
    await rule.getByRole('combobox', { name: 'Change', exact: true }).click();
    await page.getByRole('option', { name: 'to a margin % on cost', exact: true }).click();
    const withPrice = SALES.filter((row) => row['Value'] !== null);
    const withCost = withPrice.filter((row) => costOf(row) !== null);
    const unanswered = withPrice.length - withCost.length;
    await expect(rule).toContainText(`${shown(SALES.length)} rows · ${shown(unanswered)} without an answer`);
    // A raised price is the cost with a margin of 20 %, in units of a price, which has four decimals.
    const raised = withCost.filter((row) => {
      return Math.round(Number(costOf(row)) * 12_500) !== Math.round(Number(row['Value']) * 10_000);
    });
    const figures = page.getByRole('group', { name: 'Figures of the proposal' });
    await expect(figures.getByRole('button', { name: /^Changed: / })).toHaveText(shown(raised.length));
    await expect(
      figures.getByRole('button', { name: /^Margin before → after: .+→ 20\.00/ }).first(),
    ).toBeVisible();
  });

  await test.step('the rows say which found a partner, and which not', async () => {
    await page.getByRole('tab', { name: 'Rows', exact: true }).click();
    const status = page.getByRole('status', { name: 'Partners in Cost for pricing' });
    await expect(status).toHaveText(
      `Cost for pricing: ${shown(FOUND.length)} of ${shown(SALES.length)} rows found a partner, 0 found several`,
    );
    await expect.poll(() => grid.rowCount()).toBe(SALES.length);
    const first = SALES.findIndex((row) => FOUND[0] === row);
    await grid.goToRow(first);
    await expect(await grid.cell({ row: first, column: COST })).toHaveText(
      new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(
        Number(COST_OF.get(keyOf(FOUND[0]?.['ItemNumber'], FOUND[0]?.['Currency']))),
      ),
    );
    await page.getByRole('button', { name: /^Show [\d,]+ without$/ }).click();
    await expect.poll(() => grid.rowCount()).toBe(SALES.length - FOUND.length);
  });

  await test.step('a press on the header of a computed column sorts the rows read', async () => {
    await page.goBack();
    await expect.poll(() => grid.rowCount()).toBe(SALES.length);
    // The grid fits its columns to the values of the first rows once these are loaded.
    await grid.expectRowLoaded(0);
    await grid.reveal('Margin %');
    // The header is in view completely only at the end of the columns.
    await grid.root.hover();
    await page.mouse.wheel(10_000, 0);
    await expect(grid.header('Margin %')).toBeInViewport({ ratio: 0.95 });
    await grid.header('Margin %').click();
    await expect(page).toHaveURL(/order=/);
    // After sorting, the column is still in view, because sorting does not scroll the grid.
    await expect(grid.header('Margin %')).toHaveAttribute('aria-sort', 'ascending');
    const least = PRICED.toSorted((a, b) => marginOf(a) - marginOf(b))[0];
    const article = await grid.cell({ row: 0, column: 'ItemNumber' });
    await expect(article).toHaveText(String(least?.['ItemNumber']));
  });

  await test.step('the link brings them back', async () => {
    await page.reload();
    await expect(page.getByRole('status', { name: 'Partners in Cost for pricing' })).toContainText(
      `${shown(FOUND.length)} of ${shown(SALES.length)}`,
    );
  });

  await test.step('the checks take the added column for the cost', async () => {
    // The link no longer has the computed column, so the rows are not refined.
    const link = new URL(page.url());
    link.searchParams.delete('refine');
    link.searchParams.set('show', 'checks');
    await page.goto(link.href);
    await expect(
      page
        .getByRole('group', { name: 'Roles of columns' })
        .getByRole('combobox', { name: 'Cost', exact: true }),
    ).toHaveValue(COST);
    const belowCost = FOUND.filter((row) => {
      const cost = Number(costOf(row));
      return row['Value'] !== null && Number(row['Value']) < cost;
    });
    expect(belowCost.length).toBeGreaterThan(0);
    await expect(
      page.getByRole('list', { name: 'Checks' }).getByRole('group', { name: 'Below cost', exact: true }),
    ).toContainText(`${belowCost.length} rows`);
    await page.goBack();
  });

  await test.step('they are removed by a press', async () => {
    await page.getByRole('button', { name: 'Remove columns from Cost for pricing' }).click();
    await expect(page.getByRole('group', { name: 'Columns from Cost for pricing' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add columns from…' })).toBeFocused();
    await expect.poll(() => grid.rowCount()).toBe(SALES.length);
  });

  await test.step('a file gives columns as well, and after a reload it is asked for again', async () => {
    const articles = [...new Set(SALES.map((row) => String(row['ItemNumber'])))];
    const [first = '', second = ''] = articles;
    const lines = ['ItemNumber;Currency;Value', `${first};EUR;1,99`, `${second};EUR;2,49`, 'B-1;EUR;3,00'];
    const file = {
      name: 'competitor.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    };
    const matched = SALES.filter(
      (row) => row['Currency'] === 'EUR' && [first, second].includes(String(row['ItemNumber'])),
    );
    const choose = async () => {
      await dialog.getByRole('combobox', { name: 'Source', exact: true }).click();
      await page.getByRole('option', { name: 'A file…' }).click();
      const chooser = page.waitForEvent('filechooser');
      const ofFile = page.getByRole('dialog', { name: 'Add columns from a file' });
      await ofFile.getByRole('button', { name: 'Choose a file' }).click();
      await (await chooser).setFiles([file]);
      await ofFile.getByRole('button', { name: 'Use this file' }).click();
    };
    const status = page.getByRole('status', { name: 'Partners in competitor' });
    const words = `competitor: ${matched.length} of ${shown(SALES.length)} rows found a partner, 0 found several`;

    await page.getByRole('button', { name: 'Add columns from…' }).click();
    await choose();
    await expect(dialog.getByRole('textbox', { name: 'Name in headers' })).toHaveValue('competitor');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(status).toHaveText(words);
    await page.getByRole('button', { name: `Show ${matched.length} with a partner` }).click();
    await expect.poll(() => grid.rowCount()).toBe(matched.length);
    await expect(await grid.cell({ row: 0, column: 'competitor · Value' })).toHaveText('1.99');
    await expect(page.getByText('Only rows with a partner in competitor', { exact: true })).toBeVisible();

    await page.reload();
    await page.getByRole('button', { name: 'Choose the file again' }).click();
    await choose();
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(status).toHaveText(words);

    const snapshot = new URL(page.url()).searchParams.get('cacheKey');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page).not.toHaveURL(new RegExp(`cacheKey=${snapshot}`));
    await expect(status).toHaveText(words);
  });
});

test('a snapshot of another price column gives columns without a new one, as far as it has them @service-only', async ({
  page,
  signIn,
}) => {
  await signIn({
    at: `/prices/CostForPricing?v=1&fields=Number,CostForPricing&filter=Number~starts-with~${PREFIX}`,
  });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await expect.poll(() => grid.rowCount()).toBe(COSTS.length);
  // This browser knows the snapshot once the **Snapshots** screen lists it.
  await page.getByRole('link', { name: 'Snapshots', exact: true }).click();
  await expect(page.getByRole('main').getByText('Cost for pricing').first()).toBeVisible();

  await page.goto(AT);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => grid.rowCount()).toBe(SALES.length);
  const taken: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('CostForPricing') && !body.includes('cacheKey')) taken.push(body);
  });
  await page.getByRole('button', { name: 'Add columns from…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add columns from…' });
  await dialog.getByRole('combobox', { name: 'Source', exact: true }).click();
  await page
    .getByRole('option', { name: new RegExp(`^Cost for pricing · .*${shown(COSTS.length)} rows`) })
    .click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const status = page.getByRole('status', { name: 'Partners in Cost for pricing' });
  // The suggested key contains the currency, but this snapshot was taken without that column.
  await expect(status).toHaveText(/have no column Currency/);

  await page.getByRole('button', { name: 'Edit columns from Cost for pricing' }).click();
  await dialog.getByRole('button', { name: 'Remove part 2 of the key' }).click();
  await expect(dialog.getByText('the key does not match it', { exact: false }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  const articles = COSTS.map((row) => row['Number']);
  const partnersOf = (row: Row) => articles.filter((article) => article === row['ItemNumber']).length;
  const found = SALES.filter((row) => partnersOf(row) === 1).length;
  const several = SALES.filter((row) => partnersOf(row) > 1).length;
  await expect(status).toHaveText(
    `Cost for pricing: ${shown(found)} of ${shown(SALES.length)} rows found a partner, ${shown(several)} found several`,
  );
  expect(taken).toEqual([]);
  // A column that was just added is in view, at the end of the row. After a reload, the first columns are in view.
  await expect(grid.header('Margin %')).toBeInViewport();

  await page.reload();
  await expect(status).toContainText(`${shown(found)} of ${shown(SALES.length)}`);
  await expect.poll(() => grid.rowCount()).toBe(SALES.length);
  await expect(grid.header('EntryNo')).toBeInViewport();
  await expect(grid.header('Margin %')).toBeHidden();
  expect(taken).toEqual([]);
});
