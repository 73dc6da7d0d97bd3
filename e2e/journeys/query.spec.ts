import { readFile } from 'node:fs/promises';
import { TEST_ACCOUNTS } from '@mocks/data/accounts';
import { expectNoAxeViolations } from '../support/axe';
import { recordExtractions } from '../support/extraction-requests';
import { Grid } from '../support/grid';
import { paste } from '../support/paste';
import { QueryForm } from '../support/query-form';
import { submitCredentials } from '../support/sign-in';
import { expect, test } from '../support/test';

const FILTERED =
  '/prices/SalesPrice?v=1&filter=PriceList~is-any-of~DE~AT;Value~between~10.00~20.00&sort=-Value';

test('the request tab shows to the letter what is sent, and gives jobs for clusters @service-only @promise', async ({
  page,
  signIn,
}) => {
  await signIn({ at: FILTERED });
  await page.getByRole('tab', { name: 'Request' }).click();
  const shown = await page.getByRole('region', { name: 'JSON body' }).textContent();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/prices/SalesPrice'));
  await page.keyboard.press('Control+Enter');
  expect((await sent).postData()).toBe(shown);

  // The rows of the run are what a job reads.
  await expect(page).toHaveURL(/cacheKey=/);
  const cacheKey = new URL(page.url()).searchParams.get('cacheKey') ?? '';
  await page.getByRole('combobox', { name: 'Show as' }).click();
  await page.getByRole('option', { name: 'Scheduled job' }).click();
  const scheduled = page.getByRole('region', { name: 'Scheduled job' });
  await expect(scheduled).toContainText(
    `node colonnade.mjs extract '${new URL(page.url()).origin}/prices/SalesPrice?v=1`,
  );
  await expect(scheduled).not.toContainText(cacheKey);
  await page.getByRole('combobox', { name: 'Show as' }).click();
  await page.getByRole('option', { name: 'Dask' }).click();
  const job = page.getByRole('region', { name: 'Dask' });
  await expect(job).toContainText(`SNAPSHOT = "${cacheKey}"`);
  await expect(job).toContainText('("Value", "number", 18, 4)');
  await expect(page.getByText('It reads the snapshot on screen, until that expires.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('SalesPrice-dask.py');
  expect(await readFile(await (await download).path(), 'utf8')).toBe(await job.textContent());
});

test('a snapshot that is too large for a browser leads to the jobs, too @service-only', async ({
  page,
  signIn,
}) => {
  await signIn({ at: '/prices/PriceHistory?v=1' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Show jobs' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Request', selected: true })).toBeFocused();
  await page.getByRole('combobox', { name: 'Show as' }).click();
  await page.getByRole('option', { name: 'Dask' }).click();
  await expect(page.getByRole('region', { name: 'Dask' })).toContainText('PATH = "/api/prices/PriceHistory"');
  await expectNoAxeViolations(page);
});

test('Ctrl+K finds a field, a run and a price column by name', async ({ page, signIn }) => {
  await signIn({ at: FILTERED });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  const address = page.url();

  await page.getByRole('searchbox', { name: 'Search fields' }).focus();
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Search or jump to' });
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox', { name: 'Search fields' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await input.fill('validto');
  await expect(page.getByRole('option', { name: 'ValidTo' }).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'ValidTo' })).toBeFocused();
  expect(page.url()).toBe(address);

  await page.getByRole('button', { name: 'Search or jump to' }).click();
  await input.fill('tender');
  await page
    .getByRole('option', { name: /^Tender/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/prices\/TenderPrice$/);

  await page.keyboard.press('Control+k');
  await input.fill('sales 10.00 20.00');
  await expect(page.getByRole('option', { name: /10\.00.*20\.00/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  // What was run is run again, and Back leads to where it was asked for.
  await expect(page).toHaveURL(/SalesPrice\?v=1&filter=PriceList.*&cacheKey=/);
  await new Grid(page).expectRowLoaded(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/prices\/TenderPrice$/);
});

test('a column that is moved takes its field along, and asks for no rows', async ({
  page,
  signIn,
  servedWith,
}) => {
  const requests = await recordExtractions(page, servedWith);
  await signIn({ at: '/prices/SalesPrice?v=1&fields=EntryNo,ItemNumber,Value,Currency' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const form = new QueryForm(page);
  await form.addSort('Value', 'Descending');
  const requestCount = requests.length;

  await grid.header('Currency').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page).toHaveURL(/fields=EntryNo,ItemNumber,Currency,Value&cacheKey=/);
  await expect(grid.header('Currency')).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  const order = ['EntryNo', 'Currency', 'ItemNumber', 'Value'];
  await expect(page).toHaveURL(/fields=EntryNo,Currency,ItemNumber,Value&cacheKey=/);
  await expect(grid.root.getByRole('columnheader')).toHaveText(order.map((name) => new RegExp(`^${name}`)));
  await expect.poll(() => form.chosenFields()).toEqual(order);
  // The order is no change to be run; the sort rule still is.
  await expect(page.getByText('1 change not run')).toBeVisible();
  expect(requests).toHaveLength(requestCount);

  await page.reload();
  await grid.expectRowLoaded(0);
  await expect(grid.root.getByRole('columnheader')).toHaveText(order.map((name) => new RegExp(`^${name}`)));
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/fields=EntryNo,Currency,ItemNumber,Value&sort=-Value&cacheKey=/);
  expect(requests.findLast(({ body }) => 'useCache' in body)?.body['fields']).toEqual(order);
});

test('a newer run replaces one under way, whose response changes nothing @service-only', async ({
  page,
  signIn,
}) => {
  await signIn({ at: '/prices/SalesPrice?v=1&fields=EntryNo,Value' });
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const form = new QueryForm(page);
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const isSlow = (body: string | null) => body?.includes('Value desc') === true;
  await page.route('**/api/prices/SalesPrice', async (route) => {
    if (isSlow(route.request().postData())) await held;
    // The page may no longer wait for it.
    await route.continue().catch(() => undefined);
  });
  await form.addSort('Value', 'Descending');
  await run.click();
  await expect(page.getByText(/^Running for/)).toBeVisible();
  // The old rows stay until the new ones come.
  await grid.expectRowLoaded(0);
  // One sign of the run, and one way to end it.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('1 change not run')).toBeVisible();

  await run.click();
  await expect(page.getByText(/^Running for/)).toBeVisible();
  const abandoned = page.waitForEvent('requestfailed', (request) => isSlow(request.postData()));
  await grid.header('EntryNo').click();
  await abandoned;
  await expect(page).toHaveURL(/&sort=EntryNo&cacheKey=/);
  respond();
  await grid.expectRowLoaded(0);
  await expect(await grid.cell({ row: 0, column: 'EntryNo' })).toHaveText('1000000');
});

test('what the service refuses stands at the condition it is about', async ({ page }) => {
  // The console does not know the rights of this account: the service decides.
  const { userName, password } = TEST_ACCOUNTS.tokenWithoutRights;
  const query = 'v=1&fields=Number&filter=Number~starts-with~A;CostForPricing~greater-than~10';
  await page.goto(`/prices/CostForPricing?${query}`);
  await submitCredentials(page, userName, password);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const form = new QueryForm(page);
  const refused = form.filter(2).getByRole('combobox', { name: 'Field' });
  await expect(refused).toHaveAccessibleDescription(/^The service says: .*CostForPricing/);
  await expect(form.filter(1).getByRole('combobox', { name: 'Field' })).toHaveAccessibleDescription('Number');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Remove filter 2' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
});

test('five thousand pasted values are one condition, in an address that stays short', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-write']);
  await signIn({ at: '/prices/SalesPrice?v=1&filter=ItemNumber~is-any-of' });
  const column = Array.from({ length: 5001 }, (_, index) => `A-1000${String(index % 5000).padStart(5, '0')}`);
  const values = page.getByRole('textbox', { name: 'Values' });
  await paste(values, column.join('\r\n'));
  await expect(page.getByRole('group', { name: 'Filter 1' })).toContainText('1 duplicate skipped');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page).toHaveURL(/~!list~[0-9a-f]{28}~5000&cacheKey=/);
  expect(page.url().length).toBeLessThan(300);
  const rowCount = await new Grid(page).rowCount();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('menuitem', { name: 'Link to the query' }).click();
  await expect(page.getByRole('tooltip')).toContainText('Link copied, for this browser only');

  await page.reload();
  await new Grid(page).expectRowCount(rowCount);
  await expect(page.getByRole('group', { name: 'Filter 1' })).toContainText('5,000 values');

  // In another browser they are missing, which is not the same as none asked for.
  await page.goto(`/prices/SalesPrice?v=1&filter=ItemNumber~is-any-of~!list~${'0'.repeat(28)}~4711`);
  await expect(page.getByRole('alert')).toContainText('The 4,711 values of ItemNumber');
  await expect(page).toHaveTitle('Sales price · Colonnade');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(values).toBeFocused();
  await expect(values).toHaveAccessibleDescription('Enter a value.');
});
