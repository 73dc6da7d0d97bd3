import { Grid } from '../support/grid';
import { test } from '../support/session-orders';
import { againDialog, goToEnd, openAccount, runSalesPrices, signOut } from '../support/session-steps';
import { expect } from '../support/test';

const DAY_MS = 86_400_000;

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
    // A tab opened beside a living one is given its token.
    expect(await orders.refreshCount()).toBe(0);

    await orders.expireAccessTokens();
    const tabs = [page, ...others];
    await Promise.all(tabs.map((tab) => goToEnd(tab)));
    for (const tab of tabs) await new Grid(tab).expectRowLoaded(999_999);
    expect(await orders.refreshCount()).toBe(1);
    expect(await orders.reuseCount()).toBe(0);

    // They all have the new one: what nobody has asked for yet needs no further refresh.
    for (const tab of tabs) {
      await tab.getByRole('link', { name: 'Item schema' }).click();
      await expect(tab.getByRole('table', { name: 'Columns' })).toBeVisible();
      await expect(againDialog(tab)).toBeHidden();
    }
    expect(await orders.refreshCount()).toBe(1);
  });

  for (const offsetDays of [1, -1]) {
    const unit = offsetDays > 0 ? 'minutes' : 'seconds';
    test(`is renewed before it expires: clock ${offsetDays} day off, expires_in in ${unit} @service-only`, async ({
      page,
      signIn,
      orders,
    }) => {
      await orders.changeSettings({ clockOffsetMs: offsetDays * DAY_MS, expiresInUnit: unit });
      const beforeMs = Date.now();
      await signIn();
      const told = await (await openAccount(page)).getByText(/^Session renews at/).textContent();
      const dueMs = Date.now() + 16 * 60_000;
      // 80 % of 20 minutes; the two minutes that the test itself may lie across are both right.
      const right = [beforeMs + 16 * 60_000, dueMs].map((atMs) => `Session renews at ${timeText(atMs)}`);
      expect(right).toContain(told);

      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      await signOut(page);
      await orders.changeSettings({ accessLifetimeMs: 5_000 });
      await signIn();
      // Nobody asks for anything: a 401 would fail this test.
      await expect.poll(orders.refreshCount).toBeGreaterThan(0);
    });
  }

  test('is renewed on waking from sleep @service-only @custody', async ({ page, signIn, orders }) => {
    await page.clock.install();
    await signIn();
    await page.clock.fastForward('00:15:00');
    expect(await orders.refreshCount()).toBe(0);
    await page.clock.fastForward('08:00:00');
    await expect.poll(orders.refreshCount).toBe(1);
  });
});

function timeText(atMs: number): string {
  const options = { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(atMs);
}
