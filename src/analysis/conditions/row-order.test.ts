import { expect, test } from 'vitest';
import { rowOrderFromParameter, rowOrderToParameter, type RowSort } from './row-order';

const known = (name: string) => name !== 'Gone';
const MARGIN: RowSort = { column: 'Margin %; net', direction: 'descending' };
const COST: RowSort = { column: 'Cost · Value', direction: 'ascending' };

test('an order survives the way through an address, and none is no parameter', () => {
  expect(rowOrderToParameter([])).toBeUndefined();
  expect(rowOrderToParameter([MARGIN, COST])).toBe('1;Margin %!s net~descending;Cost · Value~ascending');
  expect(rowOrderFromParameter(rowOrderToParameter([MARGIN, COST]), known)).toEqual([MARGIN, COST]);
});

test.each([
  undefined,
  '',
  '1',
  '2;Name~ascending',
  '1;Name',
  '1;Name~sideways',
  '1;Gone~ascending',
  '1;!zq~ascending',
])('by %j nothing is sorted', (parameter) => {
  expect(rowOrderFromParameter(parameter, known)).toEqual([]);
});
