import * as fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { createParquetEncoder, UnfitColumnError } from './parquet-encoder';
import { rowBatchOf, type RowBatch } from '../row-batches/row-batch';
import type { TableColumn, TableRow } from './table-column';
import { decodedRows } from '@/test/test-table';
import { withoutSurplusZeros } from '../base/decimal-grammar';

const column = { precision: null, scale: null, maxLength: null, formatting: '' };
const columns: TableColumn[] = [
  { ...column, name: 'Text', type: 'text', sqlType: 'nvarchar' },
  { ...column, name: 'Small', type: 'number', sqlType: 'decimal', precision: 18, scale: 4 },
  { ...column, name: 'Wide', type: 'number', sqlType: 'decimal', precision: 38, scale: 10 },
  { ...column, name: 'Whole', type: 'number', sqlType: 'bigint', precision: 19, scale: 0 },
  { ...column, name: 'Day', type: 'date', sqlType: 'date' },
  { ...column, name: 'Micros', type: 'date', sqlType: 'datetime2', scale: 6 },
  { ...column, name: 'Nanos', type: 'date', sqlType: 'datetime2', scale: 7 },
  { ...column, name: 'Flag', type: 'boolean', sqlType: 'bit' },
];

function parquet(
  rows: readonly TableRow[],
  textColumns: readonly string[] = [],
  written: readonly TableColumn[] = columns,
): ArrayBuffer {
  const file = encoded(written, rowBatchOf(rows, written.length), textColumns);
  expect(encoded(written, decodedRows(rows, written.length), textColumns).equals(file)).toBe(true);
  return new Uint8Array(file).buffer;
}

function encoded(written: readonly TableColumn[], rows: RowBatch, textColumns: readonly string[]): Buffer {
  const parts: Uint8Array[] = [];
  const encoder = createParquetEncoder(
    written,
    { textColumns },
    { write: (bytes) => void parts.push(bytes.slice()) },
  );
  void encoder.add(rows);
  encoder.finish([{ key: 'colonnade.certificate', value: '{}' }]);
  return Buffer.concat(parts);
}

/** Keeps values in the form that the file has: integers of the stored units, not dates and floats. */
const RAW = {
  timestampFromMilliseconds: (value: bigint) => value,
  timestampFromMicroseconds: (value: bigint) => value,
  timestampFromNanoseconds: (value: bigint) => value,
  dateFromDays: (value: number) => value,
  stringFromBytes: (bytes: Uint8Array | undefined) =>
    bytes === undefined ? undefined : new TextDecoder().decode(bytes),
};

/** Reads the unscaled digits of decimal columns. It hides their type from the reader, which would return floats. */
async function rawRows(file: ArrayBuffer): Promise<Record<string, unknown>[]> {
  const metadata = parquetMetadata(file);
  for (const element of metadata.schema) {
    if (element.converted_type !== 'DECIMAL') continue;
    delete element.converted_type;
    delete element.logical_type;
  }
  return parquetReadObjects({ file, metadata, parsers: RAW, utf8: false });
}

function unitsOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (!(value instanceof Uint8Array)) throw new Error('Neither a number nor bytes.');
  const digits = BigInt.asIntN(
    128,
    value.reduce((units, byte) => (units << 8n) | BigInt(byte), 0n),
  );
  return digits;
}

