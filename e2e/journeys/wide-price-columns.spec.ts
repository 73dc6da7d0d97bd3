import { rowAt } from '@mocks/data/price-sources';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

const FIELDS = 4_096;
const NAME = `WidePrice${FIELDS}`;
/** The limit of elements in the page for price columns of any width, on a screen of 1280 × 800 px. */
const MOST_ELEMENTS = 15_000;

test('a price column of 4,096 fields is run and read, with few of them in the page @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { wideFieldCount: FIELDS } });
  await signIn({ at: `/prices/${NAME}` });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const table = page.getByRole('grid', { name: 'Results' });
  await expect(table).toHaveAttribute('aria-colcount', String(FIELDS));
  await expect(page.getByRole('group', { name: 'Query line' })).toContainText('4,096 of 4,096 fields');
  expect(await table.getByRole('columnheader').count()).toBeLessThan(60);
  await table.getByRole('gridcell').first().click();
  await page.keyboard.press('End');
  const last = String(rowAt(NAME, 0)[`Value_${FIELDS - 2}`] ?? '').slice(0, -2);
  await expect(table.getByRole('columnheader', { name: `Value_${FIELDS - 2}` })).toBeInViewport();
  if (last !== '') await expect(table.locator('[data-row="0"]')).toContainText(last);

  // Even with all fields but one, the address is short enough for every server.
  await page.getByRole('checkbox', { name: 'Value_3', exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(table).toHaveAttribute('aria-colcount', String(FIELDS - 1));
  await expect(page).toHaveURL(/fields=!list~[0-9a-f]{28}~4095/);
  expect(page.url().length).toBeLessThan(300);
  await page.reload();
  await expect(table).toHaveAttribute('aria-colcount', String(FIELDS - 1));

  await page.getByRole('tab', { name: 'Checks', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Roles of columns' })).toBeVisible();
  await page.getByRole('tab', { name: 'Columns', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Column profile' }).getByRole('row')).toHaveCount(201);
  expect(await page.locator('*').count()).toBeLessThan(MOST_ELEMENTS);
});
