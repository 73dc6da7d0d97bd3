import { expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { keptRecords } from '../support/kept-records';
import { test } from '../support/session-orders';
import { MANAGER, openAccount, passwordOf, runSalesPrices, signOut } from '../support/session-steps';
import { submitCredentials } from '../support/sign-in';
import { expect } from '../support/test';

test.describe('signing out', () => {
  test('leaves nothing of an account, in any tab, for the next one @service @custody @promise', async ({
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
    // The other tab goes along.
    await expect(other.getByRole('button', { name: 'Account' })).toContainText('analyst');
    await page.goto('/prices/SalesPrice');
    await expect(page.getByRole('heading', { name: 'A first look' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Filter 1' })).toBeHidden();
    await expect(page.locator('body')).not.toContainText('manager');
  });

  test('and somebody else signing in reaches a tab that slept through both @service-only @custody', async ({
    page,
    context,
    signIn,
  }) => {
    await page.addInitScript(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called with its channel below
      const listen = BroadcastChannel.prototype.addEventListener;
      BroadcastChannel.prototype.addEventListener = function addEventListener(
        this: BroadcastChannel,
        type: string,
        listener: EventListenerOrEventListenerObject | null,
      ) {
        listen.call(this, type, (event: Event) => {
          if (!Reflect.has(window, 'isAsleep') && typeof listener === 'function') listener(event);
        });
      };
    });
    await signIn();
    await runSalesPrices(page);
    await page.evaluate(() => Reflect.set(window, 'isAsleep', true));
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await submitCredentials(other, 'analyst', passwordOf('analyst'));
    await expect(other.getByRole('button', { name: 'Account' })).toBeVisible();

    await page.evaluate(() => {
      Reflect.deleteProperty(window, 'isAsleep');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(page.getByText('Someone else is signed in now')).toBeVisible();
    await expect(page.getByRole('grid')).toBeHidden();
    await page.getByRole('button', { name: 'Continue as in the other tab' }).click();
    await expect(page.getByRole('button', { name: 'Account' })).toContainText('analyst');
  });
});

test('signing out can take along what is kept, of this person alone', async ({ page, signIn }) => {
  const kept = () => Promise.all(['views', 'runs'].map((collection) => keptRecords(page, collection)));
  const saveView = async (name: string) => {
    await runSalesPrices(page);
    await page.getByRole('button', { name: /^Saved views/ }).click();
    await page.getByRole('menuitem', { name: 'Save as…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Saved views: ${name}` })).toBeVisible();
  };
  await signIn({ as: 'Analyst' });
  await saveView('of the analyst');
  await signOut(page);
  await signIn();
  await saveView('of the manager');

  const menu = await openAccount(page);
  const forget = menu.getByRole('menuitemcheckbox', { name: /^Also delete my views, runs, lists/ });
  await forget.click();
  await expect(forget).toBeChecked();
  await expectNoAxeViolations(page);
  // Thought better of: it is not waiting there the next time.
  await page.keyboard.press('Escape');
  await openAccount(page);
  await expect(forget).not.toBeChecked();
  await forget.press('Space');
  await menu.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(async () => (await kept()).join()).not.toContain('of the manager');
  const [views, runs] = await kept();
  expect(views).toContain('of the analyst');
  expect(JSON.parse(runs ?? '')).toHaveLength(1);
});

test('without Keep me signed in a reload keeps the session, and closing the last tab ends it @service-only @custody', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Price columns' })).toBeVisible();
  await page.close();
  const next = await context.newPage();
  await next.goto('/');
  await expect(next.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('with it the session outlives its tabs @service-only @custody', async ({ page, context, orders }) => {
  await page.goto('/sign-in');
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await submitCredentials(page, MANAGER.userName, MANAGER.password);
  await expect(page.getByRole('heading', { name: 'Price columns' })).toBeVisible();
  expect(await orders.refreshCount()).toBe(0);
  // Of all pages: the orders of the demo are given through the first.
  const next = await context.newPage();
  await page.goto('about:blank');
  await next.goto('/');
  await expect(next.getByRole('heading', { name: 'Price columns' })).toBeVisible();
});
