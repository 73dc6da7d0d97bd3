import { beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { rowsOf } from '@/lib/row-batches/row-batch';
import { MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import { readCsv, readCsvHeader } from '@/lib/table-files/csv-reader';
import { openWorkbook } from '@/lib/table-files/xlsx-reader';
import type { TableRow } from '@/lib/table-files/table-column';
import { fileCells, fileColumns } from '../row-table/row-table';
import { openChangeBatches } from './change-batches';
import { openChanges } from './change-rows';
import { changeFileColumns, writeChangesFile, type ChangesFileInput } from './changes-file';
import { compare, dropComparison } from './compare';
import type { Comparison } from './comparison';
import type { AnalysisEngine } from '../engine/analysis-engine';

type Cell = string | boolean | null;

const FIELDS = [
  testField('Number', { isKey: true, isPrimaryKey: true }),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 4 }),
  testField('Remark'),
];
const EARLIER: Cell[][] = [
  ['a', '1.5000', 'x'],
  ['b', '12345678901234.5678', '=1+1'],
  ['c', '3.0000', ''],
  ['d', '0.0000', null],
  ['twice', '1.0000', 'x'],
  ['twice', '2.0000', 'x'],
];
const LATER: Cell[][] = [
  ['e', '7.2500', 'new'],
  ['b', '12345678901235.5678', '=1+1'],
  ['a', '1.5000', 'x'],
  ['d', 'on request', null],
  ['twice', '1.0000', 'x'],
];
const COLUMNS = [
  'Change',
  'Number',
  'Value (earlier)',
  'Value (later)',
  'Remark (earlier)',
  'Remark (later)',
  'Δ',
  'Δ %',
];
const ADDED = ['Added', 'e', null, '7.2500', null, 'new', null, null];
const REMOVED = ['Removed', 'c', '3.0000', null, '', null, null, null];
const CHANGED = [
  ['Changed', 'b', '12345678901234.5678', '12345678901235.5678', '=1+1', '=1+1', '1.0000', '0.00'],
  ['Changed', 'd', '0.0000', 'on request', null, null, null, null],
];

let opened: TestEngine;
let comparison: Comparison;

beforeAll(async () => {
  opened = await openTestEngine(FIELDS, EARLIER);
  const side = (table: TestEngine['table'], rowCount: number) => {
    return { table, rowCount, coverage: { kind: 'all', rowCount } as const };
  };
  comparison = await compare(
    opened.engine,
    { earlier: side(opened.table, 6), later: side(opened.addTable(FIELDS, LATER), 5) },
    { keys: ['Number'], price: 'Value', compared: ['Remark'] },
    new AbortController().signal,
  );
});

function inputOf(given: Partial<ChangesFileInput>): ChangesFileInput {
  return {
    engine: opened.engine,
    comparison,
    query: { kinds: ['added', 'removed', 'changed'], column: null, range: null, sort: null },
    fields: FIELDS,
    origin: {
      service: 'https://prices.example',
      priceColumn: 'SalesPrice',
      sides: {
        earlier: {
          kind: 'snapshot',
          cacheKey: 'one',
          taken: '2026-01-01T10:00:00.000Z',
          query: ['all rows'],
        },
        later: { kind: 'file', name: 'list.csv' },
      },
      leftOutColumns: ['_dtLastModifiedDate'],
    },
    words: ENGLISH,
    name: 'Changes: Sales price',
    about: [['Added', '1']],
    format: 'csv-machine',
    excelRegion: 'de-DE',
    signal: new AbortController().signal,
    ...given,
  };
}

async function tablesLeft(): Promise<unknown> {
  const { rows } = await opened.engine.query(
    { text: `SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'kept%'` },
    { maxRows: 10 },
  );
  return rows;
}

