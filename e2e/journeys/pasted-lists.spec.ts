import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { paste } from '../support/paste';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';

// These tests paste a list of values, look through it, and run it.

const PRICE_COLUMN = 'CostForPricing';
const COLUMN = 'Number';

test('50,000 pasted values are searched, run at once, and each is found or not; a table is pasted, too', async ({
  page,
  signIn,
}) => {
  const stored = Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, row) =>
    String(rowAt(PRICE_COLUMN, row)[COLUMN]),
  );
  const known = [...new Set(stored)].sort();
  // Every second value occurs in the rows.
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
  // The End key goes to the last option that exists when it is pressed, so the list must have loaded.
  await expect(dialog.getByRole('option').nth(1)).toBeVisible();
  await dialog.getByRole('listbox', { name: 'Values' }).focus();
  await page.keyboard.press('End');
  await expect(dialog.getByRole('option', { name: 'none-49999' })).toBeInViewport();
  await expectAccessibleInAllColours(page, dialog);
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

  await test.step('the address stays short, and a reload has all of the list', async () => {
    await expect(page).toHaveURL(/~!list~[0-9a-f]{28}~50000&.*cacheKey=/);
    expect(page.url().length).toBeLessThan(400);
    await page.reload();
    await new Grid(page).expectRowCount(stored.filter((value) => wanted.has(value)).length);
    await expect(filter).toContainText('50,000 values');
  });

  await test.step('in another browser they are missing, which is not the same as none asked for', async () => {
    await page.goto(`/prices/SalesPrice?v=1&filter=ItemNumber~is-any-of~!list~${'0'.repeat(28)}~4711`);
    await expect(page.getByRole('alert')).toContainText('The 4,711 values of ItemNumber');
    await expect(page).toHaveTitle('Sales price · Colonnade');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const input = page.getByRole('textbox', { name: 'Values' });
    await expect(input).toBeFocused();
    await expect(input).toHaveAccessibleDescription('Enter a value.');
  });

  await test.step('a table is pasted into the query line, and the dialog fits a narrow screen', async () => {
    await page.goto('/prices/PromotionPrice?v=1&filter=Currency~is-any-of');
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
    const table = page.getByRole('dialog', { name: 'Values of Currency' });
    await expect(table).toContainText('3 rows with 2 columns were pasted.');
    await table.getByRole('combobox', { name: 'Column' }).click();
    await page.getByRole('option', { name: 'Column 2: EUR' }).click();
    await expectNoAxeViolations(page, table);
    await table.getByRole('button', { name: 'Add this column' }).click();
    await expect(table.getByRole('option')).toHaveText(['1EUR', '2CHF']);
    await expect
      .poll(() =>
        page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
      )
      .toBe(true);
    // The editor stays open behind the dialog without covering it.
    await table.getByRole('searchbox', { name: 'Search values' }).click();
    await page.keyboard.press('Escape');
    await expect(table).toHaveCount(0);
    await expect(editor).toBeVisible();
    await expect(editor.getByRole('button', { name: 'Remove CHF' })).toBeVisible();
  });
});
