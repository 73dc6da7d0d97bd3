import { rowAt } from '@mocks/data/price-sources';
import { expectAccessibleInBothSchemes } from '../support/axe';
import { Grid } from '../support/grid';
import { messagesOf } from '../support/message-catalogue';
import { HELD_BACK } from '../support/service-control';
import { expect, test } from '../support/test';

// Everything about one item, from the service alone. This one has a promotion, contracts, a price for each region, and a
// planted gap in its sales prices.
const INDEX = 2_303;
const ITEM = 'A-100002303';
const AT = `/items/${ITEM}?on=2026-10-01`;
const NAME = String(rowAt('CostForPricing', INDEX)['Name']);
/** Price columns that know items; `TestPatterns` does not. */
const SECTIONS = 7;
const MOST_CALLS = 4;

test('prices of an item come four price columns at a time, each in its own state @service-only', async ({
  page,
  signIn,
  serviceControl,
  problems,
}) => {
  const bodies = async () =>
    (await serviceControl.journal()).filter(({ endpoint }) => endpoint === 'extraction');
  const section = (name: string) => page.getByRole('region', { name, exact: true });

  await test.step('no more than four requests are under way', async () => {
    await serviceControl.order({
      do: 'add-fault',
      rule: { on: 'extraction', times: null, fault: HELD_BACK },
    });
    await signIn({ at: AT });
    await expect(page.getByRole('heading', { level: 1, name: `Item ${ITEM}` })).toBeVisible();
    await expect.poll(async () => (await bodies()).length).toBe(MOST_CALLS);
    await expect(section('Sales price').getByRole('status', { name: 'Loading Sales price' })).toBeVisible();
    await expect(section('Price history').getByRole('status')).toBeVisible();
    expect(await bodies()).toHaveLength(MOST_CALLS);
    await serviceControl.order({ do: 'clear-faults' });
    await expect(section('Price history').getByRole('table')).toBeVisible();
    expect(await bodies()).toHaveLength(SECTIONS);
    await expect(page.getByText(NAME, { exact: true })).toBeVisible();
    await expect(section('Tender price')).toContainText('No prices of this item.');
  });

  await test.step('no price of the day is left out', async () => {
    await expect(section('Sales price').getByText('16 of 32 rows apply on 01/10/2026')).toBeVisible();
    await expect(section('Sales price').getByRole('table').getByRole('row')).toHaveCount(1 + 16);
  });

  await test.step('gaps are named in the table, and keys go through the picture', async () => {
    const part = section('Validity of prices');
    const links = page.getByRole('navigation', { name: 'On this page' });
    await links.getByRole('button', { name: 'Validity of prices' }).press('Enter');
    await expect(part.getByRole('heading', { name: 'Validity of prices' })).toBeFocused();
    await expect(part.getByRole('heading', { name: 'Validity of prices' })).toBeInViewport();
    await expect(part.getByRole('img', { name: 'Validity of prices' })).toBeVisible();
    await part.getByText('As a table').click();
    const table = part.getByRole('table', { name: 'Validity of prices' });
    await expect(table.getByRole('row', { name: /Gap of \d+ days/ })).toHaveCount(1);
    const bars = part
      .getByRole('group', { name: 'Prices by the days on which they apply' })
      .getByRole('button');
    await bars.first().focus();
    await expect(bars.first()).toHaveAccessibleName(
      /^Sales price, AT · EUR · from 1 pcs: [\d.,]+ EUR, .*Gap of/,
    );
    await page.keyboard.press('ArrowRight');
    await expect(bars.nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(bars.last()).toBeFocused();
    await expect(bars.last()).toHaveAccessibleName(/^Promotion price, PROMO-/);
    // A press shows the prices on a day of the bar.
    const requests = (await bodies()).length;
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`on=${String(promotion()['StartsOn'])}`));
    await expect(section('Promotion price').getByRole('table')).toContainText(
      String(promotion()['PromotionCode']),
    );
    expect(await bodies()).toHaveLength(requests);
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('on paper it is one page', async () => {
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  await test.step('a section fails by itself, and is tried again by itself', async () => {
    problems.allowResponse(400, /\/api\/prices\//);
    const rule = { on: 'extraction', skip: 1, fault: { kind: 'status', status: 400 } } as const;
    await serviceControl.order({ do: 'add-fault', rule });
    await page.reload();
    const alert = page.getByRole('alert');
    await expect(alert).toHaveCount(1);
    await expect(section('Sales price').getByRole('table')).toBeVisible();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toHaveCount(0);
  });

  await test.step('from a row in the grid to its item, and back to where one was', async () => {
    await section('Sales price')
      .getByRole('link', { name: /^Open in workbench/ })
      .click();
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
    // No engine, and no code of the workbench's views.
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

function promotion() {
  const rows = Array.from({ length: 240 }, (_, row) => rowAt('PromotionPrice', row));
  const found = rows.find((row) => row['ItemNumber'] === ITEM);
  if (found === undefined) throw new Error('There is no promotion of the item.');
  return found;
}
