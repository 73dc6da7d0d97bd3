import { expect, test } from 'vitest';
import { testField } from '@/test/test-price-column';
import { withPlacesOfOperands } from './computed-draft';
import { conditionOf, type DraftCondition, type DraftFilter } from './draft-query';
import { filtersOf, refineConditionOf, refineGroupOf } from './draft-refinement';
import type { RefineCondition, RefineGroup } from '@/analysis/conditions/refinement';

const typed = (value: string | null, text: string) => ({ value, text });

function condition(
  field: ReturnType<typeof testField>,
  operator: string,
  members: Partial<DraftCondition> = {},
): DraftCondition {
  const made = conditionOf(field, operator, { id: 'filter-1', isDisabled: false });
  if (made === null) throw new Error('The field has no such operator.');
  return { ...made, ...members } as DraftCondition;
}

const VALUE = testField('Value', { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 });

test.each(['is-any-of', 'is-none-of'])(
  'a column of numbers ends with a line break, as spreadsheets copy it: %s',
  (operator) => {
    const values = [typed('12.5', '12.5'), typed(null, ''), typed('7', '7'), typed(null, '')];
    expect(refineConditionOf(condition(VALUE, operator, { values })).operand).toEqual({
      kind: 'values',
      values: ['12.5', '7'],
    });
  },
);

test('a blank line of a list is no value, the empty text is one if it was chosen', () => {
  const chosen = ['DE', '', 'AT'].map((value) => ({ value, text: null }));
  const values = [...chosen, { value: null, text: ' ' }];
  const list = condition(testField('Country'), 'is-any-of', { values });
  expect(refineConditionOf(list).operand).toEqual({ kind: 'values', values: ['DE', '', 'AT'] });
});

test('a list of blank lines has no values, and a single value may be the empty text', () => {
  const blank = { value: '', text: null };
  const country = testField('Country');
  const lines = [{ value: null, text: '' }];
  expect(refineConditionOf(condition(country, 'is-any-of', { values: lines })).operand).toEqual({
    kind: 'none',
  });
  expect(refineConditionOf(condition(country, 'is', { value: blank })).operand).toEqual({
    kind: 'values',
    values: [''],
  });
});

const IS: RefineCondition = {
  kind: 'condition',
  column: 'Country',
  operator: 'is',
  operand: { kind: 'values', values: ['DE'] },
};
const BELOW_COST: RefineCondition = {
  kind: 'condition',
  column: 'Value',
  operator: 'less-than',
  operand: { kind: 'column', column: 'Cost' },
};
const VALID: RefineCondition = {
  kind: 'condition',
  column: 'ValidFrom',
  operator: 'valid-on',
  operand: { kind: 'validity', to: 'ValidTo', day: 'today' },
};

const group = (join: RefineGroup['join'], ...parts: RefineGroup['parts']): RefineGroup => ({
  kind: 'group',
  join,
  parts,
});

function draftsOf(conditions: RefineGroup | null): readonly DraftFilter[] {
  const types = { Country: 'text', Value: 'number', Cost: 'number', ValidFrom: 'date' } as const;
  let count = 0;
  return filtersOf(conditions, {
    typeOf: (name) => new Map(Object.entries(types)).get(name),
    newId: () => `filter-${(count += 1)}`,
  });
}

test.each([
  ['nothing', null],
  ['conditions that must all hold', group('all', IS, BELOW_COST, VALID)],
  ['alternatives beside a condition', group('all', VALID, group('any', IS, BELOW_COST))],
  ['alternatives alone', group('any', IS, BELOW_COST)],
  ['alternatives of several conditions', group('any', group('all', IS, BELOW_COST), VALID)],
])('conditions that a link holds are filters, and the same conditions again: %s', (_, conditions) => {
  expect(refineGroupOf([...draftsOf(conditions)])).toEqual(conditions);
});

test('conditions that must all hold inside of such ones are filters of the list', () => {
  const nested = group('all', IS, group('all', BELOW_COST, VALID));
  expect(draftsOf(nested).map(({ kind }) => kind)).toEqual(['text', 'number', 'date']);
});

test('a filter that is turned off, and a group with nothing else, are not applied', () => {
  const [first, second] = draftsOf(group('any', IS, BELOW_COST)).flatMap((filter) =>
    filter.kind === 'group' ? filter.parts : [],
  );
  if (first === undefined || second === undefined) throw new Error('There are two parts.');
  const off = { ...first, isDisabled: true };
  const alternatives = { kind: 'group', id: 'g', isDisabled: false, join: 'any', parts: [off] } as const;
  expect(refineGroupOf([{ ...alternatives, parts: [off] }])).toBeNull();
  expect(refineGroupOf([off, second])).toEqual(group('all', BELOW_COST));
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
