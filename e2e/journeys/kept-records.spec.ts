import type { Page } from '@playwright/test';
import { Grid } from '../support/grid';
import { keptRecords } from '../support/kept-records';
import { QueryForm } from '../support/query-form';
import { everythingInDatabases } from '../support/tab-contents';
import { expect, test } from '../support/test';

// These tests are about records that a user keeps in this browser: several windows at once, and what can be read in the storage.

const views = (page: Page) => page.getByRole('button', { name: /^Saved views/ });

async function chooseInViews(page: Page, item: string): Promise<void> {
  await views(page).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function expectViews(page: Page, names: readonly string[]): Promise<void> {
  await views(page).click();
  await expect(page.getByRole('menuitem', { name: /^Prices/ })).toHaveText([...names]);
  await page.keyboard.press('Escape');
}

test('views that two windows save at the same time are both kept and shown in both; the storage reveals nothing of them', async ({
  page,
  context,
  signIn,
}) => {
  await signIn({ as: 'Analyst', at: '/prices/SalesPrice' });
  const other = await context.newPage();
  await other.goto('/prices/SalesPrice');
  const windows = [page, other];
  for (const [at, each] of windows.entries()) {
    await chooseInViews(each, 'Save as…');
    await each.getByRole('textbox', { name: 'Name' }).fill(`Prices ${at + 1}`);
  }
  await Promise.all(windows.map((each) => each.getByRole('button', { name: 'Save', exact: true }).click()));
  for (const each of windows) await expectViews(each, ['Prices 1', 'Prices 2']);

  // Both windows change the same saved view.
  for (const each of windows) await each.goto('/prices/SalesPrice');
  for (const each of windows) {
    await chooseInViews(each, 'Prices 2');
    await expect(each.getByRole('button', { name: 'Saved views: Prices 2' })).toBeVisible();
  }
  await chooseInViews(page, 'Rename…');
  await page.getByRole('textbox', { name: 'Name' }).fill('Prices of ours');
  await views(other).click();
  await Promise.all([
    page.keyboard.press('Enter'),
    other.getByRole('menuitemcheckbox', { name: 'Run when opened' }).click(),
  ]);
  for (const each of windows) await expectViews(each, ['Prices 1', 'Prices of ours']);
  await expect.poll(() => keptRecords(other, 'views')).toContain('"runsOnOpen":true');
  await other.goto('/prices/SalesPrice');
  await chooseInViews(other, 'Prices of ours');
  await new Grid(other).expectRowLoaded(0);

  await test.step('the storage reveals nothing of what is stored, nor whose it is', async () => {
    const filter = 'PriceList~is-any-of~DE~AT;Name~contains~Secret%20of%20ours';
    await page.goto(`/prices/SalesPrice?v=1&filter=${filter}`);
    await new QueryForm(page).run();
    await expect(page.getByText('No rows match')).toBeVisible();
    await chooseInViews(page, 'Save as…');
    await page.getByRole('textbox', { name: 'Name' }).fill('Name of ours');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Saved views: Name of ours' })).toBeVisible();
    await page.getByRole('link', { name: 'Item schema' }).click();
    await expect(page.getByRole('table', { name: 'Columns', exact: true })).toBeVisible();

    for (const collection of ['views', 'runs', 'visits'])
      await expect.poll(() => keptRecords(page, collection)).not.toBe('[]');
    expect(await keptRecords(page, 'views')).toContain('Name of ours');
    expect(await keptRecords(page, 'runs')).toContain('Secret of ours');
    const stored = await everythingInDatabases(page);
    expect(stored).toContain('colonnade-records/records');
    expect(stored).not.toContain('EXTRACTABLE KEY');
    for (const word of ['of ours', 'SalesPrice', 'PriceList', 'analyst', 'Analyst', 'papi', 'nvarchar'])
      expect(stored.includes(word), word).toBe(false);

    // A page that is loaded later finds all records.
    await page.reload();
    await page.goto('/prices/SalesPrice');
    await views(page).click();
    await expect(page.getByRole('menuitem', { name: 'Name of ours' })).toBeVisible();
  });
});
