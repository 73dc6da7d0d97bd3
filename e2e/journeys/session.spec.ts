import type { Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import { rowAt } from '@mocks/data/price-sources';
import { expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { test } from '../support/session-orders';
import { collectTokens, everythingIn } from '../support/tab-contents';
import { submitCredentials } from '../support/sign-in';
import { expect } from '../support/test';

const DAY_MS = 86_400_000;
const MANAGER = { userName: 'manager', password: passwordOf('manager') };

function passwordOf(userName: string): string {
  const account = DEMO_ACCOUNTS.find((known) => known.userName === userName);
  if (account === undefined) throw new Error(`There is no account ${userName}.`);
  return account.password;
}

/** Sales prices, run: the grid shows its first rows. Gives the address of that snapshot. */
async function runSalesPrices(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Sales price' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  return page.url();
}

async function goToEnd(page: Page): Promise<void> {
  await new Grid(page).root.focus();
  await page.keyboard.press('Control+End');
}

/** Two cells in the middle of the snapshot. */
async function selectFarAway(page: Page): Promise<Grid> {
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await page.keyboard.press('Control+g');
  await page.getByRole('textbox', { name: 'Go to row' }).fill('500001');
  await page.keyboard.press('Enter');
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

function againDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Sign in again' });
}

async function answerAgain(page: Page, password: string): Promise<void> {
  await againDialog(page).getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function openAccount(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click();
  return page.getByRole('menu');
}

async function signOut(page: Page): Promise<void> {
  await (await openAccount(page)).getByRole('menuitem', { name: 'Sign out' }).click();
}

test.describe('an expired token', () => {
  test('in three tabs costs one refresh, and no request is lost @service', async ({
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
    test(`is renewed before it expires: clock ${offsetDays} day off, expires_in in ${unit} @service`, async ({
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
      await signOut(page);
      await orders.changeSettings({ accessLifetimeMs: 5_000 });
      await signIn();
      // Nobody asks for anything: a 401 would fail this test.
      await expect.poll(orders.refreshCount).toBeGreaterThan(0);
    });
  }

  test('is renewed on waking from sleep @service', async ({ page, signIn, orders }) => {
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

test.describe('a session that the service has ended', () => {
  test('is gone on with over the page, with all that was there @service', async ({
    page,
    context,
    signIn,
    orders,
    problems,
  }) => {
    problems.allowResponse(401, /\/papi\/api\//);
    problems.allowResponse(403, /\/papi\/token$/);
    await signIn();
    const address = await runSalesPrices(page);
    const other = await context.newPage();
    await other.goto(address);
    const otherGrid = await selectFarAway(other);
    const grid = new Grid(page);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await expect(page.getByRole('group', { name: 'Filter 1' })).toBeVisible();
    await (await grid.cell({ row: 2, column: 'EntryNo' })).click();
    await expect(grid.root.locator(':focus')).toHaveText('1000002');

    await orders.endSessions();
    await page.keyboard.press('Control+End');
    await expect(againDialog(page)).toBeVisible();
    await expect(againDialog(other)).toBeVisible();
    await expect(againDialog(page).getByRole('textbox')).toHaveCount(1);
    await expect(againDialog(page).getByLabel('Password', { exact: true })).toBeFocused();
    await expectNoAxeViolations(page);

    await page.keyboard.press('Escape');
    await answerAgain(page, 'not the password');
    await expect(againDialog(page).getByRole('alert')).toContainText('The password is wrong');
    await expect(againDialog(page).getByLabel('Password', { exact: true })).toHaveValue('');
    expect(page.url()).toBe(address);

    await answerAgain(page, MANAGER.password);
    await expect(againDialog(page)).toBeHidden();
    await expect(againDialog(other)).toBeHidden();
    await grid.expectRowLoaded(999_999);
    await expect(page.getByRole('group', { name: 'Filter 1' })).toBeVisible();
    expect(page.url()).toBe(address);
    // The keys go on in the grid, as if nothing had been.
    await expect(grid.root.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Control+Home');
    await grid.expectRowLoaded(0);
    await expectSelectedFarAway(otherGrid);
    await goToEnd(other);
    await otherGrid.expectRowLoaded(999_999);
  });

  test('is still ended after a reload, and can be left instead @service', async ({
    page,
    signIn,
    orders,
    problems,
  }) => {
    problems.allowResponse(401, /\/papi\/api\//);
    problems.allowResponse(403, /\/papi\/token$/);
    await signIn();
    await runSalesPrices(page);
    await orders.endSessions();
    await page.reload();
    await expect(againDialog(page)).toBeVisible();
    await againDialog(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
  });
});

test('a service out of reach ends nothing: offline, and on by itself @service-only', async ({
  page,
  signIn,
  orders,
  serviceControl,
  problems,
}) => {
  problems.allowResponse(401, /\/papi\/api\//);
  problems.allowResponse(503, /\/papi\/token$/);
  await signIn();
  await runSalesPrices(page);
  await serviceControl.order({
    do: 'add-fault',
    rule: { on: 'token', fault: { kind: 'status', status: 503 }, times: null },
  });
  await orders.expireAccessTokens();
  await goToEnd(page);
  await expect(page.getByText('The service cannot be reached.')).toBeVisible();
  await expect(againDialog(page)).toBeHidden();
  await serviceControl.order({ do: 'clear-faults' });
  await expect(page.getByText('The service cannot be reached.')).toBeHidden();
  expect(await orders.refreshCount()).toBe(1);
  await expect(againDialog(page)).toBeHidden();
});

test('a network that is gone is told, and a refresh follows its return @service', async ({
  page,
  context,
  signIn,
  orders,
}) => {
  await orders.changeSettings({ accessLifetimeMs: 4_000 });
  await signIn();
  await context.setOffline(true);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Offline', { exact: true })).toBeHidden();
  await expect.poll(orders.refreshCount).toBeGreaterThan(0);
});

test.describe('signing out', () => {
  test('leaves nothing of a person, in any tab, for whoever comes next @service', async ({
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
      await tab.getByRole('button', { name: 'Add filter' }).click();
      await expect.poll(() => tab.evaluate(() => Object.keys(sessionStorage).join())).toContain('draft');
    }

    await signOut(page);
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(other.getByText('You have signed out')).toBeVisible();
    await expectNoAxeViolations(other);
    for (const tab of [page, other]) {
      expect(new URL(tab.url()).search).toBe('');
      expect(await tab.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
      await expect(tab.locator('body')).not.toContainText(/Sales price|EntryNo/);
    }

    await signIn({ as: 'Analyst' });
    // The other tab goes along.
    await expect(other.getByRole('button', { name: 'Account' })).toContainText('analyst');
    await page.goto('/prices/SalesPrice');
    await expect(page.getByRole('heading', { name: 'Nothing run yet' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Filter 1' })).toBeHidden();
    await expect(page.locator('body')).not.toContainText('manager');
  });

  test('and somebody else signing in reaches a tab that slept through both @service', async ({
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
    await page.getByRole('button', { name: 'Go on as in the other tab' }).click();
    await expect(page.getByRole('button', { name: 'Account' })).toContainText('analyst');
  });
});

test('without Keep me signed in a reload keeps the session, and closing the last tab ends it @service', async ({
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

test('with it the session outlives its tabs @service', async ({ page, context, orders }) => {
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

test('no secret is anywhere after a full tour @service', async ({ page, context, orders, problems }) => {
  problems.allowResponse(401, /\/papi\/api\//);
  problems.allowResponse(403, /\/papi\/token$/);
  const said: string[] = [];
  context.on('console', (message) => said.push(message.text()));
  const tokens = await collectTokens(context);

  await page.goto('/prices?search=price');
  await submitCredentials(page, MANAGER.userName, 'tried-and-wrong');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await submitCredentials(page, MANAGER.userName, MANAGER.password);
  await page.getByRole('link', { name: 'Sales price' }).waitFor();
  const places = [await everythingIn(page)];
  await runSalesPrices(page);
  await page.getByRole('tab', { name: 'Request' }).click();
  places.push(await everythingIn(page));
  await orders.expireAccessTokens();
  await goToEnd(page);
  await new Grid(page).expectRowLoaded(999_999);
  await page.reload();
  await page.getByRole('link', { name: 'Item schema' }).click();
  await expect(page.getByRole('table', { name: 'Columns' })).toBeVisible();
  await openAccount(page);
  places.push(await everythingIn(page));
  await page.keyboard.press('Escape');
  await orders.endSessions();
  await page.reload();
  await answerAgain(page, 'tried-again-and-wrong');
  await expect(againDialog(page).getByRole('alert')).toBeVisible();
  places.push(await everythingIn(page));
  await answerAgain(page, MANAGER.password);
  await expect(againDialog(page)).toBeHidden();
  await expect(page.getByRole('table', { name: 'Columns' })).toBeVisible();
  places.push(await everythingIn(page));
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  places.push(await everythingIn(page), said.join('\n'));

  // Sign-in, two renewals at least, sign-in again: each with two tokens.
  expect(tokens.length).toBeGreaterThanOrEqual(6);
  const secrets = [...tokens, MANAGER.password, 'tried-and-wrong', 'tried-again-and-wrong'];
  for (const secret of secrets) {
    for (const place of places) expect(place.includes(secret)).toBe(false);
  }
  const everything = places.join('\n');
  // The search finds what is there, and the key at rest cannot be read out.
  expect(everything).toContain('colonnade-session/records');
  expect(everything).toContain('colonnade-session/keys: id=');
  expect(everything).not.toContain('EXTRACTABLE KEY');
});

test('an API key signs in without a token call, and survives a reload @service', async ({
  page,
  context,
  orders,
}) => {
  const tokens = await collectTokens(context);
  await page.goto('/schema/item');
  await page.getByRole('tab', { name: 'API key' }).click();
  await submitCredentials(page, 'man:ager', 'any');
  await expect(page.getByRole('alert')).toContainText('The user name cannot hold a colon');
  await expect(page.getByRole('textbox', { name: 'User name' })).toBeFocused();
  await submitCredentials(page, 'manager', 'ключ');
  await expect(page.getByRole('alert')).toContainText('characters that cannot be sent');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await submitCredentials(page, MANAGER.userName, MANAGER.password);
  await expect(page.getByRole('table', { name: 'Columns' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('table', { name: 'Columns' })).toBeVisible();
  const menu = await openAccount(page);
  await expect(menu).toContainText('Rights unknown');
  await expect(menu).toContainText('Signed in with an API key');
  await expectNoAxeViolations(page);
  expect(await everythingIn(page)).not.toContain(MANAGER.password);
  expect(tokens).toEqual([]);
  expect(await orders.refreshCount()).toBe(0);
});
