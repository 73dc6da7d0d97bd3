import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOfColumns, microsOfColumn } from '@/test/cells-of-columns';
import { anyTestRow, testColumns } from '@/test/test-table';
import { rowBatchOf } from '../row-batches/row-batch';
import { createColumnsReader, type WantedColumn } from './parquet-columns';
import { createParquetEncoder, UnfitColumnError } from './parquet-encoder';
import { openParquet } from './parquet-reader';
import type { TableColumn, TableRow } from './table-column';

const column = { precision: null, scale: null, maxLength: null, formatting: '' };
/** A column of each kind that can occur in the console's own files. */
const KINDS: readonly TableColumn[] = [
  { ...column, name: 'Text', type: 'text', sqlType: 'nvarchar' },
  { ...column, name: 'Small', type: 'number', sqlType: 'decimal', precision: 18, scale: 4 },
  { ...column, name: 'Wide', type: 'number', sqlType: 'decimal', precision: 38, scale: 10 },
  { ...column, name: 'Whole', type: 'number', sqlType: 'bigint', precision: 19, scale: 0 },
  { ...column, name: 'Short', type: 'number', sqlType: 'int', precision: 10, scale: 0 },
  { ...column, name: 'Day', type: 'date', sqlType: 'date' },
  { ...column, name: 'Micros', type: 'date', sqlType: 'datetime2', scale: 3 },
  { ...column, name: 'Nanos', type: 'date', sqlType: 'datetime2', scale: 7 },
  { ...column, name: 'Flag', type: 'boolean', sqlType: 'bit' },
];

/** Writes a file like that of a kept copy, in which a column with a cell that does not fit is written as text. */
function written(columns: readonly TableColumn[], rows: readonly TableRow[]): ArrayBuffer {
  const textColumns: string[] = [];
  for (;;) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const options = { textColumns, keepsNotation: true };
    try {
      const encoder = createParquetEncoder(columns, options, {
        write: (bytes) => void parts.push(Uint8Array.from(bytes)),
      });
      void encoder.add(rowBatchOf(rows, columns.length));
      encoder.finish([]);
      return new Uint8Array(Buffer.concat(parts)).buffer;
    } catch (error) {
      if (!(error instanceof UnfitColumnError)) throw error;
      textColumns.push(error.column);
    }
  }
}

async function opened(columns: readonly TableColumn[], file: ArrayBuffer) {
  const source = {
    byteLength: file.byteLength,
    slice: (start: number, end?: number) => file.slice(start, end),
  };
  const parquet = await openParquet(source, columns);
  return { parquet, ...createColumnsReader(source, parquet, columns) };
}

const asTheyAre = (columns: readonly TableColumn[]): WantedColumn[] =>
  columns.map(({ name, type, scale }) => ({ name, type, scale: type === 'number' ? (scale ?? 0) : null }));

const units = (digits: number, scale: number) =>
  fc.bigInt({ min: -(10n ** BigInt(digits)) + 1n, max: 10n ** BigInt(digits) - 1n }).map((value) => {
    const text = String(value < 0n ? -value : value).padStart(scale + 1, '0');
    const point = text.length - scale;
    const decimal = scale === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
    return value < 0n ? `-${decimal}` : decimal;
  });
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const nanosDay = fc
  .date({ min: new Date('1700-01-01'), max: new Date('2260-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const digits = (count: number) =>
  fc.integer({ min: 0, max: 10 ** count - 1 }).map((value) => String(value).padStart(count, '0'));
const fitting: fc.Arbitrary<TableRow> = fc.tuple<(string | boolean | null)[]>(
  fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'EUR', 'ä'.repeat(60)))),
  fc.option(units(18, 4)),
  fc.option(units(38, 10)),
  fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(String)),
  fc.option(day.map((iso) => iso.slice(0, 10))),
  fc.option(fc.tuple(day, digits(3)).map(([iso, fraction]) => `${iso.slice(0, 19)}.${fraction}`)),
  fc.option(fc.tuple(nanosDay, digits(7)).map(([iso, fraction]) => `${iso.slice(0, 19)}.${fraction}`)),
  fc.option(fc.boolean()),
);