test('CSV has the rows of both sides, kind by kind, with a certificate beside it', async () => {
  const seen: number[] = [];
  const [file, certificate] = await writeChangesFile(inputOf({ onRows: (done) => seen.push(done) }));
  expect(file?.name).toBe('Changes_ Sales price.csv');
  const dialect = MACHINE_CSV;
  expect(await readCsvHeader(file?.content ?? new Blob(), dialect)).toEqual(COLUMNS);
  const types = ['text', 'text', 'number', 'number', 'text', 'text', 'number', 'number'] as const;
  const rows: TableRow[] = [];
  const columns = types.map((type) => ({ type }));
  for await (const row of readCsv(file?.content ?? new Blob(), columns, dialect)) rows.push(row);
  expect(rows).toEqual([ADDED, REMOVED, ...CHANGED]);
  expect(seen.at(-1)).toBe(4);
  expect(certificate?.name).toBe('Changes_ Sales price.csv.certificate.json');
  expect(JSON.parse((await certificate?.content.text()) ?? '')).toMatchObject({
    kind: 'colonnade-changes-certificate',
    priceColumn: 'SalesPrice',
    earlier: { kind: 'snapshot', cacheKey: 'one', rows: 6, notCompared: { duplicated: 2, missing: 0 } },
    later: { kind: 'file', name: 'list.csv', rows: 5, notCompared: { duplicated: 1 } },
    comparison: {
      keys: ['Number'],
      price: 'Value',
      counts: { added: 1, removed: 1, changed: 2, unchanged: 1 },
      leftOutColumns: ['_dtLastModifiedDate'],
    },
    rows: { written: 4, byKind: { added: 1, removed: 1, changed: 2 } },
    digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    file: { name: file?.name, format: 'csv', csv: { delimiter: ',' } },
  });
  expect(await tablesLeft()).toHaveLength(1);
});

test('a workbook has a sheet for each kind that has rows, a summary and the certificate', async () => {
  const query = {
    ...inputOf({}).query,
    kinds: ['added', 'removed', 'changed', 'duplicated', 'missing'],
  } as const;
  const files = await writeChangesFile(inputOf({ format: 'xlsx', query }));
  expect(files).toHaveLength(1);
  const workbook = await openWorkbook(files[0]?.content ?? new Blob());
  // The workbook opens on the sheet of changed rows.
  expect(workbook?.sheetTitles).toEqual([
    'Changed',
    'Added',
    'Removed',
    'Key several times',
    'Summary',
    'Certificate',
  ]);
  // The remark has only one column, because it does not differ in any row.
  expect(await workbook?.header('Changed')).toEqual([
    'Change',
    'Number',
    'Value (earlier)',
    'Value (later)',
    'Remark',
    'Δ',
    'Δ %',
  ]);
  expect(await workbook?.firstColumn('Changed')).toEqual(['Change', 'Changed', 'Changed']);
  expect(await workbook?.firstColumn('Key several times')).toHaveLength(4);
  expect(await workbook?.firstColumn('Summary')).toEqual(['Added', 'Numbers as text']);
  const certificate: unknown = JSON.parse((await workbook?.firstColumn('Certificate'))?.join('') ?? '');
  expect(certificate).toMatchObject({ rows: { written: 7 }, file: { name: files[0]?.name, csv: null } });
  const rows: TableRow[] = [];
  const columns = ['text', 'text', 'number', 'number', 'text', 'number', 'number'] as const;
  for await (const row of workbook?.rows(
    'Changed',
    columns.map((type) => ({ type })),
  ) ?? [])
    rows.push(row);
  expect(rows.map((row) => row.slice(1, 5))).toEqual([
    ['b', '12345678901234.5678', '12345678901235.5678', '=1+1'],
    ['d', '0', 'on request', null],
  ]);
});

