import { expectAccessibleInBothSchemes } from '../support/axe';
import { Grid } from '../support/grid';
import { messagesOf } from '../support/message-catalogue';
import { expect, test } from '../support/test';

// This item has a promotion, contracts, a price for each region, and a planted gap in its sales prices.
const ITEM = 'A-100002303';

test('an item is one page on paper; a row in the grid leads to its item, and Back to the row @service-only', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/items/${ITEM}?on=2026-10-01` });
  const sales = page.getByRole('region', { name: 'Sales price', exact: true });
  await expect(sales.getByRole('table').getByRole('row')).toHaveCount(1 + 16);
  await expect(
    page.getByRole('region', { name: 'Validity of prices', exact: true }).getByRole('img').first(),
  ).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  await sales.getByRole('link', { name: /^Open in workbench/ }).click();
  const grid = new Grid(page);
  await grid.expectRowCount(32);
  await grid.expectRowLoaded(0);
  await (await grid.cell({ row: 2, column: 'ItemNumber' })).click({ button: 'right' });
  await page.getByRole('menuitem', { name: `Everything about ${ITEM}…` }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Item ${ITEM}` })).toBeVisible();
  await page.goBack();
  await grid.expectRowLoaded(0);
  await (await grid.cell({ row: 0, column: 'Value' })).click();
  await page.keyboard.press('F2');
  await page
    .getByRole('region', { name: 'Record' })
    .getByRole('link', { name: `Everything about ${ITEM}…` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/items/${ITEM}$`));
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the palette opens an item by its number, and a person without the right sees no costs @promise', async ({
    page,
    signIn,
  }) => {
    const t = messagesOf('de-DE');
    await signIn({ as: 'Analyst', t });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: t('palette.title') }).fill(ITEM);
    await expect(page.getByRole('option', { name: `Alles über ${ITEM}…` })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `Artikel ${ITEM}` })).toBeVisible();
    const costs = page.getByRole('region', { name: 'Cost for pricing', exact: true });
    await expect(costs).toContainText('Für Sie nicht sichtbar: CostForPricing, FreightCost');
    await expect(costs.getByRole('columnheader', { name: 'CostForPricing' })).toHaveCount(0);
    const part = page.getByRole('region', { name: 'Gültigkeit der Preise', exact: true });
    await expect(part).toContainText('eine Lücke, keine Überschneidungen');
    await expect(page.getByRole('img', { name: /^Werte im Zeitverlauf: Sales price/ })).toBeVisible();
    // This screen has loaded neither the engine nor code of the workbench's views.
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(loaded.filter((name) => /duckdb|analysis-worker|\.wasm/.test(name))).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  });
});
