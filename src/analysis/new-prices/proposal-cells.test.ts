import { expect, test } from 'vitest';
import type { PriceField } from '@/contract/column';
import { ENGLISH } from '@/test/english-words';
import { testField } from '@/test/test-price-column';
import { figureColumns, proposalColumns } from './proposal-cells';
import type { ProposalRow } from './read-proposal';

const FIELDS = [
  testField('Note'),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 4, isPriceColumn: true }),
  testField('ItemNumber'),
];
const TABLE = FIELDS.map(({ name, type, scale }) => {
  const sqlName = `"${name}"`;
  return { name, type, scale, sqlName, orderSqlName: sqlName, misfitSqlName: null };
});
const [, PRICE = TABLE[0]] = TABLE;
const ROW: ProposalRow = {
  rowIndex: 4,
  rule: 1,
  outcome: 'priced',
  guard: { name: 'atMost', way: 'held' },
  oldValue: '1000.0000',
  newValue: '999.5000',
  delta: '-0.5000',
  percent: '-0.0500',
  cells: ['', '1000.0000', 'A'],
};

function priceOf() {
  if (PRICE === undefined) throw new Error('There is no price.');
  return PRICE;
}

function columnsWith(fields: readonly PriceField[]) {
  const rows = {
    table: { sqlName: 'rows', columns: TABLE },
    price: priceOf(),
    priceDigits: null,
    columns: { price: 'Value', cost: null, currency: null, group: null },
    weight: null,
    today: '2026-11-30',
  };
  return proposalColumns(ENGLISH, { rows }, fields);
}

test('the record of a row has all digits of the old and of the new price, also where the grid has fewer', () => {
  const shortened = FIELDS.map((field) => ({
    ...field,
    formatting: field.type === 'number' ? '#,##0.00' : '',
  }));
  const columns = columnsWith(shortened);
  const [, old = '', planned = ''] = columns.definitions.map(({ id }) => id);
  expect([old, planned].map((id) => columns.getCell(ROW, id))).toMatchObject([
    { text: '1,000.00' },
    { text: '999.50' },
  ]);
  expect(columns.recordOf(ROW).slice(1, 3)).toEqual([
    ['Value', '1,000.0000'],
    ['New value', '999.5000'],
  ]);
});

test('a row has its item, the old and the new price, and then its other columns', () => {
  const columns = columnsWith(FIELDS);
  const ids = columns.definitions.map(({ id }) => id);
  expect(columns.recordOf(ROW)).toEqual([
    ['ItemNumber', 'A'],
    ['Value', '1000.0000'],
    ['New value', '999.5000'],
    ['Δ', '▼ -0.5000'],
    ['Δ %', '▼ -0.05'],
    ['Rule', 'Rule 2'],
    ['Guard', 'At most ± %'],
    ['Note', 'Empty text'],
  ]);
  const copied = (row: ProposalRow) => ids.map((id) => columns.copiedValue(row, id));
  expect(copied(ROW)).toEqual([
    'A',
    '1000.0000',
    '999.5000',
    '-0.5000',
    '-0.0500',
    'Rule 2',
    'At most ± %',
    '',
  ]);
  expect(ids.map((id) => columns.typeOf(id))).toEqual([
    'text',
    'number',
    'number',
    'number',
    'number',
    'text',
    'text',
    'text',
  ]);
  expect(columns.definitions.map(({ align, content }) => [align, content])).toEqual([
    ['left', undefined],
    ['right', 'figures'],
    ['right', 'figures'],
    ['right', 'figures'],
    ['right', 'figures'],
    ['left', undefined],
    ['left', undefined],
    ['left', undefined],
  ]);
  const without: ProposalRow = {
    ...ROW,
    rule: null,
    outcome: 'no-price',
    guard: null,
    oldValue: null,
    newValue: null,
    delta: null,
    percent: null,
    cells: ['x', null, 'B'],
  };
  expect(columns.recordOf(without).map(([, text]) => text)).toEqual([
    'B',
    '∅',
    '∅',
    '–',
    '–',
    '–',
    'No price: stays without',
    'x',
  ]);
  const unguarded = { ...ROW, guard: null };
  expect(copied(unguarded).at(-2)).toBe('');
  expect(figureColumns(ENGLISH, { price: priceOf() }, FIELDS).guard.read(unguarded)).toBeNull();
  const [, , , delta, percent] = ids;
  expect(columns.getCell({ ...ROW, percent: '-0.0004' }, percent ?? '')).toMatchObject({
    text: '▼ -0.0004',
    tone: 'negative',
  });
  expect(columns.getCell(ROW, delta ?? '')).toMatchObject({ text: '▼ -0.5000', note: 'fallen' });
});
