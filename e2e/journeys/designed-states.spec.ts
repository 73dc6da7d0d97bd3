import type { Page } from '@playwright/test';
import { expectAccessibleInBothSchemes } from '../support/axe';
import { DemoService } from '../support/demo-service';
import { expectedRow } from '../support/expected-cells';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// Tests of the screens (src/routes/-*.test.tsx) check what each state says and offers. Here all states are scanned in both color schemes.

const SALES = '/prices/SalesPrice';

test('every state of a screen has its design, is accessible, and has a way on', async ({ page, signIn }) => {
  await signIn({ at: SALES });
  const demo = new DemoService(page);
  const grid = new Grid(page);
  const results = page.getByRole('region', { name: 'Results' });
  const look = page.getByRole('region', { name: 'A first look' });

  await test.step('who wants no motion gets none: a change of scheme is there at once', async () => {
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('body, body *')]
        .filter((element) => getComputedStyle(element).transitionDuration !== '0s')
        .map((element) => element.outerHTML.slice(0, 100)),
    );
    expect(moving).toEqual([]);
  });

  await test.step('before the first run there is a look at the fields and at some rows', async () => {
    const fields = look.getByRole('region', { name: 'Fields of the price column' });
    await expect(fields.getByRole('row', { name: /^Value Number, 4 decimals Price/ })).toBeVisible();
    await expect(look.getByText('The first 50 rows as they come; run the query for all.')).toBeVisible();
    const rows = look.getByRole('table', { name: 'First rows' }).getByRole('row');
    await expect(rows).toHaveCount(51);
    const [first] = await rows.nth(1).getByRole('cell').allTextContents();
    expect(first).toBe(expectedRow('SalesPrice', 0)['EntryNo']);
    await expectAccessibleInBothSchemes(page);
    // In a small window, users can scroll down to read everything.
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(look.getByText('The first 50 rows as they come')).toBeVisible();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('who wants more contrast gets it, in texts and in borders', async () => {
    const search = page.getByRole('searchbox', { name: 'Search fields' });
    const seen = () =>
      search.evaluate((input) => {
        const styles = getComputedStyle(input);
        const tokens = ['--cn-text-muted', '--cn-border', '--cn-danger'];
        return [styles.borderColor, ...tokens.map((token) => styles.getPropertyValue(token))];
      });
    const before = await seen();
    await page.emulateMedia({ contrast: 'more' });
    await expect
      .poll(async () => (await seen()).map((value, index) => value !== before[index]))
      .toEqual([true, true, true, true]);
    await expectAccessibleInBothSchemes(page);
    await page.emulateMedia({ contrast: null });
  });

  await test.step('a run shows that it is under way, and Cancel takes it back', async () => {
    await demo.holdResponses();
    await run(page);
    await expect(results.getByText(/^Running for \d+ second/)).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await results.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(results.getByRole('heading', { name: 'A first look' })).toBeVisible();
    await expect(results).toBeFocused();
    await demo.respondAtOnce();
  });

  await test.step('a run or a page of rows that failed says so, and Try again brings it', async () => {
    await demo.failAll();
    await run(page);
    await expectFailure(page);
    await expectAccessibleInBothSchemes(page);
    await demo.failNone();
    await page.getByRole('button', { name: 'Try again' }).click();
    await grid.expectRowLoaded(0);

    // A failure does not remove rows that are on screen.
    await demo.failAll();
    await page.getByRole('button', { name: 'Refresh snapshot' }).click();
    await expect(page.getByRole('alert')).toContainText('The run failed; the earlier result is still shown.');
    await grid.expectRowLoaded(0);
    await (await grid.cell({ row: 0, column: 'EntryNo' })).click();
    await page.keyboard.press('Control+End');
    await expect(grid.row(999_999)).toContainText('–');
    await expectAccessibleInBothSchemes(page);
    await demo.failNone();
    const someFailed = page.getByRole('alert').filter({ hasText: 'Some rows could not be loaded.' });
    await someFailed.locator('..').getByRole('button', { name: 'Try again' }).click();
    await expect(someFailed).toBeHidden();
    await grid.expectRowLoaded(999_999);
    // The retry keeps the current position of the grid, not the position at the time of the failure.
    const before = page.url();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.url()).not.toBe(before);
    await expect(page.getByRole('alert')).toBeHidden();
    await grid.expectRowLoaded(999_999);
  });

  await test.step('rows on their way are shown as such, and those that are there stay', async () => {
    await demo.holdResponses();
    await grid.goToRow(500_000);
    await expect(grid.row(500_000)).toHaveAttribute('aria-busy', 'true');
    await expect(grid.row(500_000).getByRole('gridcell').first()).toHaveText('Loading');
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Control+End');
    await grid.expectRowLoaded(999_999);
  });

  await test.step('every screen has the shape of what comes while it loads', async () => {
    for (const address of ['/prices', SALES, '/schema/item']) {
      await page.goto(address);
      await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expectAccessibleInBothSchemes(page);
    }
    await demo.respondAtOnce();
  });

  await test.step('a list that failed to come says so', async () => {
    await demo.failAll();
    await page.goto('/prices?search=zzz');
    await expectFailure(page);
    await expectAccessibleInBothSchemes(page);
    await demo.failNone();
    // If the service could not be reached, the list loads again without a click before the test can press Try again. The test does not
    // reload the page, because that could cut off the renewal of the session, which began with the page and which only a response ends.
    await page.getByRole('link', { name: 'Item schema', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Item table', level: 1 })).toBeVisible();
    await page.goBack();
  });

  await test.step('a search that finds no price column says where it looked', async () => {
    await expect(page.getByRole('heading', { name: 'No price column matches “zzz”' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByRole('table', { name: 'Price columns' }).getByRole('link')).not.toHaveCount(0);
  });

  await test.step('no rows are no failure: a source without any, and filters that none fulfils', async () => {
    await page.goto('/prices/TenderPrice');
    await run(page);
    await expect(page.getByRole('heading', { name: 'No rows match' })).toBeVisible();
    await expect(page.getByText('no rows in this price column at the moment')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '0 rows' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    await page.goto(`${SALES}?v=1&filter=Value~less-than~-99999999999999`);
    await run(page);
    await expect(page.getByRole('heading', { name: 'No rows match' })).toBeVisible();
    await expect(page.getByText('Change or remove a filter')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    // The empty result offers to remove a filter. The query changes with it.
    const condition = page.getByRole('listitem').filter({ hasText: 'Value less than' });
    await condition.getByRole('button', { name: 'Remove this filter' }).press('Enter');
    await grid.expectRowLoaded(0);
    await expect(page.getByRole('group', { name: 'Filter 1' })).toHaveCount(0);
    await expect(grid.root.locator('[data-column]:focus')).toHaveCount(1);
  });

  await test.step('an address without a screen says so and leads back', async () => {
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/Page not found/);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'Go to price columns' }).click();
    await expect(page.getByRole('heading', { name: 'Price columns', level: 1 })).toBeVisible();

    await page.goto('/prices/NoSuchPrice');
    await expect(page.getByRole('heading', { name: 'There is no price column “NoSuchPrice”' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'Go to price columns' }).click();
    await expect(page.getByRole('table', { name: 'Price columns' })).toBeVisible();
  });
});

test('rows stay on screen without a connection, and when their snapshot has expired', async ({
  page,
  context,
  signIn,
}) => {
  await signIn({ at: SALES });
  await run(page);
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);

  await test.step('offline is said, takes nothing away, and ends by itself', async () => {
    const said = page.getByText('Offline', { exact: true });
    const before = await grid.root.boundingBox();
    await context.setOffline(true);
    await expect(said).toBeVisible();
    await grid.expectRowLoaded(0);
    // No part of the page moves away under the pointer.
    expect(await grid.root.boundingBox()).toEqual(before);
    await expectAccessibleInBothSchemes(page);
    await context.setOffline(false);
    await expect(said).toBeHidden();
  });

  const demo = new DemoService(page);
  await demo.expireSnapshots();
  await (await grid.cell({ row: 0, column: 'EntryNo' })).click();
  await page.keyboard.press('Control+End');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This snapshot has expired');
  await expect(page.getByRole('status').filter({ hasText: '1,000,000 rows' })).toContainText('expired');
  const takeNew = { name: 'Take a new snapshot' } as const;
  await test.step('whatever needs rows that are gone offers a new snapshot, and nothing to try again', async () => {
    await expect(grid.root.getByRole('button', takeNew)).toHaveCount(1);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F2');
    const record = page.getByRole('region', { name: 'Record', exact: true });
    await expect(record.getByRole('heading', { name: 'Record 1' })).toBeVisible();
    await page.keyboard.press('Control+End');
    await expect(record.getByRole('button', takeNew)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(record).toHaveCount(0);
    await page.keyboard.press('Control+Space');
    const status = page.getByRole('status').filter({ hasText: '1,000,000 rows' });
    await expect(status.getByRole('button', takeNew)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+c');
    const notice = page.getByText('Nothing was copied.').locator('../..');
    await expect(notice.getByRole('button', takeNew)).toBeVisible();
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Complete' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('button', takeNew)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await (await grid.cell({ row: 999_999, column: 'EntryNo' })).click();
  });
  await page.keyboard.press('Control+Home');
  await grid.expectRowLoaded(0);
  expect(await grid.readRows([0, 3])).toEqual([0, 3].map((row) => expectedRow('SalesPrice', row)));
  await expectAccessibleInBothSchemes(page);
  const expired = page.url();
  await page.getByRole('button', { name: 'Take a new snapshot' }).click();
  await expect(alert).toBeHidden();
  await expect(page).not.toHaveURL(expired);
  await grid.expectRowLoaded(0);
  // The button disappeared with the message, so the grid gets the focus.
  await expect(grid.root.locator('[data-column]:focus')).toHaveCount(1);

  // A link to a row of an expired snapshot leads to the same message.
  await page.goto(`${expired}&row=5000`);
  await expect(page.getByRole('heading', { name: 'This snapshot has expired' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Take a new snapshot' }).click();
  await grid.expectRowLoaded(4_999);
});

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

/** Expects a failure. The demo's error rate causes both kinds: an overloaded service and a cut connection. */
async function expectFailure(page: Page): Promise<void> {
  const alert = page.getByRole('alert');
  await expect(
    alert.getByRole('heading', { name: /^The service (failed|cannot be reached)$/ }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
}
