import * as fc from 'fast-check';
import { anyDecimal } from '../formats/decimal.arbitraries';
import type { TableCell, TableColumn, TableRow } from './table-column';

const column = { sqlType: '', precision: null, scale: null, maxLength: null, formatting: '' };

/** A column of each type. For tests. */
export const testColumns: readonly TableColumn[] = [
  { ...column, name: 'Name', type: 'text', sqlType: 'nvarchar' },
  {
    ...column,
    name: 'Value',
    type: 'number',
    sqlType: 'decimal',
    precision: 18,
    scale: 4,
    formatting: '#,##0.00',
  },
  { ...column, name: 'Changed', type: 'date', sqlType: 'datetime2', scale: 7 },
  { ...column, name: 'Active', type: 'boolean', sqlType: 'bit' },
];

const isoMoment = fc
  .tuple(
    fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    fc.integer({ min: 0, max: 9_999_999 }),
  )
  .map(([date, ticks]) => `${date.toISOString().slice(0, 19)}.${String(ticks).padStart(7, '0')}`);

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...Array.from(' =+-@\t\r\n\'",;0aß')) }),
);

/** A row of `testColumns`. For tests. */
export const testRow: fc.Arbitrary<TableRow> = fc.tuple<TableCell[]>(
  fc.option(text),
  fc.option(anyDecimal),
  fc.option(isoMoment),
  fc.option(fc.boolean()),
);