function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return withoutSurplusZeros(`${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}

describe('a Parquet file, read by another program', () => {
  it('has decimals, days and moments in their own types', async () => {
    const file = parquet([
      [
        'ä',
        '12.5000',
        '-1.5',
        '9223372036854775807',
        '0001-01-01',
        '9999-12-31T23:59:59.123456',
        '2026-01-31T10:11:12.1234567',
        true,
      ],
      [null, null, null, null, null, null, null, null],
    ]);
    expect(parquetMetadata(file).schema.map(({ name, logical_type }) => [name, logical_type?.type])).toEqual([
      ['root', undefined],
      ['Text', 'STRING'],
      ['Small', 'DECIMAL'],
      ['Wide', 'DECIMAL'],
      ['Whole', undefined],
      ['Day', 'DATE'],
      ['Micros', 'TIMESTAMP'],
      ['Nanos', 'TIMESTAMP'],
      ['Flag', undefined],
    ]);
    expect(parquetMetadata(file).key_value_metadata).toEqual([{ key: 'colonnade.certificate', value: '{}' }]);
    const [row, nulls] = await rawRows(file);
    expect(row).toMatchObject({
      Text: 'ä',
      Small: 125_000n,
      Whole: 9_223_372_036_854_775_807n,
      Day: -719_162,
      Micros: 253_402_300_799_123_456n,
      Nanos: 1_769_854_272_123_456_700n,
      Flag: true,
    });
    expect(Object.values(nulls ?? {})).toEqual(columns.map(() => null));
  });

  it('loses no digit of a decimal', async () => {
    const small = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n });
    const wide = fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(small, wide), { minLength: 1 }), async (values) => {
        const rows = values.map(([a, b]): TableRow => [
          null,
          decimalText(a, 4),
          decimalText(b, 10),
          null,
          null,
          null,
          null,
          null,
        ]);
        const read = await rawRows(parquet(rows));
        expect(read.map((row) => [unitsOf(row['Small']), unitsOf(row['Wide'])])).toEqual(values);
      }),
    );
  });

  it('has every text, also equal ones in consecutive rows', async () => {
    const texts: TableColumn[] = [{ ...column, name: 'Name', type: 'text', sqlType: 'nvarchar' }];
    const alike = fc.string({ unit: fc.constantFrom('a', 'b', 'ä'), minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(fc.array(alike, { minLength: 1 }), async (values) => {
        const read = await rawRows(
          parquet(
            values.map((value) => [value]),
            [],
            texts,
          ),
        );
        expect(read.map((row) => row['Name'])).toEqual(values);
      }),
    );
  });

  it('has every text where there are many, some of them long, and all come again', async () => {
    const texts: TableColumn[] = [{ ...column, name: 'Name', type: 'text', sqlType: 'nvarchar' }];
    const many = Array.from({ length: 1_000 }, (_, index) => `No. ${index}`);
    const some = [...many, 'ä'.repeat(200), 'b'.repeat(300)];
    const values = [...some, ...some.toReversed()];
    const read = await rawRows(
      parquet(
        values.map((value) => [value]),
        [],
        texts,
      ),
    );
    expect(read.map((row) => row['Name'])).toEqual(values);
  });

  it('stores integers up to the bounds of their type', async () => {
    const whole: TableColumn[] = [{ ...column, name: 'No', type: 'number', sqlType: 'int' }];
    for (const fitting of ['2147483647', '-2147483648', '0', '7.0']) {
      const [read] = await rawRows(parquet([[fitting]], [], whole));
      expect(read?.['No']).toBe(Number(fitting));
    }
    for (const unfit of ['2147483648', '-2147483649', '0.5', '-0.5', '1e99']) {
      expect(() => parquet([[unfit]], [], whole)).toThrow(UnfitColumnError);
    }
  });

  it('may have no rows', async () => {
    expect(await rawRows(parquet([]))).toEqual([]);
  });
});

describe('a cell that its column cannot hold', () => {
  const cells: [string, number, string][] = [
    ['more places', 1, '1.23456'],
    ['more digits', 1, '123456789012345.0000'],
    ['no number', 1, 'abc'],
    ['a fraction of a whole', 3, '1.5'],
    ['a day with a time', 4, '2026-01-31T10:00:00'],
    ['a year too far for nanoseconds', 6, '9999-12-31'],
  ];

  it.each(cells)('%s: is refused, and goes as text when asked to', async (_name, place, cell) => {
    const row = columns.map((_, index) => (index === place ? cell : null));
    const name = columns[place]?.name ?? '';
    expect(() => parquet([row])).toThrow(UnfitColumnError);
    const [read] = await rawRows(parquet([row], [name]));
    expect(read?.[name]).toBe(cell);
  });
});
