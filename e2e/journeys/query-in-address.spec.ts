import type { Page } from '@playwright/test';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';

const FIELDS = ['EntryNo', 'ItemNumber', 'Value', 'Currency'];
const QUERY = `v=1&fields=${FIELDS.join(',')}&filter=Currency~is~EUR;Value~between~10~20.5&sort=-Value,EntryNo`;

test('a reload, Back and Forward, and a pasted link bring back the whole query @promise', async ({
  page,
  signIn,
}) => {
  await signIn({ at: '/prices/SalesPrice' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowCount(1_000_000);
  await expectWholeColumn(page);
  const before = page.url();

  // A link is opened over the current address, as users do by pasting.
  await page.goto(`/prices/SalesPrice?${QUERY}`);
  await expectQuery(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expectResults(page);
  const address = page.url();
  expect(address).toContain('cacheKey=');

  await page.reload();
  await expectQuery(page);
  await expectResults(page);
  expect(page.url()).toBe(address);

  await grid.header('Currency').click();
  await expect(page.getByRole('group', { name: 'Sort 2' })).toBeHidden();
  await expect(page).toHaveURL(/sort=Currency/);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expectQuery(page);
  await expectResults(page);
  await page.goForward();
  await expect(page).toHaveURL(/sort=Currency/);
  await expect(page.getByRole('group', { name: 'Sort 2' })).toBeHidden();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(before);
  await expectWholeColumn(page);
});

async function expectQuery(page: Page): Promise<void> {
  const form = new QueryForm(page);
  const [currency, value] = [form.group('Filter 1'), form.group('Filter 2')];
  await expect(currency.getByRole('combobox', { name: 'Field' })).toHaveValue('Currency');
  await expect(currency.getByRole('combobox', { name: 'Operator' })).toHaveValue('is');
  await expect(currency.getByLabel('Value', { exact: true })).toHaveValue('EUR');
  await expect(value.getByRole('combobox', { name: 'Field' })).toHaveValue('Value');
  await expect(value.getByRole('combobox', { name: 'Operator' })).toHaveValue('between');
  await expect(value.getByLabel('From', { exact: true })).toHaveValue('10');
  await expect(value.getByLabel('To', { exact: true })).toHaveValue('20.5');
  const sorts = [
    { group: 'Sort 1', field: 'Value', direction: 'Descending' },
    { group: 'Sort 2', field: 'EntryNo', direction: 'Ascending' },
  ];
  for (const { group, field, direction } of sorts) {
    const rule = form.group(group);
    await expect(rule.getByRole('combobox', { name: 'Field' })).toHaveValue(field);
    await expect(rule.getByRole('combobox', { name: 'Direction' })).toHaveValue(direction);
  }
  expect(await form.chosenFields()).toEqual(FIELDS);
}

/** Expects the rows of the query, with its columns and in its order. */
async function expectResults(page: Page): Promise<void> {
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await expect(grid.root).toHaveAttribute('aria-colcount', String(FIELDS.length));
  const [first] = await grid.readRows([0]);
  expect(Object.keys(first ?? {})).toEqual(FIELDS);
  expect(first).toMatchObject({ Currency: 'EUR', Value: '20.49' });
}

async function expectWholeColumn(page: Page): Promise<void> {
  const form = new QueryForm(page);
  await expect(form.group('Filter 1')).toBeHidden();
  await expect(form.group('Sort 1')).toBeHidden();
  await new Grid(page).expectRowLoaded(0);
}