test('rows come back in the columns that they were written in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fitting, { minLength: 1, maxLength: 60 }),
      fc.nat(),
      fc.nat(),
      async (rows, a, b) => {
        const { readColumns, readRows } = await opened(KINDS, written(KINDS, rows));
        const [start = 0, end = 0] = [a % (rows.length + 1), b % (rows.length + 1)].toSorted((x, y) => x - y);
        const read = await readColumns(start, end, asTheyAre(KINDS));
        expect(read.columns.map(({ type }) => type)).toEqual(KINDS.map(({ type }) => type));
        expect(cellsOfColumns(read)).toEqual(rows.slice(start, end));
        expect(await readRows(start, end)).toEqual(rows.slice(start, end));
        for (const [index, { type }] of KINDS.entries()) {
          const buffers = read.columns[index];
          if (type !== 'date' || buffers === undefined) continue;
          const moments = rows.slice(start, end).map((row) => microsOf(row[index]));
          expect(microsOfColumn(buffers, read.rowCount)).toEqual(moments);
        }
      },
    ),
  );
});

/** Returns the microseconds of an ISO text. Further digits are cut. */
function microsOf(cell: TableRow[number] | undefined): bigint | null {
  if (typeof cell !== 'string') return null;
  const seconds = BigInt(Date.parse(`${cell.slice(0, 19)}${cell.length > 10 ? 'Z' : ''}`)) / 1_000n;
  return seconds * 1_000_000n + BigInt(cell.slice(20, 26).padEnd(6, '0'));
}

test('any rows come back as they do row by row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyTestRow, { minLength: 1, maxLength: 30 }), async (rows) => {
      const { parquet, readColumns, readRows } = await opened(testColumns, written(testColumns, rows));
      const read = await readColumns(0, rows.length, asTheyAre(testColumns));
      expect(await readRows(0, rows.length)).toEqual(await parquet.readRows(0, rows.length));
      const byRow = (await parquet.readRows(0, rows.length)).map((row, at) =>
        // Cells of a column with a cell that does not fit its type are text in the file.
        row.map((cell, index) =>
          read.columns[index]?.type === 'text' && cell !== null ? String(rows[at]?.[index]) : cell,
        ),
      );
      expect(cellsOfColumns(read)).toEqual(byRow);
    }),
  );
});

test('a column that is wanted in another form comes as text', async () => {
  const row = ['a', '1.5000', '2.0000000000', '3', '4', '2026-01-31', null, null, true];
  const { readColumns } = await opened(KINDS, written(KINDS, [row]));
  const wanted: WantedColumn[] = [
    { name: 'Text', type: 'number', scale: 2 },
    { name: 'Small', type: 'number', scale: 2 },
    { name: 'Whole', type: 'text', scale: null },
    { name: 'Day', type: 'boolean', scale: null },
    { name: 'Flag', type: 'date', scale: null },
  ];
  const read = await readColumns(0, 1, wanted);
  expect(read.columns.map(({ type }) => type)).toEqual(wanted.map(() => 'text'));
  expect(cellsOfColumns(read)).toEqual([['a', '1.5000', '3', '2026-01-31', 'true']]);
});

test('rows are read across groups, and after a failure as before', async () => {
  const columns = KINDS.slice(0, 4);
  const rows = Array.from({ length: 45_000 }, (_, row): TableRow => [
    row % 7 === 0 ? null : `Article ${row % 900}`,
    row % 3 === 0 ? null : `${row}.2500`,
    null,
    String(row),
  ]);
  const file = written(columns, rows);
  const broken = { at: -1 };
  const source = {
    byteLength: file.byteLength,
    slice: (start: number, end?: number) => {
      if (start <= broken.at && broken.at < (end ?? file.byteLength)) throw new RangeError('Gone');
      return file.slice(start, end);
    },
  };
  const parquet = await openParquet(source, columns);
  expect(parquet.groups).toHaveLength(3);
  const { readColumns, readRows } = createColumnsReader(source, parquet, columns);
  const wanted = asTheyAre(columns);
  expect(cellsOfColumns(await readColumns(19_998, 40_002, wanted))).toEqual(rows.slice(19_998, 40_002));
  broken.at = file.byteLength / 2;
  await expect(readColumns(0, 45_000, wanted)).rejects.toThrow('Gone');
  await expect(readRows(20_000, 20_100)).rejects.toThrow('Gone');
  broken.at = -1;
  const parts = [
    readRows(19_990, 20_010),
    readRows(44_990, 45_000),
    readRows(0, 5),
    readRows(20_000, 20_001),
  ];
  expect((await Promise.all(parts)).flat()).toEqual([
    ...rows.slice(19_990, 20_010),
    ...rows.slice(44_990),
    ...rows.slice(0, 5),
    ...rows.slice(20_000, 20_001),
  ]);
  expect(cellsOfColumns(await readColumns(39_999, 45_000, wanted))).toEqual(rows.slice(39_999));
});
