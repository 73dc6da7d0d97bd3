import type { BrowserContext } from '@playwright/test';
import { expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { againDialog, submitPasswordAgain, MANAGER, runSalesPrices } from '../support/session-steps';
import { expect, test } from '../support/test';

test('a console that nobody uses hides everything until the password is typed @service-only', async ({
  page,
  context,
  signIn,
}) => {
  await configure(context, { idleLockMinutes: 30 });
  await page.clock.install();
  await signIn();
  const address = await runSalesPrices(page);
  const grid = new Grid(page);
  await new QueryForm(page).addFilter('PriceList', 'is empty', null);
  await (await grid.cell({ row: 2, column: 'EntryNo' })).click();
  await page.clock.fastForward('00:20:00');
  await page.keyboard.press('ArrowDown');
  await page.clock.fastForward('00:29:00');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(againDialog(page)).toBeHidden();

  await page.clock.fastForward('00:02:00');
  await expect(againDialog(page)).toContainText('This console was not used for 30 minutes');
  await expect(againDialog(page).getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByRole('grid')).toBeHidden();
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/EntryNo|1000002|Sales price/);
  await expectNoAxeViolations(page);
  await submitPasswordAgain(page, MANAGER.password);
  await expect(againDialog(page)).toBeHidden();
  // After unlocking, everything is as before, even the focused cell.
  await expect(grid.root.locator(':focus')).toHaveText('1000003');
  await expect(page.getByRole('group', { name: 'Filter 1' })).toBeVisible();
  expect(page.url()).toBe(address);

  await page.clock.fastForward('00:31:00');
  await expect(againDialog(page)).toBeVisible();
  await page.reload();
  await expect(againDialog(page)).toContainText('This console was not used for 30 minutes');
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/EntryNo|Sales price/);
  await submitPasswordAgain(page, MANAGER.password);
  await expect(againDialog(page)).toBeHidden();
  await expect(page.getByRole('group', { name: 'Filter 1' })).toBeVisible();
  expect(page.url()).toBe(address);
});

/** Adds keys to the `config.json` that the server sends. */
async function configure(context: BrowserContext, keys: object): Promise<void> {
  await context.route('**/config.json', async (route) => {
    // The request is repeated if the server has just closed an idle connection, as browsers do.
    const response = await route.fetch({ maxRetries: 3 });
    const config: object = await response.json();
    await route.fulfill({ response, json: { ...config, ...keys } });
  });
}
