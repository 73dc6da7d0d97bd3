import { beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { openWorkbook } from '@/lib/table-files/xlsx-reader';
import { writeRowTable } from '../row-table/row-table-file';
import { findingsFile, type FindingsFileInput } from './findings-file';
import { refinementFromParameter } from '../conditions/refinement-address';
import type { OwnCheck } from './own-checks';
import type { TableFormat } from '../tables/table-file';
import { runChecks, type CheckRun } from './run-checks';

const FIELDS = [
  testField('Article'),
  testField('Price', { type: 'number', sqlType: 'decimal', scale: 4, isPriceColumn: true }),
];
const ROWS = [
  ['A', null],
  ['B', '0.0000'],
  ['C', '123456789012345.6789'],
  ['=1+1', null],
];
const ROLES = {
  price: 'Price',
  earlierPrice: null,
  cost: null,
  currency: null,
  unit: null,
  group: null,
  article: 'Article',
  validFrom: null,
  validTo: null,
  quantity: null,
};
const CHECKS = ['no-price', 'zero-price'] as const;
const HEADER = ['Check', 'Finding', 'Note', 'Dismissed on', 'Row', 'Article', 'Price'];
const COVERAGE = { kind: 'all', rowCount: ROWS.length } as const;

let opened: TestEngine;
let run: CheckRun;

beforeAll(async () => {
  opened = await openTestEngine(FIELDS, ROWS);
  run = await runChecks(
    opened.engine,
    {
      table: opened.table,
      roles: ROLES,
      key: ['Article'],
      currencyScope: null,
      day: '2026-06-15',
      misfits: {},
    },
    CHECKS.map((id) => ({ id, parameters: {} })),
    new AbortController().signal,
  );
});

interface Given extends Partial<FindingsFileInput> {
  readonly format?: TableFormat;
}

const write = ({ format = 'xlsx', ...given }: Given) =>
  writeRowTable(findingsFile(ENGLISH, inputOf(given)), {
    words: ENGLISH,
    format,
    excelRegion: 'en-GB',
    signal: new AbortController().signal,
  });

const inputOf = (given: Partial<FindingsFileInput>): FindingsFileInput => ({
  engine: opened.engine,
  run,
  dismissed: null,
  checks: CHECKS,
  fields: FIELDS,
  dismissalOf: () => null,
  origin: {
    service: 'https://prices.example',
    priceColumn: 'SalesPrice',
    kind: 'snapshot',
    cacheKey: 'one',
    taken: '2026-01-01T10:00:00.000Z',
    query: [],
    coverage: COVERAGE,
  },
  name: 'findings',
  nameOf: (id) => `Check ${id}`,
  textOf: ({ check }) => `found by ${check}`,
  about: [['Price column', 'Sales price']],
  ...given,
});

test('a workbook has a sheet for each check that found something, one about them, and the certificate', async () => {
  const [file, ...others] = await write({});
  expect(others).toEqual([]);
  const workbook = await openWorkbook(file?.content ?? new Blob());
  expect(workbook?.sheetTitles).toEqual(['Check no-price', 'Check zero-price', 'About', 'Certificate']);
  expect(await workbook?.header('Check no-price')).toEqual(HEADER);
  const types = ['text', 'text', 'text', 'date', 'number', 'text', 'number'] as const;
  const rows = [];
  for await (const row of workbook?.rows(
    'Check no-price',
    types.map((type) => ({ type })),
  ) ?? [])
    rows.push(row);
  expect(rows).toEqual([
    ['Check no-price', 'found by no-price', null, null, '1', 'A', null],
    ['Check no-price', 'found by no-price', null, null, '4', '=1+1', null],
  ]);
  const certificate: unknown = JSON.parse((await workbook?.firstColumn('Certificate'))?.join('') ?? '');
  expect(certificate).toMatchObject({
    priceColumn: 'SalesPrice',
    checks: [
      { check: 'no-price', found: 2, dismissed: 0 },
      { check: 'zero-price', found: 1, dismissed: 0 },
    ],
    rows: { written: 3 },
  });
});

test('a check of one’s own has a sheet, too, and the certificate says what it finds', async () => {
  const own: OwnCheck = {
    id: 'own-1',
    name: 'Dear',
    means: 'Too dear.',
    isUsed: true,
    refine: '1;all;Price~greater-than~100',
  };
  const read = refinementFromParameter(own.refine, FIELDS);
  if (!read.ok) throw new RangeError('The refinement cannot be applied.');
  const { signal } = new AbortController();
  const ofOwn = await runChecks(
    opened.engine,
    run.rows,
    [{ id: own.id, own, refinement: read.refinement, today: '2026-06-15' }],
    signal,
  );
  const [file] = await write({ run: ofOwn, checks: [own.id] });
  const workbook = await openWorkbook(file?.content ?? new Blob());
  expect(workbook?.sheetTitles).toEqual(['Check own-1', 'About', 'Certificate']);
  const certificate: unknown = JSON.parse((await workbook?.firstColumn('Certificate'))?.join('') ?? '');
  expect(certificate).toMatchObject({
    checks: [{ check: 'own-1', found: 1, name: 'Dear', means: 'Too dear.', refine: own.refine }],
    rows: { written: 1 },
  });
});

test('CSV has the checks one below the other, and its certificate in a file beside it', async () => {
  const [file, certificate] = await write({ format: 'csv-machine' });
  expect(certificate?.name).toBe(`${file?.name}.certificate.json`);
  const text = await (file?.content ?? new Blob()).text();
  expect(text.trimEnd().split('\n')).toHaveLength(1 + 3);
  expect(text).toContain('0.0000');
});
