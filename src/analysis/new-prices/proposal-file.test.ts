import { readSheet } from 'read-excel-file/node';
import { beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import type { AnalysedColumn, AnalysedTable } from '../engine/analysed-table';
import { openWorkbook } from '@/lib/table-files/xlsx-reader';
import { FILE_FIGURES, FIRST_RULE } from './proposal-spec';
import { writeRowTable } from '../row-table/row-table-file';
import type { TableFormat } from '../tables/table-file';
import { proposalFile, type ProposalFileInput } from './proposal-file';
import { readProposal, type Proposal } from './read-proposal';

const FIELDS = [
  testField('Article', { isKey: true }),
  testField('Price', { type: 'number', sqlType: 'decimal', scale: 4, isPriceColumn: true }),
  testField('Currency'),
  testField('Note'),
];
const ROWS = [
  ['A', '100.0000', 'EUR', 'one'],
  ['B', null, 'EUR', 'two'],
  ['=1+1', '123456789012345.6789', 'CHF', 'three'],
  ['D', '0.0000', 'EUR', 'four'],
];
const { signal } = new AbortController();

let opened: TestEngine;
let proposal: Proposal;
beforeAll(async () => {
  opened = await openTestEngine(FIELDS, ROWS);
  const price = opened.table.columns[1];
  if (price === undefined) throw new Error('There is no price.');
  proposal = await proposalOf(opened.table, price, 'Currency');
});

function proposalOf(table: AnalysedTable, price: AnalysedColumn, currency: string | null): Promise<Proposal> {
  return readProposal(
    opened.engine,
    [{ ...FIRST_RULE, change: { kind: 'percent', percent: '3' }, atMost: '2' }],
    {
      table,
      price,
      priceDigits: null,
      columns: { price: 'Price', cost: null, currency, group: null },
      weight: null,
      today: '2026-11-26',
    },
    signal,
  );
}

interface Given extends Partial<ProposalFileInput> {
  readonly format?: TableFormat;
}

function write({ format = 'csv-machine', ...given }: Given) {
  return writeRowTable(proposalFile(ENGLISH, inputOf(given)), {
    format,
    excelRegion: 'en-GB',
    words: ENGLISH,
    signal,
  });
}

const inputOf = (given: Partial<ProposalFileInput>): ProposalFileInput => ({
  engine: opened.engine,
  proposal,
  fields: FIELDS,
  columns: { fields: ['Article', 'Currency'], figures: FILE_FIGURES },
  validFrom: '2027-01-01',
  validity: { validFrom: 'Begins', validTo: 'Ends' },
  reason: 'Freight',
  checked: {
    status: 'checked',
    id: 1,
    checked: {
      sqlName: 'checked',
      checks: [
        { check: { id: 'below-cost', parameters: { margin: '18' } }, before: 1, after: 2, added: 1, gone: 0 },
      ],
      rows: { before: 1, after: 2, added: 1, gone: 0 },
    },
    own: [],
    notRun: [],
  },
  planned: {
    day: '2027-01-01',
    key: ['Article'],
    validFrom: 'From',
    validTo: null,
    changed: 2,
    planned: 3,
    elsewhere: 1,
    ended: 0,
  },
  origin: {
    service: 'https://prices.example',
    priceColumn: 'SalesPrice',
    kind: 'snapshot',
    cacheKey: 'one',
    taken: '2026-01-01T10:00:00.000Z',
    query: [],
    coverage: { kind: 'all', rowCount: ROWS.length },
  },
  name: 'proposal',
  about: [['Price column', 'Sales price']],
  ...given,
});

test('the file has the prices that change with every digit, and a certificate with the rules', async () => {
  const [file, certificate] = await write({});
  const lines = ((await file?.content.text()) ?? '').trim().split(/\r?\n/);
  expect(lines).toEqual([
    'Article,Currency,Old value,New value,Δ,Δ %,New valid from,Old valid to,Reason,Rule,Guard',
    'A,EUR,100.0000,102.0000,2.0000,2.0000,2027-01-01,2026-12-31,Freight,Rule 1,At most ± %',
    expect.stringMatching(
      /1\+1.*,CHF,123456789012345\.6789,125925924792592\.5924,2469135780246\.9135,2\.0000,2027-01-01/,
    ),
  ]);
  const said: unknown = JSON.parse((await certificate?.content.text()) ?? '');
  expect(said).toMatchObject({
    kind: 'colonnade-proposal-certificate',
    version: 1,
    priceColumn: 'SalesPrice',
    rules: [
      {
        words: 'All rows: the price changes by +3 %, at most ± 2 %.',
        rule: { change: { kind: 'percent', percent: '3' }, atMost: '2' },
        counts: { rows: 4, changed: 2, stopped: 2 },
      },
    ],
    validFrom: '2027-01-01',
    reason: 'Freight',
    counts: { rows: 4, changed: 2, outcomes: { 'no-price': 1 } },
    checks: {
      words: 'The new prices bring new findings in 1 row.',
      rows: { before: 1, after: 2, added: 1, gone: 0 },
      checks: [{ check: 'below-cost', parameters: { margin: '18' }, before: 1, after: 2, added: 1, gone: 0 }],
    },
    planned: {
      words:
        '2 changed prices meet 3 prices that are already planned from 01/01/2027 on. 1 planned price is not among the filtered rows.',
      key: ['Article'],
      validFrom: 'From',
      validTo: null,
      changed: 2,
      planned: 3,
      elsewhere: 1,
      ended: 0,
    },
    rows: { written: 2 },
  });
});

test('a workbook has the prices on a sheet, and what is said of them on others with columns of their own', async () => {
  const [file, ...others] = await write({ format: 'xlsx', planned: 'failed' });
  expect(others).toEqual([]);
  const workbook = await openWorkbook(file?.content ?? new Blob());
  expect(workbook?.sheetTitles).toEqual(['Proposal', 'Effect', 'Rules', 'Checks', 'About', 'Certificate']);
  const content = Buffer.from((await file?.content.arrayBuffer()) ?? new ArrayBuffer(0));
  const [, ...priced] = await readSheet(content, 'Proposal');
  expect(priced.map((cells) => cells.slice(2, 6))[0]).toEqual([100, 102, 2, 0.02]);
  expect(await readSheet(content, 'Effect')).toEqual([
    ['Group', 'Currency', 'Rows', 'Changed', 'Average Δ %', 'Effect', 'Margin before', 'Margin after'],
    ['All groups', 'EUR', 3, 1, 0.02, 2, null, null],
    ['All groups', 'CHF', 1, 1, 0.02, '2469135780246.9135', null, null],
  ]);
  const sentence = 'All rows: the price changes by +3 %, at most ± 2 %.';
  expect(await readSheet(content, 'Rules')).toEqual([
    ['Rule', 'What it does', 'Rows', 'Changed', 'Stopped by a guard', 'No answer'],
    ['Rule 1', sentence, 4, 2, 2, 1],
  ]);
  expect(await readSheet(content, 'Checks')).toEqual([
    ['Check', 'Before', 'After', 'New', 'Gone'],
    ['Below cost or a margin of 18 %', 1, 2, 1, 0],
    [null, null, null, null, null],
    ['Rows with findings', 1, 2, 1, 0],
  ]);
  expect(await readSheet(content, 'About')).toEqual([
    ['Price column', 'Sales price'],
    ['Rule 1', `${sentence} (4 rows)`],
    ['Valid from', '01/01/2027'],
    ['Reason', 'Freight'],
    ['Rows', '4'],
    ['Changed', '2'],
    ['Average Δ %', '+2.00 %'],
    ['Effect', 'EUR +2.00'],
    ['Effect', 'CHF +2,469,135,780,246.91'],
    ['Stopped by a guard', '2'],
    ['No answer', '1'],
    ['Checks before → after', 'The new prices bring new findings in 1 row.'],
    ['Prices already planned', 'It is not known whether prices are already planned.'],
    ['Numbers as text', '4'],
  ]);
});

test('the file has the columns that were chosen, in its own order', async () => {
  const columns = { fields: ['Note'], figures: ['rule', 'newValue'] } as const;
  const [file] = await write({ columns });
  expect(((await file?.content.text()) ?? '').split(/\r?\n/).slice(0, 2)).toEqual([
    'Note,New value,Rule',
    'one,102.0000,Rule 1',
  ]);
});

test('without a day, nothing is said of validity', async () => {
  const [file] = await write({ validFrom: null, reason: '' });
  expect(((await file?.content.text()) ?? '').split(/\r?\n/)[1]).toBe(
    'A,EUR,100.0000,102.0000,2.0000,2.0000,,,,Rule 1,At most ± %',
  );
});

test('a price that begins later is replaced from its first day on, and one that ends sooner keeps its end', async () => {
  const fields = [
    testField('Article'),
    testField('Price', { type: 'number', sqlType: 'decimal', scale: 4, isPriceColumn: true }),
    testField('Begins', { type: 'date', sqlType: 'date' }),
    testField('Ends', { type: 'date', sqlType: 'datetime' }),
  ];
  const table = opened.addTable(fields, [
    ['A', '100.0000', '2026-01-01', null],
    ['B', '100.0000', '2027-01-01', '2027-12-31T00:00:00'],
    ['C', '100.0000', '2027-03-01', null],
    ['D', '100.0000', null, '2026-06-30T00:00:00'],
    ['E', '100.0000', 'soon', '2027-06-30T00:00:00'],
  ]);
  const price = table.columns[1];
  if (price === undefined) throw new Error('There is no price.');
  const dated = {
    proposal: await proposalOf(table, price, null),
    fields,
    columns: { fields: ['Article'], figures: ['validFrom', 'oldValidTo'] },
  } as const;
  const linesOf = async (given: Partial<ProposalFileInput>) => {
    const [file] = await write({ ...dated, ...given });
    return ((await file?.content.text()) ?? '').trim().split(/\r?\n/);
  };
  expect(await linesOf({})).toEqual([
    'Article,New valid from,Old valid to',
    'A,2027-01-01,2026-12-31',
    'B,2027-01-01,',
    'C,2027-03-01,',
    'D,2027-01-01,2026-06-30',
    'E,2027-01-01,2026-12-31',
  ]);
  const startsAlone = await linesOf({ validity: { validFrom: 'Begins', validTo: null } });
  expect(startsAlone.slice(0, 4)).toEqual([
    'Article,New valid from',
    'A,2027-01-01',
    'B,2027-01-01',
    'C,2027-03-01',
  ]);
});
