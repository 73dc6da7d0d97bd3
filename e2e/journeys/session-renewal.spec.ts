import { Grid } from '../support/grid';
import { test } from '../support/session-orders';
import { againDialog, goToEnd, runSalesPrices } from '../support/session-steps';
import { expect } from '../support/test';

test.describe('an expired token', () => {
  test('in three tabs costs one refresh, and no request is lost @service-only @custody @promise', async ({
    page,
    context,
    signIn,
    orders,
    problems,
  }) => {
    problems.allowResponse(401, /\/papi\/api\//);
    await signIn();
    const address = await runSalesPrices(page);
    const others = [await context.newPage(), await context.newPage()];
    for (const other of others) {
      await other.goto(address);
      await new Grid(other).expectRowLoaded(0);
    }
    // A new tab gets the token of an open tab, so there was no refresh.
    expect(await orders.refreshCount()).toBe(0);

    await orders.expireAccessTokens();
    const tabs = [page, ...others];
    await Promise.all(tabs.map((tab) => goToEnd(tab)));
    for (const tab of tabs) await new Grid(tab).expectRowLoaded(999_999);
    expect(await orders.refreshCount()).toBe(1);
    expect(await orders.reuseCount()).toBe(0);

    // All tabs have the new token, so their next requests need no further refresh.
    for (const tab of tabs) {
      await tab.getByRole('link', { name: 'Item schema' }).click();
      await expect(tab.getByRole('table', { name: 'Columns', exact: true })).toBeVisible();
      await expect(againDialog(tab)).toBeHidden();
    }
    expect(await orders.refreshCount()).toBe(1);
  });
});
