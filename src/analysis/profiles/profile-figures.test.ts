import { expect, test } from 'vitest';
import { analysedColumn } from '../engine/analysed-columns';
import { ENGLISH } from '@/test/english-words';
import { testField } from '@/test/test-price-column';
import { figureColumns, profileFigures } from './profile-figures';

test.each([
  ['number', 'decimal', '#,##0.00', ['number', 'number', 'number', 'number', 'number']],
  ['date', 'date', '', ['date', 'date', 'date', 'date', 'date']],
  ['text', 'nvarchar', '', ['text', 'text', 'text', 'text', 'text']],
] as const)('the figures of a %s are of its type', (type, sqlType, formatting, types) => {
  const field = testField('Value', { type, sqlType, formatting, scale: type === 'number' ? 4 : null });
  const columns = figureColumns(ENGLISH, { column: analysedColumn('Value', field, 0), field });
  expect(columns.map((column) => column.name)).toEqual([
    'Filled',
    'Empty',
    'Distinct',
    'Least',
    'Greatest',
    'Sum',
    'Mean',
    'Median',
  ]);
  expect(columns.slice(0, 3).every((column) => column.type === 'number')).toBe(true);
  expect(columns.slice(3).map((column) => column.type)).toEqual(types);
  expect(columns[3]?.formatting).toBe(formatting);
});

test.each([
  [{ kind: 'all', rowCount: 3 }, 'Sales price Column profile', 'All rows of the snapshot'],
  [
    { kind: 'sample', rowCount: 3, readCount: 1 },
    'Sales price Column profile (part)',
    'Some of the rows of the snapshot: all figures are estimates',
  ],
] as const)('the table says which rows its figures include: %j', (coverage, name, text) => {
  const column = analysedColumn('Name', testField('Name'), 0);
  const profiled = { column, field: undefined, profile: null, hasFailed: false, halfTextCount: 0 };
  const table = profileFigures(ENGLISH, [profiled], { coverage }, { displayName: 'Sales price' });
  expect(table.name.startsWith(`${name} 2`)).toBe(true);
  expect(table.rows.map((row) => row.slice(0, 3))).toEqual([['Name', 'Text', null]]);
  expect(table.about).toEqual([
    ['Price column', 'Sales price'],
    ['Rows', '0'],
    ['Coverage', text],
  ]);
});
