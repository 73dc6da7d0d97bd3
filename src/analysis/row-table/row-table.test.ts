import { expect, test } from 'vitest';
import type { CellValue } from '@/contract/extraction';
import { ENGLISH } from '@/test/english-words';
import { testField } from '@/test/test-price-column';
import { verifyExport } from '@/features/export/verify/verify-export';
import { TABLE_FORMATS, type TableFormat } from '../tables/table-file';
import {
  fieldColumns,
  fieldOfKey,
  figureColumn,
  fileColumns,
  rowTable,
  wordColumn,
  type RowColumn,
} from './row-table';
import { writeRowTable } from './row-table-file';

type Row = readonly CellValue[];

const FIELDS = [
  testField('Name', { isKey: true }),
  testField('Price', { type: 'number', sqlType: 'decimal', scale: 4, formatting: '0.00' }),
];
const COLUMNS: readonly RowColumn<Row>[] = [
  { ...wordColumn<Row>('word', 'Word', ([name]) => `about ${String(name)}`), record: null },
  ...fieldColumns<Row>(
    ENGLISH,
    [
      { name: 'Name', type: 'text' },
      { name: 'Price', type: 'number' },
      { name: 'Unlisted', type: 'date' },
    ],
    FIELDS,
    (row, place) => row[place],
  ),
  figureColumn<Row>(
    'rise',
    'Rise',
    ([, price]) => (typeof price === 'string' ? price : null),
    (decimal) => ({ state: 'value', text: `+${decimal}` }),
  ),
  { key: 'day', head: 'Day', type: 'date', read: () => '2026-01-31', copied: () => 'a day' },
];
const TABLE = rowTable(ENGLISH, COLUMNS);
const ROW: Row = ['Bolt', '1.5000', '2026-01-01'];
const KEYS = COLUMNS.map(({ key }) => key);

test('columns are aligned by their type, and say it; those without metadata are as texts', () => {
  expect(TABLE.definitions.map(({ label, align, content }) => [label, align, content])).toEqual([
    ['Word', 'left', undefined],
    ['Name', 'left', undefined],
    ['Price', 'right', 'figures'],
    ['Unlisted', 'left', undefined],
    ['Rise', 'right', 'figures'],
    ['Day', 'left', 'figures'],
  ]);
  expect(TABLE.definitions[2]?.title).toBe('Price · Number, 4 decimals');
  expect(KEYS.map(TABLE.typeOf)).toEqual(['text', 'text', 'number', null, 'number', 'date']);
  expect(KEYS.map(TABLE.labelOf)).toEqual(TABLE.definitions.map(({ label }) => label));
  expect(KEYS.map(fieldOfKey)).toEqual([null, 'Name', 'Price', 'Unlisted', null, null]);
});

test('the grid has values in their format, copies have them exactly, and the record with every digit', () => {
  const textsOf = (row: Row) =>
    KEYS.map((key) => {
      const cell = TABLE.getCell(row, key);
      return cell.state === 'value' ? cell.text : cell.state;
    });
  expect(textsOf(ROW)).toEqual(['about Bolt', 'Bolt', '1.50', '2026-01-01', '+1.5000', '2026-01-31']);
  expect(textsOf(['', null, undefined])).toEqual(['about ', 'empty', 'null', 'withheld', '–', '2026-01-31']);
  expect(KEYS.map((key) => TABLE.copiedValue(ROW, key))).toEqual([
    'about Bolt',
    'Bolt',
    '1.5000',
    '2026-01-01',
    '1.5000',
    'a day',
  ]);
  expect(TABLE.recordOf(ROW)).toEqual([
    ['Name', 'Bolt'],
    ['Price', '1.5000'],
    ['Unlisted', '2026-01-01'],
    ['Rise', '+1.5000'],
    ['Day', '2026-01-31'],
  ]);
  expect(TABLE.recordOf(['', null, undefined]).map(([, value]) => value)).toEqual([
    'Empty text',
    '∅',
    'Locked',
    '–',
    '2026-01-31',
  ]);
});

test('files have the columns of the metadata, and others by their type', () => {
  expect(
    fileColumns(COLUMNS).map(({ name, type, scale, formatting }) => [name, type, scale, formatting]),
  ).toEqual([
    ['Word', 'text', null, ''],
    ['Name', 'text', FIELDS[0]?.scale, FIELDS[0]?.formatting],
    ['Price', 'number', 4, '0.00'],
    ['Unlisted', 'date', null, ''],
    ['Rise', 'number', null, ''],
    ['Day', 'date', null, ''],
  ]);
});

function written(format: TableFormat) {
  const rows = { rowCount: 1, readPage: () => Promise.resolve([ROW]), close: () => Promise.resolve() };
  return writeRowTable<Row>(
    {
      name: 'Sample',
      columns: COLUMNS,
      tables: [{ title: 'Sample', parts: [() => Promise.resolve(rows)] }],
      about: [],
      certificate: {
        origin: {
          service: 'https://prices.example',
          priceColumn: 'SalesPrice',
          kind: 'snapshot',
          cacheKey: 'one',
          taken: '2026-01-01T10:00:00.000Z',
          query: [],
          coverage: { kind: 'all', rowCount: 1 },
        },
        facts: () => ({ roles: [] }),
        rows: (rowCounts) => ({ parts: rowCounts }),
      },
    },
    { format, words: ENGLISH, excelRegion: 'de-DE', signal: new AbortController().signal },
  );
}

test.each(TABLE_FORMATS)(
  'a file as %s fits its certificate, which says where its rows are from',
  async (format) => {
    expect(await verifyExport(await written(format))).toMatchObject({
      kind: 'computed',
      difference: null,
      certificate: {
        kind: 'colonnade-rows-certificate',
        priceColumn: 'SalesPrice',
        snapshot: { cacheKey: 'one' },
        rows: { written: 1 },
      },
    });
  },
);

test('a certificate has what a view adds to it, its members always in the same order', async () => {
  const [, file] = await written('csv-machine');
  const certificate: unknown = JSON.parse((await file?.content.text()) ?? '');
  expect(certificate).toMatchObject({ roles: [], rows: { written: 1, parts: [[1]] } });
  expect(Object.keys(certificate ?? {}).join()).toBe(
    'kind,version,service,priceColumn,snapshot,roles,columns,rows,digest,file,finished',
  );
});
