import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/test';

const LOCALES = ['bg', 'cs', 'da', 'de', 'de-CH', 'en-GB', 'es', 'fr', 'hu', 'it', 'pl', 'pt-PT', 'ro', 'sv'];

test('values follow the formats chosen in another tab, and the language stays', async ({
  page,
  context,
  signIn,
}) => {
  await signIn({ at: '/schema/item' });
  const formatOf = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name, exact: true }) })
      .getByRole('cell')
      .nth(4);
  await expect(formatOf('CostForPricing')).toContainText('1,234.57');

  const other = await context.newPage();
  await other.goto('/config.json');
  for (const formats of LOCALES) {
    await other.evaluate((locale) => {
      localStorage.setItem('colonnade.formats', JSON.stringify({ formats: locale }));
    }, formats);
    // By the data of this very browser, which differ from those of others.
    const number = await page.evaluate(
      (locale) =>
        new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: 'always' }).format(1234.57),
      formats,
    );
    await expect(formatOf('CostForPricing')).toContainText(number);
    await expect(formatOf('InsertDate')).toContainText(/^(?=.*31)(?=.*12)(?=.*2026)/);
    // At the hour that is stored, to the millisecond.
    await expect(formatOf('_dtLastModifiedDate')).toContainText(/14[.:]05[.:]09[.,]123(?!\d)/);
    await expect(formatOf('NeedsPrice')).toContainText('True');
  }
});

test('a file for Excel goes by its region, the screen by the formats', async ({ page, signIn }) => {
  await signIn({ at: '/schema/item' });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Language and formats' }).click();
  const dialog = page.getByRole('dialog', { name: 'Language and formats' });
  await dialog.getByRole('combobox', { name: 'Excel region' }).click();
  await page.getByRole('option', { name: 'Deutsch (Deutschland)', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await expect(page.getByText('1,234.57')).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toMatch(/^\uFEFFName;You may view;/);
  // Quoted though its separator is another: a spreadsheet of another region would divide it there.
  expect(csv).toContain(';"decimal(18,4)";');
});
