import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { startInProcessFiles } from '@/test/in-process-files';
import { PARQUET_OF_PROGRAMS } from '@/test/parquet-of-programs';
import type { FileOutline } from './file-outline';
import { parquetFile } from './parquet-file';
import { readFileOutline } from './read-file';

type ProgramFile = keyof typeof PARQUET_OF_PROGRAMS;
type Cells = readonly (string | null)[];

const fileOf = (name: ProgramFile) =>
  new File([Uint8Array.from(Buffer.from(PARQUET_OF_PROGRAMS[name], 'base64'))], `${name}.parquet`);

function outlineOf(file: File): Promise<FileOutline> {
  const { signal } = new AbortController();
  return readFileOutline([file], {}, { signal, startWorker: startInProcessFiles });
}

const rowsOf = (file: File, columnNames: readonly string[], wanted: readonly number[]) =>
  parquetFile(file).rows({ csv: null, sheet: null, headerRow: 1, columnNames }, wanted);

/** Returns the cells of each column, by name. Also checks that the outline has the same names. */
async function columnsOf(file: File): Promise<Readonly<Record<string, Cells>>> {
  const { columns } = await outlineOf(file);
  const wanted = columns.flatMap(({ isReadable }, place) => (isReadable ? [place] : []));
  const names = columns.map(({ name }) => name);
  const rows: Cells[] = [];
  for await (const part of rowsOf(file, names, wanted)) {
    for (const row of part) rows.push(row.map((cell) => cell?.text ?? null));
  }
  const sampled = wanted.map((place) => columns[place]?.cells.map((cell) => cell?.text ?? null) ?? []);
  expect(rows).toEqual(rows.map((_, row) => sampled.map((cells) => cells[row])));
  return Object.fromEntries(wanted.map((place, index) => [names[place] ?? '', sampled[index] ?? []]));
}

const DUCKDB_CELLS: Readonly<Record<string, Cells>> = {
  dec4: ['19.99', '-5.00', null],
  dec9: ['19.99', '-5.00', null],
  dec18: ['1234567.8901', '-0.0001', null],
  dec38: ['-123456789012345678901234.5678', '0.0001', null],
  i8: ['-7', '7', null],
  i16: ['-700', '700', null],
  i32: ['-70000', '70000', null],
  i64: ['-7000000000', '7000000000', null],
  u8: ['200', '0', null],
  u16: ['60000', '0', null],
  u32: ['4000000000', '0', null],
  u64: ['18000000000000000000', '0', null],
  f32: ['0.1', '-15000000000', null],
  f64: ['0.1', '-19.99', null],
  truth: ['true', 'false', null],
  txt: ['Ä "1"', '', null],
  dy: ['2026-01-31', '0001-01-01', null],
  tm: ['10:11:12.5', '00:00:00', null],
  mom: ['2026-01-31T10:11:12.123456', '1969-12-31T23:59:59.999999', null],
  mom_s: ['2026-01-31T10:11:12.000000', '1969-12-31T23:59:59.000000', null],
  mom_ms: ['2026-01-31T10:11:12.123', '1969-12-31T23:59:59.999', null],
  mom_ns: ['2026-01-31T10:11:12.123456789', '1969-12-31T23:59:59.999999999', null],
  mom_utc: ['2026-01-31T09:11:12.123456Z', '1969-12-31T23:59:59.999999Z', null],
  id: ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff', null],
  enum_: ['low', 'high', null],
  js: ['{"a": 1}', '[]', null],
};

const DECIMALS = ['19.99', '-5.00', null];
const MOMENTS = (digits: string) => [
  `2026-01-31T10:11:12.123${digits}`,
  `1969-12-31T23:59:59.999${digits}`,
  null,
];

