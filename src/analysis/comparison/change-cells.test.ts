import { expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { testField } from '@/test/test-price-column';
import { changeColumns, DELTA_COLUMN, foundCells, KIND_COLUMN, PERCENT_COLUMN } from './change-cells';
import type { ChangeRow } from './change-reader';

const FIELDS = [
  testField('Number', { isKey: true, isPrimaryKey: true }),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 2 }),
  testField('Name'),
];
const columns = changeColumns(ENGLISH, { keys: ['Number'], price: 'Value', compared: ['Name'] }, FIELDS);
const VALUE = 'field Value';
const NAME = 'field Name';

function row(
  changes: Partial<ChangeRow> & { readonly value?: readonly (string | null | undefined)[] },
): ChangeRow {
  const [earlier, later] = changes.value ?? ['1.50', '1.75'];
  return {
    kind: 'changed',
    earlierIndex: 0,
    laterIndex: 4,
    delta: '0.25',
    deltaPercent: '16.67',
    ...changes,
    cells: [
      { earlier: 'A', later: 'A', differs: false },
      { earlier, later, differs: changes.kind === undefined },
      { earlier: 'x', later: 'x', differs: false },
    ],
  };
}

test('a value that differs has both sides, also for people who hear it', () => {
  expect(columns.getCell(row({}), VALUE)).toEqual({
    state: 'value',
    text: '1.50 → 1.75',
    note: 'was 1.50, is 1.75',
  });
  expect(columns.getCell(row({ value: [null, ''] }), VALUE)).toMatchObject({ text: '∅ → Empty text' });
  expect(columns.getCell(row({}), NAME)).toEqual({ state: 'value', text: 'x' });
});

test.each([
  ['2026-03-01T08:00:00.1234567', '2026-03-02T09:30:00', '01/03/2026, 08:00:00.123 → 02/03/2026, 09:30:00'],
  // With the usual digits, both values would look the same.
  [
    '2026-03-01T08:00:00.1234567',
    '2026-03-01T08:00:00.1234568',
    '01/03/2026, 08:00:00.1234567 → 01/03/2026, 08:00:00.1234568',
  ],
])('date-times that differ are shown by the format of their column: %s and %s', (earlier, later, text) => {
  const dates = changeColumns(ENGLISH, { keys: ['Number'], price: null, compared: ['Value', 'Name'] }, [
    testField('Value', { type: 'date', sqlType: 'datetime2', scale: 7 }),
    testField('Name'),
  ]);
  const changed = row({ value: [earlier, later] });
  expect(dates.getCell(changed, VALUE)).toMatchObject({ text });
  expect(dates.copiedValue(changed, VALUE)).toContain('08:00:00.1234567 → ');
});

test('prices and Δ are rounded as their column is formatted, unless it hides that they differ; whole on hover', () => {
  const rounded = changeColumns(ENGLISH, { keys: ['Number'], price: 'Value', compared: ['Name'] }, [
    testField('Number', { isKey: true, isPrimaryKey: true }),
    testField('Value', { type: 'number', sqlType: 'decimal', scale: 4, formatting: '#,##0.00' }),
    testField('Name'),
  ]);
  const cellOf = (changes: Parameters<typeof row>[0], id: string) => rounded.getCell(row(changes), id);
  expect(cellOf({ value: ['2.7300', '2.8312'] }, VALUE)).toMatchObject({
    text: '2.73 → 2.83',
    title: '2.7300 → 2.8312',
  });
  expect(cellOf({ value: ['2.7301', '2.7302'] }, VALUE)).toMatchObject({ text: '2.7301 → 2.7302' });
  expect(cellOf({ delta: '1234.1012' }, DELTA_COLUMN)).toMatchObject({
    text: '▲ +1,234.10',
    title: '▲ +1,234.1012',
  });
  expect(cellOf({ delta: '-0.1000' }, DELTA_COLUMN)).toEqual({
    state: 'value',
    text: '▼ -0.10',
    tone: 'negative',
    note: 'fallen',
  });
  expect(cellOf({ delta: '-0.0001' }, DELTA_COLUMN)).toMatchObject({ text: '▼ -0.0001' });
  expect(rounded.copiedValue(row({ value: ['2.7300', '2.8312'] }), VALUE)).toBe('2.7300 → 2.8312');
});

test.each([
  ['0.25', '▲ +0.25', 'risen'],
  ['-0.25', '▼ -0.25', 'fallen'],
  ['1234567890123456789.01', '▲ +1,234,567,890,123,456,789.01', 'risen'],
])('Δ %s is told by sign and arrow, not by colour alone', (delta, text, note) => {
  expect(columns.getCell(row({ delta }), DELTA_COLUMN)).toMatchObject({ text, note });
});

test('no difference has neither, and what cannot be computed is a dash', () => {
  expect(columns.getCell(row({ delta: '0.00' }), DELTA_COLUMN)).toEqual({ state: 'value', text: '0.00' });
  expect(columns.getCell(row({ deltaPercent: null }), PERCENT_COLUMN)).toEqual({ state: 'value', text: '–' });
});

test('a row of one side shows the values of that side', () => {
  const added = row({ kind: 'added', earlierIndex: null, value: [undefined, '2.00'], delta: null });
  const removed = row({ kind: 'removed', laterIndex: null, value: ['3.00', undefined], delta: null });
  expect(columns.getCell(added, VALUE)).toEqual({ state: 'value', text: '2.00' });
  expect(columns.getCell(removed, VALUE)).toEqual({ state: 'value', text: '3.00' });
  expect(columns.getCell(removed, KIND_COLUMN)).toEqual({ state: 'value', text: 'removed' });
});

test('copies have Δ exactly, and a value that differs as it is shown', () => {
  expect([VALUE, NAME, DELTA_COLUMN, PERCENT_COLUMN].map((id) => columns.copiedValue(row({}), id))).toEqual([
    '1.50 → 1.75',
    'x',
    '0.25',
    '16.67',
  ]);
  expect([VALUE, NAME, DELTA_COLUMN].map((id) => columns.typeOf(id))).toEqual(['number', 'text', 'number']);
});

test('rows are sorted by their kind, their key and Δ, not by values that have two sides', () => {
  const sorting = columns.definitions.map(({ label, isKey, isSortable }) => [label, isKey, isSortable]);
  expect(sorting).toEqual([
    ['Change', undefined, true],
    ['Number', true, true],
    ['Value', false, false],
    ['Name', false, false],
    ['Δ', undefined, true],
    ['Δ %', undefined, true],
  ]);
});

test.each([
  ['-10.00', '-10 %'],
  ['10', '10 %'],
  ['0.00', '0 %'],
  ['13.50', '13.5 %'],
  ['1200.25', '1,200.25 %'],
])('Δ %% of %s in words has no zeros that say nothing, and all others', (percent, text) => {
  expect(columns.percentText(percent)).toBe(text);
});

test.each([
  ['1.75', ['field Value']],
  // The searched text is a value of either side, in the user's notation.
  ['1.5', ['field Value']],
  ['X', ['field Name']],
  ['a', ['field Number']],
  ['0.25', []],
  ['changed', []],
])('%s is found in the cells of the sides that hold it', (text, found) => {
  const rows = { getRow: (index: number) => (index === 3 ? row({}) : null) };
  const cells = foundCells(rows, columns, { text, decimal: /^[\d.]+$/.test(text) ? text : null });
  expect([...(cells.get(3) ?? [])]).toEqual(found);
  expect(cells.get(4)).toBeUndefined();
});
