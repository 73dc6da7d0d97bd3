import { expectAccessibleInAllColours } from '../support/axe';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// This test is for the demo alone, because only its start page says what to try.

test('the start page says what to try, and each link shows it', async ({ page, signIn }) => {
  await signIn();
  const region = page.getByRole('region', { name: 'Try this first' });
  const links = region.getByRole('link');
  await expect(links).toHaveCount(7);
  await expectAccessibleInAllColours(page);
  const grid = new Grid(page);
  const open = async (name: RegExp) => {
    await page.getByRole('link', { name: 'Price columns', exact: true }).click();
    await region.getByRole('link', { name }).press('Enter');
    await expect(page.getByRole('alert')).toHaveCount(0);
  };

  await test.step('the last price round', async () => {
    await open(/^See the last price round/);
    await grid.expectRowLoaded(0);
    const [row] = await grid.readRows([0]);
    expect(row?.['_dtLastModifiedDate']).toMatch(/^02\/11\/2026/);
    expect(['FR', 'IT']).toContain(row?.['PriceList']);
    expect(row?.['Value']).not.toBe(row?.['PreviousValue']);
  });

  await test.step('wrong prices', async () => {
    await open(/^Spot wrong prices/);
    await expect(page.getByRole('status', { name: 'Result of the checks' })).toContainText('found by');
    await expect(page.getByRole('grid', { name: 'Findings' }).getByRole('gridcell').first()).toBeInViewport();
  });

  await test.step('countries', async () => {
    await open(/^Compare countries/);
    const pivot = page.getByRole('table', { name: 'Pivot' });
    await expect(pivot.getByRole('columnheader', { name: 'DE', exact: true })).toBeVisible();
    await expect(pivot.getByRole('row', { name: /^FX-BOLT/ })).toBeVisible();
  });

  await test.step('margins', async () => {
    await open(/^See the margins/);
    await expect(page.getByRole('status', { name: 'Partners in Cost for pricing' })).toContainText(
      'rows found a partner',
    );
    await grid.reveal('Margin %');
    await expect(grid.header('Margin %')).toBeVisible();
  });

  await test.step('the next price round', async () => {
    await open(/^Plan the next price round/);
    const figures = page.getByRole('group', { name: 'Figures of the proposal' });
    await expect(figures.getByRole('button', { name: /^Margin before → after: EUR / })).toBeVisible();
    await expect(figures.getByRole('button', { name: /^Stopped by a guard: [1-9]/ })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Rule 1', exact: true })).toContainText(
      'All rows: the price changes by +3 %, rounded to end in 0.95, not below cost with a margin of 18 %, at most ± 8 %.',
    );
  });

  await test.step('an item', async () => {
    await open(/^Everything about one item/);
    await expect(page.getByRole('heading', { level: 1, name: 'Item A-100002303' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Validity of prices', exact: true })).toContainText(
      'one gap',
    );
  });

  await test.step('a billion rows', async () => {
    await open(/^Scroll a billion rows/);
    await grid.expectRowCount(1_000_000_000);
    await grid.expectRowLoaded(0);
  });

  await test.step('on a phone', async () => {
    await page.getByRole('link', { name: 'Price columns', exact: true }).click();
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(links.first()).toBeInViewport();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  });
});
