import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { expectAccessibleInAllColours } from '../support/axe';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';
import { typeValue } from '../support/type-into';

const PRICE_COLUMN = 'PromotionPrice';
const FIELDS = ['PromotionCode', 'PromotionValue', 'Factor', 'Currency', 'StartsOn', 'EndsOn'];

const cellOf = (place: number, field: string) => rowAt(PRICE_COLUMN, place)[field] ?? null;

test('what the service cannot do of a query is done on the rows read: valid on a day, and a computed column @service-only', async ({
  page,
  signIn,
}) => {
  const starts = Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, place) =>
    String(cellOf(place, 'StartsOn')).slice(0, 10),
  );
  // On this day, only some of the rows are valid.
  const day = starts.toSorted()[Math.floor(starts.length / 2)] ?? '';
  const places = starts.flatMap((start, place) => {
    const end = cellOf(place, 'EndsOn');
    return start <= day && (end === null || String(end).slice(0, 10) >= day) ? [place] : [];
  });
  expect(places.length).toBeGreaterThan(0);
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1&fields=${FIELDS.join(';')}` });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);

  await page.getByRole('button', { name: 'Add filter' }).first().click();
  const filter = page.getByRole('group', { name: 'Filter 1' });
  const choose = async (name: string, option: string) => {
    await filter.getByRole('combobox', { name, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Field', 'StartsOn');
  await choose('Operator', 'valid on');
  await expect(filter.getByRole('combobox', { name: 'Valid until' })).toHaveValue('EndsOn');
  await expect(filter.getByRole('note', { name: /^Done here, on the rows read/ })).toBeVisible();
  await filter.getByRole('textbox', { name: 'Value' }).fill(day);

  await page.getByRole('button', { name: 'Add computed column' }).click();
  const column = page.getByRole('group', { name: 'Computed column 1' });
  const formula = column.getByRole('textbox', { name: 'Formula' });
  await formula.fill('PromotionValue * Factr');
  await expect(column.getByText('There is no field “Factr” in these rows.')).toBeVisible();
  await formula.fill('PromotionValue - PromotionValue');
  await column.getByRole('textbox', { name: 'Name' }).fill('Nothing');
  await page.getByRole('button', { name: `Run and read ${starts.length} rows` }).click();

  const found = `${places.length} of ${starts.length} rows`;
  await expect(page.getByText(`${found} · one filter applied here`)).toBeVisible();
  await expect.poll(() => grid.rowCount()).toBe(places.length);
  await grid.expectRowLoaded(0);
  await grid.reveal('Nothing');
  const priced = places.findIndex((place) => cellOf(place, 'PromotionValue') !== null);
  await grid.goToRow(priced);
  await expect(await grid.cell({ row: priced, column: 'Nothing' })).toHaveText('0.0000');

  // The link contains the whole query, and the other views have the same rows.
  await page.getByRole('tab', { name: 'Columns', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Profile of Nothing' })).toBeVisible();
  await expect(page.getByText(`${found} · one filter applied here`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`${found} · one filter applied here`)).toBeVisible();
  await page.getByRole('tab', { name: 'Rows', exact: true }).click();
  await page.getByRole('button', { name: 'Remove filter 1' }).click();
  await page.getByRole('button', { name: 'Remove Nothing' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => grid.rowCount()).toBe(starts.length);
});

test('filters are grouped as alternatives, by keys alone, and read well in all colours @service-only', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/${PRICE_COLUMN}?v=1` });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  await page.getByRole('button', { name: 'Any of', exact: true }).press('Enter');
  const group = page.getByRole('group', { name: 'Filter 1: any of' });
  const part = (number: number) => group.getByRole('group', { name: `Filter 1.${number}`, exact: true });
  await expect(part(1).getByRole('combobox', { name: 'Field' })).toBeFocused();
  const fill = async (number: number, field: string, value: string) => {
    await part(number).getByRole('combobox', { name: 'Field' }).fill(field);
    await page.keyboard.press('Enter');
    await typeValue(part(number).getByLabel('Value', { exact: true }), value);
  };
  await fill(1, 'PromotionCode', String(cellOf(0, 'PromotionCode')));
  await group.getByRole('button', { name: 'Add filter to this group' }).press('Enter');
  await fill(2, 'PromotionCode', String(cellOf(7, 'PromotionCode')));
  await expectAccessibleInAllColours(page);
  await page.keyboard.press('Control+Enter');
  const codes = [0, 7].map((place) => cellOf(place, 'PromotionCode'));
  const count = Array.from({ length: rowCountAt(PRICE_COLUMN) }, (_, place) => place).filter((place) =>
    codes.includes(cellOf(place, 'PromotionCode')),
  ).length;
  await expect.poll(() => new Grid(page).rowCount()).toBe(count);
});
