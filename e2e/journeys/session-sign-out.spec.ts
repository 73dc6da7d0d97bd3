import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { test } from '../support/session-orders';
import { MANAGER, runSalesPrices, signOut } from '../support/session-steps';
import { submitCredentials } from '../support/sign-in';
import { expect } from '../support/test';

test.describe('signing out', () => {
  test('leaves nothing of an account, in any tab, for the next one @service-only @custody @promise', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn();
    const address = await runSalesPrices(page);
    const other = await context.newPage();
    await other.goto(address);
    await new Grid(other).expectRowLoaded(0);
    for (const tab of [page, other]) {
      await new QueryForm(tab).addFilter('PriceList', 'is empty', null);
      await expect.poll(() => tab.evaluate(() => Object.keys(sessionStorage).join())).toContain('draft');
    }

    await signOut(page);
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeFocused();
    await expect(other.getByText('You have signed out')).toBeVisible();
    for (const tab of [page, other]) {
      expect(new URL(tab.url()).search).toBe('');
      expect(await tab.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
      await expect(tab.locator('body')).not.toContainText(/Sales price|EntryNo/);
    }

    await signIn({ as: 'Analyst' });
    // The other tab is signed in with the new account as well.
    await expect(other.getByRole('button', { name: 'Account' })).toContainText('analyst');
    await page.goto('/prices/SalesPrice');
    await expect(page.getByRole('heading', { name: 'A first look' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Filter 1' })).toBeHidden();
    await expect(page.locator('body')).not.toContainText('manager');
  });
});

test('without Keep me signed in a session lasts for reloads, not beyond its last tab; with it, it outlives them @service-only @custody', async ({
  page,
  context,
  signIn,
  orders,
}) => {
  await signIn();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Price columns' })).toBeVisible();
  await page.close();
  const next = await context.newPage();
  await next.goto('/');
  await expect(next.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();

  const before = await orders.refreshCount();
  await next.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await submitCredentials(next, MANAGER.userName, MANAGER.password);
  await expect(next.getByRole('heading', { name: 'Price columns' })).toBeVisible();
  expect(await orders.refreshCount()).toBe(before);
  await next.close();
  const last = await context.newPage();
  await last.goto('/');
  await expect(last.getByRole('heading', { name: 'Price columns' })).toBeVisible();
});
