import { expect, test } from 'vitest';
import { proposeColumns } from './propose-columns';

const fields = (...names: string[]) => names.map((name) => ({ name }));
const columns = (...names: string[]) => names.map((name) => ({ name, isReadable: true }));

test.each<[string, string, string]>([
  ['the same', 'PriceGroup', 'PriceGroup'],
  ['another case', 'PRICEGROUP', 'PriceGroup'],
  ['blanks and signs', ' price_group ', 'PriceGroup'],
  ['an umlaut spelled out', 'Waehrung', 'Währung'],
  ['an umlaut without its dots', 'Wahrung', 'Währung'],
  ['an umlaut of two characters', 'Wa\u0308hrung', 'Währung'],
  ['an accent', 'Référence', 'Reference'],
  ['an addition', 'Price (EUR)', 'Price'],
  ['the guard of our files', "'=Price", '=Price'],
  ['without its prefix', 'Price group', 'cd_PriceGroup'],
  ['Greek', 'ΤΙΜΉ', 'τιμη'],
])('%s: %s is %s', (_, column, field) => {
  expect(proposeColumns(columns('Other', column), fields('Another', field))).toEqual([
    { field, columnIndex: 1 },
  ]);
});

test('a column is matched once, and the better name wins', () => {
  expect(proposeColumns(columns('price', 'Price', 'PRICE (net)'), fields('Price', 'PRICE'))).toEqual([
    { field: 'Price', columnIndex: 1 },
    { field: 'PRICE', columnIndex: 0 },
  ]);
});

test('nothing is matched with an empty header, another name, or a column of lists', () => {
  expect(
    proposeColumns([...columns('', 'Prices'), { name: 'Price', isReadable: false }], fields('Price', '_')),
  ).toEqual([]);
});
