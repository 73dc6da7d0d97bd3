import { expect, test } from 'vitest';
import { orderedByHeader, rowOrderFromParameter, rowOrderToParameter, type RowSort } from './row-order';

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

test('a header sorts up, down, and not any more; with Shift beside the others', () => {
  const up: RowSort = { column: 'A', direction: 'ascending' };
  const down: RowSort = { column: 'A', direction: 'descending' };
  expect(orderedByHeader([COST], 'A', false)).toEqual([up]);
  expect(orderedByHeader([up], 'A', false)).toEqual([down]);
  expect(orderedByHeader([down], 'A', false)).toEqual([]);
  expect(orderedByHeader([COST], 'A', true)).toEqual([COST, up]);
  expect(orderedByHeader([up, COST], 'A', true)).toEqual([down, COST]);
  expect(orderedByHeader([down, COST], 'A', true)).toEqual([COST]);
});
