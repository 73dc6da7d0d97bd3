import * as fc from 'fast-check';
import { anyDecimal } from './decimal.arbitraries';
import { createJsonRowsReader } from '@/lib/row-batches/json-row-batches';
import { rowBatchOf, type RowBatch } from '@/lib/row-batches/row-batch';
import type { TableCell, TableColumn, TableRow } from '@/lib/table-files/table-column';

const column = { sqlType: '', precision: null, scale: null, maxLength: null, formatting: '' };

/** One column of each type. */
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

/** Texts with characters that need escaping in some format, at either end and in the middle. */
const CAREFUL = [
  ...Array.from(' =+-@\t\r\n\'",;|(!0aß&<>_€😀＝＋－＠'),
  '_x0041_',
  '\u007F',
  '\u0085',
  '\u00A0',
  '\u2003',
  '\uFEFF',
  '\uFFFE',
];
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...CAREFUL) }),
  fc.string({ unit: fc.constantFrom('a', 'Ж', '語'), minLength: 10, maxLength: 80 }),
);
const number = fc.oneof(
  { weight: 8, arbitrary: anyDecimal },
  {
    weight: 1,
    arbitrary: fc.constantFrom('-0', '-0.00', '0', '0.0', '-0.5', '7.', '07', '+7', '1e3', '1,5', '=1', ''),
  },
  { weight: 1, arbitrary: text },
);
const moment = fc.oneof(
  { weight: 6, arbitrary: isoMoment },
  { weight: 1, arbitrary: isoMoment.map((iso) => iso.slice(0, 10)) },
  { weight: 1, arbitrary: isoMoment.map((iso) => `${iso.slice(0, 10)}T00:00:00.0000000`) },
  { weight: 1, arbitrary: isoMoment.map((iso) => iso.slice(0, 19)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2026-02-29',
      '2000-02-29',
      '0000-01-01',
      '2026-13-01',
      '2026-01-31T24:00:00',
      '2026-01-31T10:11:12.',
      '2026-01-31T10:11:12.000',
      '2026-01-31T10:11:12.1234',
      '2026-01-31T10:11:12.1200000',
      '2026-01-31T10:11:12.12Z',
      '2026-01-31T10:11',
      '2026-01-31 10:11:12',
      '2026-1-31',
      '31.01.2026',
      '=1',
      '',
    ),
  },
  { weight: 1, arbitrary: text },
);

/** A row of `testColumns`, including cells that do not fit their column. */
export const anyTestRow: fc.Arbitrary<TableRow> = fc.tuple<TableCell[]>(
  fc.option(fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: fc.boolean() })),
  fc.option(number),
  fc.option(moment),
  fc.option(fc.oneof({ weight: 4, arbitrary: fc.boolean() }, { weight: 1, arbitrary: text })),
);

/** A row of `testColumns` whose cells fit their columns. */
export const testRow: fc.Arbitrary<TableRow> = fc.tuple<TableCell[]>(
  fc.option(text),
  fc.option(anyDecimal),
  fc.option(isoMoment),
  fc.option(fc.boolean()),
);

/** Returns rows as they are read from a response, with most cells still as bytes. */
export function decodedRows(rows: readonly TableRow[], columnCount: number): RowBatch {
  if (rows.length === 0) return rowBatchOf([], columnCount);
  const names = Array.from({ length: columnCount }, (_, index) => `c${index}`);
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]]))),
  );
  const read = createJsonRowsReader([], names, (row) => Object.values(row ?? {}), 1 << 20);
  // The reader keeps cells as bytes only after it has seen a first row, so the rows are read twice.
  read([new TextEncoder().encode(json)])
    ?.batches()
    .next();
  const batch = read([new TextEncoder().encode(json)])
    ?.batches()
    .next().value;
  if (batch === undefined) throw new Error('There is no response.');
  return batch;
}
