import { expect, test } from 'vitest';
import { analysedColumn } from '../../rows-read/engine/analysed-columns';
import { testField } from '@/test/test-price-column';
import { figureColumns } from './profile-figures';

test.each([
  ['number', 'decimal', '#,##0.00', ['number', 'number', 'number', 'number', 'number']],
  ['date', 'date', '', ['date', 'date', 'date', 'date', 'date']],
  ['text', 'nvarchar', '', ['text', 'text', 'text', 'text', 'text']],
] as const)('the figures of a %s are of its type', (type, sqlType, formatting, types) => {
  const field = testField('Value', { type, sqlType, formatting, scale: type === 'number' ? 4 : null });
  const columns = figureColumns((name) => name, { column: analysedColumn('Value', field, 0), field });
  expect(columns.map((column) => column.name)).toEqual([
    'filled',
    'empty',
    'distinct',
    'least',
    'greatest',
    'sum',
    'mean',
    'median',
  ]);
  expect(columns.slice(0, 3).every((column) => column.type === 'number')).toBe(true);
  expect(columns.slice(3).map((column) => column.type)).toEqual(types);
  expect(columns[3]?.formatting).toBe(formatting);
});
