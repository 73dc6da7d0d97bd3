import { expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

test('a pricing manager runs a query and reaches the last of a million rows @service', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.getByRole('link', { name: 'Sales price' }).click();
  await expect(page.getByRole('heading', { name: 'Sales price', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing run yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowCount(1_000_000);
  await grid.expectRowLoaded(0);
  await expect(await grid.cell({ row: 0, column: 'EntryNo' })).toHaveText('1000000');

  await (await grid.cell({ row: 0, column: 'EntryNo' })).click();
  await page.keyboard.press('Control+End');
  await grid.expectRowLoaded(999_999);

  await page.keyboard.press('Control+g');
  await page.getByRole('textbox', { name: 'Go to row' }).fill('500,000');
  await page.keyboard.press('Enter');
  await grid.expectRowLoaded(499_999);
  await expectNoAxeViolations(page);
});

test('a reload shows the very snapshot of the address, and Back the one before', async ({ page, signIn }) => {
  await signIn();
  await page.getByRole('link', { name: 'Sales price' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const address = page.url();
  expect(address).toContain('cacheKey=');

  await grid.header('Name').click();
  await expect(page).toHaveURL(/sort=Name/);
  await expect(page.getByRole('group', { name: 'Sort 1' })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('group', { name: 'Sort 1' })).toBeHidden();

  await page.reload();
  await grid.expectRowLoaded(0);
  expect(page.url()).toBe(address);
});
