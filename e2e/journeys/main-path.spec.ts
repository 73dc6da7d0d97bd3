import { PRICE_SOURCES } from '@mocks/data/price-sources';
import { ITEM_TABLE } from '@mocks/data/item-table';
import { expectAccessibleInBothSchemes } from '../support/axe';
import { expectedRow } from '../support/expected-cells';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';

test('the whole job: sign in, choose, ask, read, look up the schema, sign out @service @promise', async ({
  page,
  signIn,
  servedConsole,
}) => {
  test.slow();
  const scan = async () => {
    // The screens are the same with the demo and with a service, so they are scanned only once.
    if (servedConsole.servedWith === 'demo') await expectAccessibleInBothSchemes(page);
  };
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await scan();

  await signIn();
  await expect(page.getByRole('heading', { name: 'Price columns', level: 1 })).toBeVisible();
  const list = page.getByRole('table', { name: 'Price columns' });
  for (const { displayName, sourceTable, fields } of PRICE_SOURCES) {
    const row = list.getByRole('row', { name: displayName });
    await expect(row.getByRole('cell').nth(5)).toHaveText(sourceTable);
    await expect(row.getByRole('cell').nth(3)).toHaveText(String(fields.length));
  }
  await scan();

  await page.getByRole('searchbox', { name: 'Search price columns' }).fill('promotion');
  await expect(page.getByText(`1 of ${PRICE_SOURCES.length} price columns`)).toBeVisible();
  await list.getByRole('link', { name: 'Promotion price' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Promotion price', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Promotion price/);

  const form = new QueryForm(page);
  const [key = '', ...others] = await form.chosenFields();
  const fields = form.group('Fields');
  await fields.getByRole('button', { name: 'Clear' }).click();
  await fields.getByRole('checkbox', { name: key, exact: true }).check();
  await fields.getByRole('checkbox', { name: 'Title', exact: true }).check();
  expect(others).toContain('Title');
  // The field is moved to the first position by keyboard.
  await fields.getByRole('button', { name: 'Move Title' }).focus();
  const steps = (await form.chosenFields()).length;
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('Alt+ArrowUp');
  await form.addSort(key, 'Descending');
  await page.keyboard.press('Control+Enter');

  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const { baseRowCount = 0 } = PRICE_SOURCES.find(({ name }) => name === 'PromotionPrice') ?? {};
  await grid.expectRowCount(baseRowCount);
  await expect(grid.root.getByRole('columnheader')).toHaveText([/^Title/, new RegExp(`^${key}`)]);
  const last = expectedRow('PromotionPrice', baseRowCount - 1);
  expect((await grid.readRows([0]))[0]).toEqual({ Title: last['Title'], [key]: last[key] });
  await expect(page.getByRole('status').filter({ hasText: 'Snapshot taken' })).toContainText(/expires in \d/);
  await scan();

  // On the start page, Enter on the link opens the query again.
  await page.getByRole('link', { name: 'Price columns', exact: true }).click();
  const goOn = page.getByRole('region', { name: 'Go on' }).getByRole('link');
  await expect(goOn).toHaveText([new RegExp(`Promotion price.*${key} Z to A · 2 of 10 fields240 rows`)]);
  await expect(list.getByRole('row', { name: 'Promotion price' })).toContainText('240');
  await scan();
  await goOn.press('Enter');
  await grid.expectRowLoaded(0);
  expect((await grid.readRows([0]))[0]).toEqual({ Title: last['Title'], [key]: last[key] });

  await page.getByRole('link', { name: 'Item schema' }).click();
  await expect(page.getByRole('heading', { name: 'Item table' })).toBeVisible();
  const columns = page.getByRole('table', { name: 'Columns', exact: true });
  await expect(columns.getByRole('row')).toHaveText([
    /^Name/,
    ...ITEM_TABLE.map(({ name, typeName_display }) => new RegExp(`${name}.*${escaped(typeName_display)}`)),
  ]);
  await scan();

  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menu')).toHaveAccessibleDescription(/manager.*Your rights.*Extract prices/);
  await expect(page.getByRole('group', { name: 'Appearance' }).getByRole('menuitemradio')).toHaveCount(3);
  await scan();
  const licences = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'Licences' }).click();
  await expect((await licences).getByText('Permission is hereby granted').first()).toBeVisible();
  await (await licences).close();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

function escaped(text: string): string {
  return text.replaceAll(/[.()]/g, String.raw`\$&`);
}
