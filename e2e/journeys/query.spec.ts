import { readFile } from 'node:fs/promises';
import { expectNoAxeViolations } from '../support/axe';
import { recordExtractions } from '../support/extraction-requests';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';

const FILTERED =
  '/prices/SalesPrice?v=1&filter=PriceList~is-any-of~DE~AT;Value~between~10.00~20.00&sort=-Value';

test('a query is said in words, above the rows and in the title', async ({ page, signIn }) => {
  await signIn({ at: FILTERED });
  const words = 'PriceList is any of DE, AT · Value from 10.00 to 20.00 · Value highest first';
  await expect(page.getByText(words)).toBeVisible();
  await expect(page).toHaveTitle(`Sales price: ${words} · Colonnade`);
});

test('a header sorts what has not been run yet along', async ({ page, signIn }) => {
  await signIn({ at: FILTERED });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await page.getByRole('button', { name: 'Remove filter 2' }).click();
  await expect(page.getByText('1 change not run')).toBeVisible();
  await grid.header('EntryNo').click();
  await expect(page).toHaveURL(/filter=PriceList~is-any-of~DE~AT&sort=EntryNo&/);
  await expect(page.getByText('As run')).toBeVisible();
});

test('the request tab shows to the letter what is sent @service-only', async ({ page, signIn }) => {
  await signIn({ at: FILTERED });
  await page.getByRole('tab', { name: 'Request' }).click();
  const shown = await page.getByRole('region', { name: 'JSON body' }).textContent();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/prices/SalesPrice'));
  await page.keyboard.press('Control+Enter');
  expect((await sent).postData()).toBe(shown);
});

test('the request tab has code in five languages', async ({ page, signIn }) => {
  await signIn({ at: FILTERED });
  await page.getByRole('tab', { name: 'Request' }).click();
  const format = page.getByRole('combobox', { name: 'Show as' });
  for (const language of ['curl', 'Power Query (M)', 'Python', 'PowerShell', 'JavaScript']) {
    await format.click();
    await page.getByRole('option', { name: language }).click();
    const code = page.getByRole('region', { name: language });
    await expect(code).toContainText('containsAny');
    await expect(code).toContainText('cacheKey');
  }
  await expectNoAxeViolations(page);
});

test('a saved view is kept, opens by itself, is exported, deleted and imported again', async ({
  page,
  signIn,
}) => {
  await signIn({ at: FILTERED });
  const views = page.getByRole('button', { name: /^Saved views/ });
  await views.click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Small parts');
  await page.getByRole('checkbox', { name: 'Open with this price column' }).check();
  await page.getByRole('checkbox', { name: 'Run when opened' }).check();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Saved views: Small parts' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove filter 1' }).click();
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();

  // The price column opens with it, and runs it.
  await page.getByRole('link', { name: 'Price columns' }).click();
  await page.getByRole('link', { name: 'Sales price' }).click();
  await new Grid(page).expectRowLoaded(0);
  await expect(page.getByRole('group', { name: 'Filter 2' })).toBeVisible();

  const downloaded = page.waitForEvent('download');
  await views.click();
  await page.getByRole('menuitem', { name: 'Export all views…' }).click();
  const file = await (await downloaded).path();
  expect(await readFile(file, 'utf8')).toContain('Value~between~10.00~20.00');

  await views.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Saved views', exact: true })).toBeVisible();
  await page.getByLabel('File of views').setInputFiles({
    name: 'views.json',
    mimeType: 'application/json',
    buffer: await readFile(file),
  });
  await expect(page.getByText('1 view imported').first()).toBeVisible();
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

test('five thousand pasted values are one condition, in an address that stays short', async ({
  page,
  signIn,
}) => {
  await signIn({ at: '/prices/SalesPrice?v=1&filter=ItemNumber~is-any-of' });
  const column = Array.from({ length: 5001 }, (_, index) => `A-1000${String(index % 5000).padStart(5, '0')}`);
  const values = page.getByRole('textbox', { name: 'Values' });
  await values.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, column.join('\r\n'));
  await expect(page.getByRole('group', { name: 'Filter 1' })).toContainText('1 duplicate left out');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page).toHaveURL(/~!list~[0-9a-f]{28}~5000&cacheKey=/);
  expect(page.url().length).toBeLessThan(300);
  const rowCount = await new Grid(page).rowCount();

  await page.reload();
  await new Grid(page).expectRowCount(rowCount);
  await expect(page.getByRole('group', { name: 'Filter 1' })).toContainText('5,000 of at most 5,000');
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('numbers and dates are read, shown and said as Germans write them', async ({ page }) => {
    await page.goto('/prices/SalesPrice?v=1');
    await page.getByRole('button', { name: 'Pricing Manager' }).click();
    await page.getByRole('button', { name: 'Filter hinzufügen' }).click();
    const filter = page.getByRole('group', { name: 'Filter 1' });
    await filter.getByRole('combobox', { name: 'Feld' }).fill('Value');
    await page.getByRole('option', { name: 'Value', exact: true }).click();
    await filter.getByRole('textbox', { name: 'Wert' }).fill('1.234,5');
    await expect(filter).toContainText('= 1234.5');
    await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
    await expect(page).toHaveURL(/filter=Value~equals~1234\.5&/);
    await expect(page).toHaveTitle(/^Sales price: Value ist 1\.234,5 · /);

    await filter.getByRole('textbox', { name: 'Wert' }).fill('12.5');
    await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
    await filter.getByRole('button', { name: /12,5/ }).click();
    await expect(filter).toContainText('= 12.5');
  });
});