describe('every type of another program is read right', () => {
  test.each(['duckdb', 'duckdb-v2'] as const)('%s', async (name) => {
    expect(await columnsOf(fileOf(name))).toEqual(DUCKDB_CELLS);
  });

  test('duckdb-dictionary', async () => {
    const columns = await columnsOf(fileOf('duckdb-dictionary'));
    for (const [name, [first, second]] of Object.entries(DUCKDB_CELLS)) {
      const expected = Array.from({ length: 20 }, () => [first, second, null]).flat();
      expect([name, columns[name]]).toEqual([name, expected]);
    }
  });

  test('arrow-decimals', async () => {
    const big = '100000000000000000000000000000000000000.00';
    expect(await columnsOf(fileOf('arrow-decimals'))).toEqual({
      ...Object.fromEntries([4, 9, 10, 18, 19, 38].map((width) => [`dec${width}`, DECIMALS])),
      dec76: [big, '-5.00', null],
    });
    expect(await columnsOf(fileOf('arrow-decimals-integers'))).toEqual(
      Object.fromEntries([4, 9, 10, 18].map((width) => [`dec${width}`, DECIMALS])),
    );
  });

  test('arrow-types', async () => {
    expect(await columnsOf(fileOf('arrow-types'))).toEqual({
      ms: MOMENTS(''),
      ms_utc: MOMENTS('Z'),
      us: MOMENTS('000'),
      us_utc: MOMENTS('000Z'),
      ns: MOMENTS('000000'),
      ns_utc: MOMENTS('000000Z'),
      time_ms: ['10:11:12.5', '00:00:00', null],
      time_us: ['10:11:12.500001', '00:00:00', null],
      time_ns: ['10:11:12.500001', '00:00:00', null],
      dy: ['2026-01-31', '0001-01-01', null],
      u32: ['4000000000', '0', null],
      u64: ['18000000000000000000', '0', null],
      half: ['1.5', '-0.1', null],
      f32: ['19.99', 'NaN', null],
      txt: ['a', 'ä', null],
      picked: ['a', 'a', null],
      unlabelled: ['a', 'ä', null],
      none: [null, null, null],
      truth: ['true', 'false', null],
    });
    expect(await columnsOf(fileOf('arrow-int96'))).toEqual({ mom: MOMENTS('000000') });
  });

  test.each<[string, Cells]>([
    ['DELTA_BINARY_PACKED-int32', ['-5', '2147483647', null, '7']],
    ['DELTA_BINARY_PACKED-int64', ['-5', '9223372036854775807', null, '7']],
    ['DELTA_LENGTH_BYTE_ARRAY-string', ['ab', 'abc', null, '']],
    ['DELTA_BYTE_ARRAY-string', ['ab', 'abc', null, '']],
    ['BYTE_STREAM_SPLIT-float', ['0.1', '-19.99', null, '0']],
    ['BYTE_STREAM_SPLIT-double', ['0.1', '-19.99', null, '0']],
    ['RLE-bool', ['true', 'false', null, 'true']],
  ])('in pages of %s', async (encoding, cells) => {
    for (const version of ['1.0', '2.0']) {
      const name = Object.keys(PARQUET_OF_PROGRAMS).find((each) => each === `arrow-${encoding}-${version}`);
      expect(await columnsOf(fileOf(name as ProgramFile))).toEqual({ value: cells });
    }
  });

  test('polars', async () => {
    expect(await columnsOf(fileOf('polars'))).toEqual({
      dec: DECIMALS,
      txt: ['a', 'ä', null],
      picked: ['a', 'b', null],
      dy: ['2026-01-31', '1969-12-31', null],
      mom: MOMENTS('000'),
      mom_utc: MOMENTS('Z'),
      tm: ['10:11:12.5', '00:00:00', null],
      u8: ['200', '0', null],
      f32: ['19.99', '-0.1', null],
      truth: ['true', 'false', null],
    });
  });

  test('polars-lz4', async () => {
    expect(await columnsOf(fileOf('polars-lz4'))).toEqual({ key: ['a', 'b'], note: [null, null] });
  });

  test('texts and moments with the annotations of older programs', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'utf8', data: [bytes('ä')] },
        { name: 'enum', data: [bytes('low')] },
        { name: 'json', data: [bytes('{"a": 1}')] },
        { name: 'millis', data: [-1n] },
        { name: 'micros', data: [-1n] },
        { name: 'decimal', data: [19.99] },
        { name: 'unsigned', data: [4_000_000_000] },
        { name: 'time', data: [36672500] },
      ],
      schema: [
        { name: 'root', num_children: 8 },
        { name: 'utf8', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
        { name: 'enum', type: 'BYTE_ARRAY', converted_type: 'ENUM', repetition_type: 'REQUIRED' },
        { name: 'json', type: 'BYTE_ARRAY', logical_type: { type: 'JSON' }, repetition_type: 'REQUIRED' },
        { name: 'millis', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' },
        { name: 'micros', type: 'INT64', converted_type: 'TIMESTAMP_MICROS', repetition_type: 'REQUIRED' },
        {
          name: 'decimal',
          type: 'INT32',
          converted_type: 'DECIMAL',
          precision: 4,
          scale: 2,
          repetition_type: 'REQUIRED',
        },
        { name: 'unsigned', type: 'INT32', converted_type: 'UINT_32', repetition_type: 'REQUIRED' },
        { name: 'time', type: 'INT32', converted_type: 'TIME_MILLIS', repetition_type: 'REQUIRED' },
      ],
    });
    expect(await columnsOf(new File([buffer], 'older.parquet'))).toEqual({
      utf8: ['ä'],
      enum: ['low'],
      json: ['{"a": 1}'],
      millis: ['1969-12-31T23:59:59.999'],
      micros: ['1969-12-31T23:59:59.999999'],
      decimal: ['19.99'],
      unsigned: ['4000000000'],
      time: ['10:11:12.5'],
    });
  });
});

