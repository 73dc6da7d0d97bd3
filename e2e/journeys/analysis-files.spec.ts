import type { Page } from '@playwright/test';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { expectChangeCounts, expectedChanges } from '../support/changes-oracle';
import { contentOf, downloadsOf } from '../support/exports';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// A snapshot is compared with a file: one that was exported before, and one that somebody else wrote.

const PRICE_COLUMN = 'PromotionPrice';

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
}

async function chooseFile(page: Page, files: readonly TestFile[]): Promise<void> {
  await page.getByRole('tab', { name: 'Changes', exact: true }).click();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'A file…' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles([...files]);
}

interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const textFile = (name: string, text: string): TestFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

test('an export is compared with the snapshot after it, by its certificate', async ({ page, signIn }) => {
  const downloads = downloadsOf(page);
  await signIn({ at: `/prices/${PRICE_COLUMN}` });
  await run(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect.poll(() => downloads.length).toBe(2);
  const files = await Promise.all(
    downloads.map(async (download) => textFile(download.suggestedFilename(), await contentOf(download))),
  );
  await page.getByRole('button', { name: 'Demo controls' }).click();
  await page.getByRole('button', { name: 'Change source data' }).click();
  await page.keyboard.press('Escape');
  await run(page);

  await chooseFile(page, files);
  const dialog = page.getByRole('dialog', { name: 'Compare with a file' });
  await expect(dialog.getByText(/Export of PromotionPrice with its certificate: 240 rows/)).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Compare with this file' }).click();
  await expectChangeCounts(page, { ...expectedChanges(PRICE_COLUMN, 'PromotionCode', [0, 1]) });
  await expect(page.getByText('The file has exactly the rows that its certificate describes.')).toBeVisible();
  await expect(page.getByText(/^Earlier .*export of the snapshot of .*, 240 rows$/)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('with')).toMatch(/^file~/);

  await test.step('a reload asks for the file again', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The other side is no longer there' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose the file again' })).toBeVisible();
  });
});

/** The first rows of the price column as a colleague's Excel has them: German, other headers, and some columns only. */
function germanList(): { readonly text: string; readonly expected: Record<string, readonly string[]> } {
  const rows = Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, index) => rowAt(PRICE_COLUMN, index));
  const kept = rows.slice(10);
  const codes = rows.map((row) => String(row['PromotionCode']));
  const german = (value: unknown) => {
    const [whole = '', fraction] = String(value).split('.');
    const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '.');
    return fraction === undefined ? grouped : `${grouped},${fraction}`;
  };
  const lines = kept.map((row, index) => {
    const price = row['PromotionValue'];
    const value = typeof price !== 'string' ? '' : index < 5 ? '99.999,99' : german(price);
    return `${String(row['PromotionCode'])};${value};Notiz`;
  });
  // The title is as wide as the table, so that it is taken for its headers.
  const text = [
    'Preisliste;Stand;2026',
    'promotion code;Promotion-Value (EUR);Bemerkung',
    ...lines,
    'NEU-1;1,00;',
  ].join('\r\n');
  const changed = kept.slice(0, 5).filter((row) => typeof row['PromotionValue'] === 'string');
  return {
    text,
    expected: {
      // The file is the earlier side.
      added: codes.slice(0, 10),
      removed: ['NEU-1'],
      changed: changed.map((row) => String(row['PromotionCode'])),
      unchanged: codes.slice(10 + changed.length),
    },
  };
}

test('a list with German numbers is matched by the headers of the row that is chosen @service-only', async ({
  page,
  signIn,
}) => {
  const { text, expected } = germanList();
  await signIn({ at: `/prices/${PRICE_COLUMN}` });
  await run(page);
  await chooseFile(page, [textFile('Liste.csv', `\uFEFF${text}`)]);
  const dialog = page.getByRole('dialog', { name: 'Compare with a file' });
  const table = dialog.getByRole('table', { name: 'Columns of the file' });
  const headerRow = dialog.getByRole('combobox', { name: 'Headers in row' });
  await headerRow.selectOption('2');
  await expect(headerRow).toBeFocused();
  await expect(table.getByRole('combobox', { name: 'Field of promotion code' })).toHaveValue('PromotionCode');
  await expect(table.getByRole('combobox', { name: 'Field of Promotion-Value (EUR)' })).toHaveValue(
    'PromotionValue',
  );
  await expect(dialog.getByRole('combobox', { name: 'Numbers' })).toHaveValue(',');
  await expect(dialog.getByRole('list', { name: 'Not compared' })).toContainText('Bemerkung');
  await expectAccessibleInAllColours(page);
  await dialog.getByRole('button', { name: 'Compare with this file' }).click();
  await expectChangeCounts(page, expected);
  await expectNoAxeViolations(page);
});

test('a file that is no table says so, and another one helps', async ({ page, signIn }) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}` });
  await run(page);
  await chooseFile(page, [textFile('Prices.csv', '%PDF-1.7 …')]);
  const dialog = page.getByRole('dialog', { name: 'Compare with a file' });
  await expect(dialog.getByRole('alert')).toContainText('Prices.csv is not a table');
  await expectNoAxeViolations(page);
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await (await chooser).setFiles([textFile('Prices.csv', 'PromotionCode,PromotionValue\n"A,1\n')]);
  await expect(dialog.getByRole('alert')).toContainText('It is in row 2');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