test('rows that the engine gives as bytes are those of the grid', async () => {
  const fields = [
    testField('Number', { type: 'number', scale: 0 }),
    testField('Rate', { type: 'number', scale: null }),
    testField('Text', { type: 'text' }),
    testField('At', { type: 'date', scale: 7 }),
    testField('Active', { type: 'boolean' }),
  ];
  const texts = ['"quoted"', 'back\\slash', 'a\nb', '', 'Żółć 日本 😀', 'true', null];
  const rowOf = (index: number, later: number) => [
    String(index),
    ['1.5000', '-0.0', '12', 'about 3', null][(index + later) % 5] ?? null,
    texts[(index * 3 + later) % texts.length] ?? null,
    ['2026-01-31T10:11:12.1234567', '2026-02-01', 'soon', null][(index + later) % 4] ?? null,
    [true, false, 'true', 'perhaps', null][(index + later) % 5] ?? null,
  ];
  const some = (from: number, to: number, later: number) =>
    Array.from({ length: to - from }, (_, index) => rowOf(from + index, later));
  const of = await openTestEngine(fields, some(0, 40, 0));
  const side = (table: TestEngine['table'], rowCount: number) => {
    return { table, rowCount, coverage: { kind: 'all', rowCount } as const };
  };
  const made = await compare(
    of.engine,
    { earlier: side(of.table, 40), later: side(of.addTable(fields, some(5, 50, 1).toReversed()), 45) },
    { keys: ['Number'], price: 'Rate', compared: ['Text', 'At', 'Active'] },
    new AbortController().signal,
  );
  const columns = changeFileColumns(ENGLISH, made, fields);
  const parts = columns.map(({ part }) => part);
  const cellsOf = fileCells(columns);
  for (const kind of ['added', 'removed', 'changed'] as const) {
    const query = { ...inputOf({}).query, kinds: [kind] };
    const { signal } = new AbortController();
    const rows = await openChanges(of.engine, made, query, signal, fields);
    const kindText = ENGLISH.of('changes')(`toggle.${kind}`);
    const batches = await openChangeBatches(of.engine, made, query, { parts, kindText }, signal, fields);
    expect(batches.rowCount).toBeGreaterThan(4);
    for (const page of [1, 2]) {
      const batch = await batches.readPage(page, 4, signal);
      const expected = (await rows.readPage(page, 4, signal)).map(cellsOf);
      expect('columnCount' in batch ? rowsOf(batch) : batch).toEqual(expected);
    }
    await rows.close();
    await batches.close();
  }
  await dropComparison(of.engine, made);
});

test('rows that lie far apart are looked up', async () => {
  const query = { ...inputOf({}).query, kinds: ['changed'] } as const;
  const { signal } = new AbortController();
  const columns = changeFileColumns(ENGLISH, comparison, FIELDS);
  const parts = columns.map(({ part }) => part);
  const cellsOf = fileCells(columns);
  const far: AnalysisEngine = {
    ...opened.engine,
    query: async (asked, options) => {
      const result = await opened.engine.query(asked, options);
      return asked.text.includes('min(e)') ? { ...result, rows: [['0', '90', '0', '90']] } : result;
    },
    texts: () => Promise.reject(new Error('not needed')),
  };
  const batches = await openChangeBatches(
    far,
    comparison,
    query,
    { parts, kindText: 'Changed' },
    signal,
    FIELDS,
  );
  const rows = await batches.readPage(1, 10, signal);
  expect('columnCount' in rows ? [] : rows.map(cellsOf)).toEqual(CHANGED);
  await batches.close();
});

test('without any row there is a header, and what was cancelled leaves nothing', async () => {
  const none = { ...inputOf({}).query, column: 'Remark' };
  const [file] = await writeChangesFile(inputOf({ format: 'xlsx', query: none }));
  const workbook = await openWorkbook(file?.content ?? new Blob());
  expect(workbook?.sheetTitles).toEqual(['Changed', 'Summary', 'Certificate']);
  const cancelling = new AbortController();
  const writing = writeChangesFile(
    inputOf({ signal: cancelling.signal, onRows: () => cancelling.abort(new Error('not needed')) }),
  );
  await expect(writing).rejects.toThrow('not needed');
  expect(await tablesLeft()).toHaveLength(1);
});

test('Δ has the format of the price', () => {
  const fields = FIELDS.map((field) =>
    field.name === 'Value' ? { ...field, formatting: '#,##0.00' } : field,
  );
  const columns = fileColumns(changeFileColumns(ENGLISH, comparison, fields));
  expect(columns.find(({ name }) => name === 'Δ')).toMatchObject({ formatting: '#,##0.00', scale: 4 });
});