test('days that never come, or are none of four digits, are told as what they are, and the rest is read', async () => {
  expect(await columnsOf(fileOf('duckdb-beyond'))).toEqual({
    key: ['A', 'B', 'C', 'D', 'E', 'F'],
    dy: [
      'infinity',
      '-infinity',
      '+012026-03-04',
      '-000043-03-15',
      '1970-01-01 + 1825492972 d',
      '2026-12-31',
    ],
    mom: [
      'infinity',
      '-infinity',
      '+012026-03-04T05:06:07.250000',
      '-000043-03-15T12:00:00.000000',
      '1970-01-01 + 9089348860800.000000 s',
      '2026-12-31T00:00:00.000000',
    ],
    price: ['1.25', '2.25', '3.25', '4.25', '5.25', '6.25'],
  });
});

test('a column has its own type, whatever nested fields have its name; what is not read is named with its type', async () => {
  const file = fileOf('duckdb-nested');
  expect(await columnsOf(file)).toEqual({ price: ['12.34'], valid: ['1234'], key: ['x'] });
  const { columns } = await outlineOf(file);
  expect(
    columns.flatMap(({ name, isReadable, storedType }) => (isReadable ? [] : [[name, storedType ?? null]])),
  ).toEqual([
    ['item', null],
    ['prices', null],
    ['further', null],
    ['raw', 'BYTE_ARRAY'],
    ['span', 'INTERVAL'],
  ]);
});

test('two columns of one name are two columns, and that is told', async () => {
  const file = fileOf('arrow-twice');
  const { columns, doubledHeaders } = await outlineOf(file);
  expect(columns.map(({ cells }) => cells[0]?.text)).toEqual(['A', '1.50', '2026-01-31']);
  expect(doubledHeaders).toEqual(['price']);
  const rows: unknown[] = [];
  for await (const part of rowsOf(file, ['key', 'price', 'price'], [0, 2])) rows.push(...part);
  expect(rows).toEqual([
    [
      { kind: 'value', text: 'A' },
      { kind: 'value', text: '2026-01-31' },
    ].map((cell) => expect.objectContaining(cell)),
  ]);
});

test('bytes that are no text below the first rows are told with their row', async () => {
  const texts = Array.from({ length: 1_200 }, (_, row) => Uint8Array.of(row === 1_100 ? 0xff : 0x41));
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 'note', type: 'BYTE_ARRAY' as const, repetition_type: 'REQUIRED' as const },
  ];
  const file = new File(
    [parquetWriteBuffer({ columnData: [{ name: 'note', data: texts }], schema })],
    'a.parquet',
  );
  expect((await outlineOf(file)).columns).toMatchObject([{ name: 'note', isReadable: true }]);
  const read = async () => {
    for await (const part of rowsOf(file, ['note'], [0])) expect(part).toEqual([]);
  };
  await expect(read()).rejects.toMatchObject({ problem: { kind: 'not-text', row: 1_101, column: 'note' } });
});
