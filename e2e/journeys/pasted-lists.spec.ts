import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { messagesOf } from '../support/message-catalogue';
import { paste } from '../support/paste';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';

// A list is pasted from anywhere, looked through, and run.

const PRICE_COLUMN = 'CostForPricing';
const COLUMN = 'Number';

test('50,000 pasted values are searched, run at once, and each is found or not', async ({ page, signIn }) => {
  const stored = Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, row) =>
    String(rowAt(PRICE_COLUMN, row)[COLUMN]),
  );
  const known = [...new Set(stored)].sort();
  // Every second value is one of the rows.
  const values = Array.from({ length: 50_000 }, (_, index) =>
    index % 2 === 0 ? (known[index / 2] ?? `none-${index}`) : `none-${index}`,
  );
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&filter=${COLUMN}~is-any-of` });
  const filter = new QueryForm(page).filter(1);
  await filter.getByRole('button', { name: 'Paste a list' }).click();
  const dialog = page.getByRole('dialog', { name: `Values of ${COLUMN}` });
  await paste(
    dialog.getByRole('textbox', { name: 'Paste a list' }),
    `${COLUMN}\r\n${values.join('\r\n')}\r\n\r\n`,
  );
  await expect(dialog.getByRole('status')).toContainText('50,000 added');
  await expect(dialog.getByRole('status')).toContainText(`header “${COLUMN}” skipped`);
  await dialog.getByRole('searchbox', { name: 'Search values' }).fill('NONE-49999');
  await expect(dialog.getByRole('option')).toHaveText(['50,000none-49999']);
  await dialog.getByRole('searchbox', { name: 'Search values' }).fill('');
  // End leads to the last of the options that are there when it is pressed.
  await expect(dialog.getByRole('option').nth(1)).toBeVisible();
  await dialog.getByRole('listbox', { name: 'Values' }).focus();
  await page.keyboard.press('End');
  await expect(dialog.getByRole('option', { name: 'none-49999' })).toBeInViewport();
  await expectAccessibleInAllColours(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(filter.getByRole('button', { name: 'Paste a list' })).toBeFocused();

  await expect(filter).toContainText('50,000 values');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const wanted = new Set(values);
  await new Grid(page).expectRowCount(stored.filter((value) => wanted.has(value)).length);
  const report = page.getByRole('region', { name: 'List report' });
  const isKnown = new Set(known);
  const missing = values.filter((value) => !isKnown.has(value));
  await expect(report.getByRole('heading', { name: /^Not found/ })).toHaveText(
    `Not found ${new Intl.NumberFormat('en-GB').format(missing.length)}`,
  );
  await expect(report.getByRole('heading', { name: /^Found [\d,]+$/ })).toHaveText(
    `Found ${new Intl.NumberFormat('en-GB').format(values.length - missing.length)}`,
  );
});

test('a table is pasted into the query line, and the dialog fits a narrow screen', async ({
  page,
  signIn,
}) => {
  await signIn({ at: '/prices/PromotionPrice?v=1&filter=Currency~is-any-of' });
  await page.getByRole('button', { name: 'Collapse the query' }).click();
  await page
    .getByRole('group', { name: 'Query line' })
    .getByRole('button', { name: /^Currency/ })
    .click();
  const editor = page.getByRole('dialog', { name: 'Filter 1' });
  await paste(
    editor.getByRole('textbox', { name: 'Values' }),
    'Germany\tEUR\r\nSwitzerland\tCHF\r\nAustria\tEUR',
  );
  await page.setViewportSize({ width: 320, height: 640 });
  const dialog = page.getByRole('dialog', { name: 'Values of Currency' });
  await expect(dialog).toContainText('3 rows with 2 columns were pasted.');
  await dialog.getByRole('combobox', { name: 'Column' }).click();
  await page.getByRole('option', { name: 'Column 2: EUR' }).click();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Add this column' }).click();
  await expect(dialog.getByRole('option')).toHaveText(['1EUR', '2CHF']);
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    )
    .toBe(true);
  // The editor stays open behind the dialog, and covers nothing of it.
  await dialog.getByRole('searchbox', { name: 'Search values' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(editor).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Remove CHF' })).toBeVisible();
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('what cannot be read is listed with its row', async ({ page, signIn }) => {
    const t = messagesOf('de-DE');
    await signIn({ at: '/prices/PromotionPrice?v=1&filter=PromotionValue~is-any-of', t });
    const filter = new QueryForm(page, t).filter(1);
    await filter.getByRole('button', { name: 'Liste einfügen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Werte von PromotionValue' });
    await paste(dialog.getByRole('textbox', { name: 'Liste einfügen' }), '1.234,50\r\nzehn\r\n"7,25"\r\n');
    await expect(dialog.getByRole('option')).toHaveText(['11.234,50', '2zehnnicht lesbar, Zeile 2', '37,25']);
    await dialog.getByRole('button', { name: t('conditions.list.removeUnreadable') }).click();
    await expect(dialog.getByRole('option')).toHaveText(['11.234,50', '27,25']);
  });
});
