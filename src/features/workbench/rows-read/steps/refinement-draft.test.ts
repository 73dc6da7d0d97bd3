import { expect, test } from 'vitest';
import { testField } from '@/test/test-price-column';
import { conditionOf, emptyCondition } from '../../conditions/condition-draft';
import { withPlacesOfOperands } from './refinement-draft';

const typed = (value: string | null, text: string) => ({ value, text });

test.each(['is-any-of', 'is-none-of'] as const)(
  'a column of numbers ends with a line break, as spreadsheets copy it: %s',
  (operator) => {
    const field = testField('Value', { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 });
    const values = [typed('12.5', '12.5'), typed(null, ''), typed('7', '7'), typed(null, '')];
    expect(conditionOf({ ...emptyCondition(field), operator, values }).operand).toEqual({
      kind: 'values',
      values: ['12.5', '7'],
    });
  },
);

test('a blank line of a list of texts does not ask for the empty text', () => {
  const values = ['DE', '', 'AT', ' '].map((value) => ({ value, text: null }));
  const condition = { ...emptyCondition(testField('Country')), operator: 'is-any-of' as const, values };
  expect(conditionOf(condition).operand).toEqual({ kind: 'values', values: ['DE', 'AT'] });
});

test('a list of blank lines has no values, and a single value may be the empty text', () => {
  const blank = { ...emptyCondition(testField('Country')), values: [{ value: '', text: null }] };
  expect(conditionOf({ ...blank, operator: 'is-any-of' }).operand).toEqual({ kind: 'none' });
  expect(conditionOf({ ...blank, operator: 'is' }).operand).toEqual({ kind: 'values', values: [''] });
});

test.each([
  ['Price - Cost', 4],
  ['Price / Pieces', 4],
  ['Pieces / Pieces', 2],
  ['Pieces + 1', 0],
  ['round(Price, 1)', 1],
  ['Price -', 2],
])('a new column has the decimals of what it is computed of: %s', (formula, places) => {
  const scales = new Map([
    ['Price', 4],
    ['Cost', 2],
    ['Pieces', 0],
  ]);
  const columns = [...scales.keys()].map((name) => ({ name, isNumber: true }));
  const draft = {
    id: '1',
    kind: 'formula' as const,
    one: null,
    other: null,
    name: 'Computed',
    places: 2,
    hasChosenPlaces: false,
    formula,
  };
  expect(withPlacesOfOperands(draft, columns, scales).places).toBe(places);
  expect(withPlacesOfOperands({ ...draft, places: 7, hasChosenPlaces: true }, columns, scales).places).toBe(
    7,
  );
});
