import type { Page } from '@playwright/test';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

test('paper gets the query in words and the table, without what operates them', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice?v=1&sort=-PromotionCode' });
  const ticked = page.getByRole('checkbox', { name: 'Title', exact: true });
  await expect(ticked).toBeChecked();
  // The white tick needs its background, which browsers do not print by default.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(ticked).toHaveCSS('print-color-adjust', 'exact');
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const [first] = await grid.readRows([0]);
  await startPrinting(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promotion price');
  await expect(page.getByText('All rows · PromotionCode Z to A')).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'PromotionCode' })).toBeVisible();
  await expect(table.getByRole('row').nth(1)).toContainText(first?.['PromotionCode'] ?? 'none');
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(26, 33, 44)');
  await endPrinting(page);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await grid.expectRowLoaded(0);
  // Chromium fires the print event itself, and splits long content into pages.
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1);

  for (const screen of ['Price columns', 'Item schema', 'Snapshots']) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await startPrinting(page);
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await endPrinting(page);
  }
});

async function startPrinting(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
}

async function endPrinting(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
}
