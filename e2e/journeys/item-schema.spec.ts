import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { keptRecords } from '../support/kept-records';
import { messagesOf } from '../support/message-catalogue';
import { expect, test } from '../support/test';

const SCHEMA = '/schema/item';

const table = (page: Page) => page.getByRole('table', { name: 'Columns', exact: true });
const details = (page: Page) => page.getByRole('region', { name: 'Column details' });
const columnButton = (page: Page, name: string) =>
  table(page).getByRole('rowheader').getByRole('button', { name, exact: true });
const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function namesShown(page: Page): Promise<string[]> {
  return table(page).locator('[data-row-button]').allTextContents();
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Everything that the service sends about CostForPricing, except its name and the right to view it. */
const SECRETS = ['decimal', '18,4', '#,##0.00', 'CostForPricing_edit', '1,234.57', '1.234,57'];
const FORMATS = ['CSV', 'JSON', 'TypeScript type', 'row schema (JSON Schema)', 'SQL table'];

test('what is locked is nowhere: not on the page, in copies, in files, in the search, or in storage @promise', async ({
  page,
  signIn,
}) => {
  await signIn({ as: 'Analyst', at: SCHEMA });
  await columnButton(page, 'CostForPricing').click();
  await expect(details(page)).toContainText('Everything else about this column is hidden.');

  const shown = new Map<string, string>();
  // The head is left out, because it names the files of the build.
  shown.set('page', await page.locator('body').innerHTML());
  for (const name of ['Copy name', 'Copy right']) {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await details(page).getByRole('button', { name }).click();
    await expect.poll(() => clipboardText(page)).not.toBe('');
    shown.set(name, await clipboardText(page));
  }
  await columnButton(page, 'CostForPricing').press('Control+c');
  await expect.poll(() => clipboardText(page)).toBe('CostForPricing');

  for (const format of FORMATS) {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: `Copy as ${format}` }).click();
    await expect(page.getByText(`Copied 11 columns as ${format}`)).toBeVisible();
    shown.set(`copy as ${format}`, await clipboardText(page));

    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: `Download ${format}` }).click();
    const file = await download;
    shown.set(`download ${format}`, await readFile(await file.path(), 'utf8'));
  }
  await expect.poll(() => keptRecords(page, 'visits')).toContain('CostForPricing');
  shown.set('memory of the visit', await keptRecords(page, 'visits'));

  for (const [where, text] of shown) {
    expect(text, where).toMatch(/CostForPricing/);
    for (const secret of SECRETS) expect(text, where).not.toContain(secret);
  }

  const search = page.getByRole('searchbox', { name: 'Search columns' });
  for (const secret of ['decimal', 'CostForPricing_edit']) {
    await search.fill(secret);
    await expect(page.getByRole('heading', { name: 'No column matches' })).toBeVisible();
  }
  await search.fill('CostForPricing_view');
  await expect.poll(() => namesShown(page)).toEqual(['CostForPricing']);
});

test('of 2,000 columns few are in the page, and each is within reach at once @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { itemColumnCount: 2000 } });
  await signIn({ at: SCHEMA });
  await expect(page.getByText('2,000 columns', { exact: true })).toBeVisible();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '2001');
  const drawnRows = table(page).locator('tbody [data-ordinal]');
  const atMostDrawn = 60;
  expect(await drawnRows.count()).toBeLessThan(atMostDrawn);

  const row = (name: string) =>
    table(page)
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name, exact: true }) });
  const button = (name: string) => table(page).getByRole('button', { name, exact: true });
  await button('Number').focus();
  await page.keyboard.press('End');
  await expect(button('Attr2000_Width')).toBeFocused();
  await expect(button('Attr2000_Width')).toBeInViewport();
  await expect(row('Attr2000_Width')).toHaveAttribute('aria-rowindex', '2001');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  await expect(details(page)).toBeVisible();
  expect(await drawnRows.count()).toBeLessThan(atMostDrawn);

  // The row that has the focus stays in the page wherever the table is scrolled to.
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  await table(page).hover();
  await page.mouse.wheel(0, -100_000);
  await expect(button('Number')).toBeInViewport();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(focused);
  await page.keyboard.press('ArrowUp');
  await expect(button('Number')).not.toBeInViewport();

  await page.getByRole('searchbox', { name: 'Search columns' }).fill('supplier 1998');
  await expect(page.getByText('No column matches')).toBeVisible();
  // While the details are open, the table omits the columns that they show, such as formats.
  await page.getByRole('button', { name: 'Close details' }).click();
  await page.getByRole('searchbox', { name: 'Search columns' }).fill('attr1998');
  await expect(page.getByText('1 of 2,000 columns')).toBeVisible();
  await expect(row('Attr1998_Pack')).toContainText('1,234');
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the rights stay in view beside open details, and nothing but the table scrolls sideways', async ({
    page,
    signIn,
  }) => {
    await signIn({ at: `${SCHEMA}?column=CostForPricing`, t: messagesOf('de-DE') });
    await expect(page.getByRole('region', { name: 'Einzelheiten der Spalte' })).toBeVisible();
    const rights = page.getByRole('columnheader', { name: 'Schreibrecht' });
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(rights).toBeInViewport({ ratio: 1 });
    }
    for (const width of [768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
});
