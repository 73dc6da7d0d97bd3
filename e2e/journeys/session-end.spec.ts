import type { Page } from '@playwright/test';
import { rowAt } from '@mocks/data/price-sources';
import { expectAccessibleInLongRun } from '../support/axe';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { test } from '../support/session-orders';
import { MANAGER, againDialog, submitPasswordAgain, goToEnd, runSalesPrices } from '../support/session-steps';
import { expect } from '../support/test';

test.describe('a session that the service has ended', () => {
  test.beforeEach(({ problems }) => {
    problems.allowResponse(401, /\/papi\/api\//);
    problems.allowResponse(403, /\/papi\/token$/);
  });

  test('is gone on with over the page, with all that was there @service-only @promise', async ({
    page,
    context,
    signIn,
    orders,
  }) => {
    await signIn();
    const address = await runSalesPrices(page);
    const other = await context.newPage();
    await other.goto(address);
    const otherGrid = await selectFarAway(other);
    const grid = new Grid(page);
    await new QueryForm(page).addFilter('PriceList', 'is empty', null);
    await expect(page.getByRole('group', { name: 'Filter 1' })).toBeVisible();
    await (await grid.cell({ row: 2, column: 'EntryNo' })).click();
    await expect(grid.root.locator(':focus')).toHaveText('1000002');

    await orders.endSessions();
    await page.keyboard.press('Control+End');
    await expect(againDialog(page)).toBeVisible();
    await expect(againDialog(other)).toBeVisible();
    await expect(againDialog(page).getByRole('textbox')).toHaveCount(1);
    await expect(againDialog(page).getByLabel('Password', { exact: true })).toBeFocused();
    await expectAccessibleInLongRun(page);

    await page.keyboard.press('Escape');
    await submitPasswordAgain(page, 'not the password');
    await expect(againDialog(page).getByRole('alert')).toContainText('The password is wrong');
    await expect(againDialog(page).getByLabel('Password', { exact: true })).toHaveValue('');
    expect(page.url()).toBe(address);

    await submitPasswordAgain(page, MANAGER.password);
    await expect(againDialog(page)).toBeHidden();
    await expect(againDialog(other)).toBeHidden();
    await grid.expectRowLoaded(999_999);
    await expect(page.getByRole('group', { name: 'Filter 1' })).toBeVisible();
    expect(page.url()).toBe(address);
    // The keyboard works in the grid as before, because a cell has the focus.
    await expect(grid.root.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Control+Home');
    await grid.expectRowLoaded(0);
    await expectSelectedFarAway(otherGrid);
    await goToEnd(other);
    await otherGrid.expectRowLoaded(999_999);
  });
});

/** Selects two cells in the middle of the snapshot. */
async function selectFarAway(page: Page): Promise<Grid> {
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await grid.goToRow(500_000);
  await grid.expectRowLoaded(500_000);
  await (await grid.cell({ row: 500_000, column: 'ItemNumber' })).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expectSelectedFarAway(grid);
  return grid;
}

async function expectSelectedFarAway(grid: Grid): Promise<void> {
  await expect(grid.row(500_000)).toBeInViewport();
  await expect(grid.root.getByRole('gridcell', { selected: true })).toHaveText(
    [500_000, 500_001].map((row) => String(rowAt('SalesPrice', row)['ItemNumber'])),
  );
}
