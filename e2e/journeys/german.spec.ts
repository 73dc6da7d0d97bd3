import { expectedRow } from '../support/expected-cells';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

test.use({ locale: 'de-DE' });

test('a German browser gets German words, numbers and dates, and reads them too @promise', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Anmelden', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  await page
    .getByRole('group', { name: 'Demokonten' })
    .getByRole('button', { name: 'Pricing Manager' })
    .click();
  await expect(page.getByRole('heading', { name: 'Preisspalten', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Sales price', exact: true }).click();
  const look = page.getByRole('region', { name: 'Ein erster Blick' });
  await expect(look.getByRole('row', { name: /^Value Zahl, 4 Nachkommastellen/ })).toBeVisible();
  await expect(look.getByText('Die ersten 50 Zeilen, unsortiert')).toBeVisible();

  const filters = page.getByRole('group', { name: 'Filter', exact: true });
  await filters.getByRole('button', { name: 'Filter hinzufügen' }).click();
  const filter = page.getByRole('group', { name: 'Filter 1' });
  await filter.getByRole('combobox', { name: 'Feld' }).click();
  await page.getByRole('option', { name: 'Value', exact: true }).click();
  await filter.getByRole('combobox', { name: 'Operator' }).click();
  await page.getByRole('option', { name: 'größer als', exact: true }).click();
  await filter.getByRole('textbox', { name: 'Wert' }).fill('1.234,5');
  await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
  const grid = new Grid(page, 'Ergebnisse');
  await grid.expectRowLoaded(0);
  await expect(page).toHaveURL(/filter=Value~greater-than~1234\.5/);

  await filter.getByRole('button', { name: 'Filter 1 entfernen' }).click();
  await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
  await grid.expectRowCount(1_000_000);
  await grid.expectRowLoaded(0);
  await expect(page.getByRole('status').filter({ hasText: '1.000.000 Zeilen' })).toBeVisible();
  // Only a number of four digits or more shows the separator of thousands.
  const isDear = (row: number) =>
    /^\d{1,3}\.\d{3},\d\d$/.test(expectedRow('SalesPrice', row, 'de-DE')['Value'] ?? '');
  const dear = Array.from({ length: 10_000 }, (_, row) => row).find(isDear);
  if (dear === undefined) throw new Error('There is no such number.');
  await grid.goToRow(dear, 'de-DE');
  await grid.expectRowLoaded(dear);
  const shown = [dear, dear + 1, dear + 2];
  const expected = shown.map((row) => expectedRow('SalesPrice', row, 'de-DE'));
  expect(await grid.readRows(shown)).toEqual(expected);

  await grid.goToRow(999_998, 'de-DE');
  await grid.expectRowLoaded(999_998);
  expect(await grid.readRows([999_998])).toEqual([expectedRow('SalesPrice', 999_998, 'de-DE')]);

  await page.getByRole('link', { name: 'Artikelschema' }).click();
  await expect(page.getByRole('heading', { name: 'Artikelschema' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Spalten' })).toContainText('aktueller Zeitpunkt');
  await page.getByRole('button', { name: 'Konto' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Anmelden', exact: true })).toBeVisible();
});
