import { beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { verifyExport } from '@/features/export/verify/verify-export';
import { createPagedRows } from '@/lib/paged-rows/paged-rows';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { TEST_PRICE_COLUMN, testField } from '@/test/test-price-column';
import { testSnapshot } from '@/test/test-snapshot';
import { computedField } from '../conditions/computed-field';
import type { Refinement } from '../conditions/refinement';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { refineRows } from '../steps/refined-rows';
import type { RowsOrigin } from '../tables/rows-origin';
import type { TableFormat } from '../tables/table-file';
import { openSubset } from '../rows/open-subset';
import { writeSubsetFile } from './subset-file';

const FIELDS = [
  testField('Number', { isKey: true }),
  testField('Note'),
  testField('Price', { type: 'number', sqlType: 'decimal', scale: 4 }),
  testField('From', { type: 'date', sqlType: 'datetime2' }),
];
const ROWS = [
  ['A', '=1+1', '10.5000', '2026-01-31T10:00:00.1234567'],
  ['B', '', '0.0000', null],
  ['C', null, 'on request', '2026-02-01T00:00:00'],
  ['D', 'x; "y"', '123456789012345.6789', 'soon'],
  ['E', 'z', '1.0000', null],
];
const REFINEMENT: Refinement = {
  conditions: {
    kind: 'group',
    join: 'all',
    parts: [
      {
        kind: 'condition',
        column: 'Number',
        operator: 'is-not',
        operand: { kind: 'values', values: ['E'] },
      },
    ],
  },
  computedColumns: [{ name: 'Double', formula: 'Price * 2', places: 4 }],
};
const ORIGIN: RowsOrigin = {
  service: 'https://prices.example',
  priceColumn: 'SalesPrice',
  kind: 'snapshot',
  cacheKey: 'one',
  taken: '2026-01-01T10:00:00.000Z',
  query: ['Price at least 1'],
  coverage: { kind: 'all', rowCount: ROWS.length },
  refined: { rowCount: 4, ofRowCount: 5, refinement: 'Number is not E · Double = Price * 2', ...REFINEMENT },
  sources: [
    {
      words: 'Cost from Cost by Number; empty where several match',
      label: 'Cost',
      from: {
        kind: 'snapshot',
        priceColumn: 'CostForPricing',
        cacheKey: 'two',
        taken: '2026-01-01T09:00:00.000Z',
      },
      keys: [{ here: 'Number', there: 'Item' }],
      columns: ['Cost'],
      several: { kind: 'empty' },
      isLenient: false,
    },
  ],
};
const whole: OpenSnapshot = {
  snapshot: testSnapshot({ cacheKey: 'one', rowCount: ROWS.length }),
  columns: FIELDS.map(({ name }) => name),
  rows: createPagedRows({ rowCount: 0, rowsPerBlock: 50, fetchPage: () => Promise.reject(new Error()) }),
  keyOfRow: (row) => String(row[0]),
  readPage: () => Promise.reject(new Error('The service is not asked.')),
  takenAtMs: 0,
  expiresAtMs: 1,
  timesBy: 'this-computer',
};
const { signal } = new AbortController();

let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine(FIELDS, ROWS);
});

async function written(format: TableFormat, single?: string) {
  const { engine } = opened;
  const today = '2026-06-15';
  const refined = await refineRows(engine, opened.table, REFINEMENT, { today, signal });
  const isWritten = (name: string) => single === undefined || name === single;
  const table = { ...refined.table, columns: refined.table.columns.filter(({ name }) => isWritten(name)) };
  const columns = whole.columns.filter(isWritten);
  const fields = [...FIELDS, computedField({ name: 'Double', places: 4 })];
  const coverage = { kind: 'all', rowCount: ROWS.length } as const;
  const rows = await openSubset(
    { whole: { ...whole, columns }, rowsRead: { engine, table, revision: 1 }, fields },
    { conditions: [] },
    signal,
  );
  return writeSubsetFile(
    {
      priceColumn: { ...TEST_PRICE_COLUMN, fields },
      opened: rows,
      rowsRead: { table, coverage },
      words: 'Number is not E',
      shown: { conditions: [], sort: [{ column: 'Price', direction: 'descending' }] },
      origin: ORIGIN,
      rules: [],
    },
    { format, words: ENGLISH, excelRegion: 'de-DE', signal },
  );
}

const FORMATS: readonly TableFormat[] = ['csv-machine', 'csv-excel', 'csv-guarded', 'xlsx'];

test.each(FORMATS)(
  'rows with computed columns as %s fit the certificate that they come with',
  async (format) => {
    const files = await written(format);
    expect(files).toHaveLength(format === 'xlsx' ? 1 : 2);
    const verification = await verifyExport(files);
    expect(verification).toMatchObject({
      kind: 'computed',
      difference: null,
      certificate: { kind: 'colonnade-rows-certificate', rows: { written: 4 } },
    });
  },
);

test('the certificate names the snapshot, the sources with their keys, the formulas and the rule', async () => {
  const [, certificate] = await written('csv-machine');
  const { service, priceColumn, ...snapshot } = ORIGIN;
  expect(JSON.parse((await certificate?.content.text()) ?? '')).toMatchObject({
    service,
    priceColumn,
    snapshot,
    rows: {
      written: 4,
      words: 'Number is not E',
      conditions: [],
      sort: [{ column: 'Price', direction: 'descending' }],
    },
    columns: [{ name: 'Number' }, { name: 'Note' }, { name: 'Price' }, { name: 'From' }, { name: 'Double' }],
  });
});

test('another value is a change, and the certificate alone asks for its file', async () => {
  const [file, certificate] = await written('csv-machine');
  if (file === undefined || certificate === undefined) throw new Error('A file is missing.');
  const edited = new Blob([(await file.content.text()).replace('21.0000', '22.0000')]);
  expect(await verifyExport([{ ...file, content: edited }, certificate])).toMatchObject({
    kind: 'computed',
    difference: { parts: [{ fileStart: 0 }] },
  });
  expect(await verifyExport([certificate])).toMatchObject({ kind: 'needs-file' });
});

test('a single column with rows that have no value fits its certificate as well', async () => {
  const [file, certificate] = await written('csv-machine', 'Note');
  if (file === undefined || certificate === undefined) throw new Error('A file is missing.');
  expect(await verifyExport([file, certificate])).toMatchObject({ kind: 'computed', difference: null });
});
