import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEST_LABELS } from '@/test/export-harness';
import { ExportError } from '../model/export-failure';
import type { ExportJob } from '../model/export-job';
import { startExportRun } from './export-run';
import { createMemoryStorage } from './memory-storage';

const PAGE_ROWS = 5;
const PAGES = 4;
const ROWS = PAGE_ROWS * PAGES - 2;

type Row = Record<string, string | number>;

const column = { precision: null, scale: null, maxLength: null, formatting: '' };
const JOB: ExportJob = {
  id: 'test',
  owner: { service: 'https://prices.test/papi', userName: 'manager' },
  priceColumn: { name: 'SalesPrice', displayName: 'Sales price' },
  snapshot: { cacheKey: 'key', rowCount: ROWS, createdAtMs: 0, expiresAtMs: 3_600_000 },
  snapshotColumns: ['Number', 'Value'],
  columns: [
    { ...column, name: 'Number', type: 'text', sqlType: 'nvarchar' },
    { ...column, name: 'Value', type: 'number', sqlType: 'decimal' },
  ],
  keyColumns: ['Number'],
  viewRights: [],
  rowStart: 0,
  rowEnd: ROWS,
  pageSize: PAGE_ROWS,
  format: { kind: 'json-lines' },
  fileName: 'prices',
  queryLines: [],
  requestBody: null,
  aboutLabels: TEST_LABELS,
  startedAtMs: 0,
};
const TRUE_ROWS: readonly Row[] = Array.from({ length: ROWS }, (_, row) => ({
  Number: `n${row}`,
  Value: row,
}));
const TRUE_FILE = TRUE_ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');

interface Answers {
  readonly rows: readonly (readonly Row[])[];
  /** Members of `Data` other than its rows, by page. */
  readonly members: readonly object[];
}

const TRUE_ANSWERS: Answers = {
  rows: Array.from({ length: PAGES }, (_, page) => TRUE_ROWS.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)),
  members: Array.from({ length: PAGES }, (_, page) => ({
    totalRecords: ROWS,
    page: page + 1,
    cacheKey: 'key',
    cacheCreated: '1970-01-01T00:00:00.0000000Z',
    cacheExpires: '1970-01-01T01:00:00.0000000Z',
  })),
};

type Change = (answers: Answers) => Answers;

const page = fc.nat({ max: PAGES - 1 });
const rowIndex = fc.nat({ max: ROWS - 1 });

function withRows(answers: Answers, at: number, change: (rows: readonly Row[]) => readonly Row[]): Answers {
  return { ...answers, rows: answers.rows.map((rows, index) => (index === at ? change(rows) : rows)) };
}

function withRow(answers: Answers, at: number, change: (row: Row) => Row): Answers {
  return withRows(answers, Math.floor(at / PAGE_ROWS), (rows) =>
    rows.map((row, index) => (index === at % PAGE_ROWS ? change(row) : row)),
  );
}

function withMembers(answers: Answers, at: number, members: object): Answers {
  return {
    ...answers,
    members: answers.members.map((own, index) => (index === at ? { ...own, ...members } : own)),
  };
}

/** What may differ from page to page without being wrong: further members, and members in another order. */
const harmless: fc.Arbitrary<Change> = fc.oneof(
  rowIndex.map(
    (at): Change =>
      (answers) =>
        withRow(answers, at, (row) => ({ Extra: 'x', ...row, More: 1 })),
  ),
  page.map(
    (at): Change =>
      (answers) =>
        withRows(answers, at, (rows) =>
          rows.map((row) => Object.fromEntries(Object.entries(row).toReversed())),
        ),
  ),
);

const wrong: fc.Arbitrary<Change> = fc.oneof(
  // A row that another page, or this one, has as well.
  fc
    .tuple(rowIndex, rowIndex)
    .filter(([at, from]) => at !== from)
    .map(
      ([at, from]): Change =>
        (answers) =>
          withRow(answers, at, () => TRUE_ROWS[from] ?? {}),
    ),
  // Columns that were there before, of one row or of a whole page.
  fc.tuple(rowIndex, fc.constantFrom('Number', 'Value')).map(
    ([at, name]): Change =>
      (answers) =>
        withRow(answers, at, (row) =>
          Object.fromEntries(Object.entries(row).filter(([own]) => own !== name)),
        ),
  ),
  fc.tuple(page, fc.constantFrom('Number', 'Value')).map(
    ([at, name]): Change =>
      (answers) =>
        withRows(answers, at, (rows) =>
          rows.map(({ [name]: value = '', ...others }) => ({ ...others, Other: value })),
        ),
  ),
  page.map(
    (at): Change =>
      (answers) =>
        withRows(answers, at, (rows) => rows.slice(1)),
  ),
  page.map(
    (at): Change =>
      (answers) =>
        withRows(answers, at, (rows) => [...rows, { Number: 'new', Value: 1 }]),
  ),
  fc
    .tuple(page, page)
    .filter(([at, from]) => at !== from)
    .map(([at, from]): Change => (answers) => ({
      ...answers,
      rows: answers.rows.with(at, answers.rows[from] ?? []),
    })),
  fc
    .tuple(
      page,
      fc.constantFrom({ totalRecords: ROWS + 1 }, { cacheKey: 'other' }, { page: 9 }, { page: 'x' }),
    )
    .map(
      ([at, members]): Change =>
        (answers) =>
          withMembers(answers, at, members),
    ),
);

/** A body in pieces of so many bytes, as a slow line brings it. */
function pieces(text: string, pieceBytes: number): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.slice(index * pieceBytes, (index + 1) * pieceBytes),
  );
}

async function fileOf({ rows, members }: Answers, pieceBytes: number): Promise<string> {
  const run = await startExportRun(JOB, createMemoryStorage());
  for (const [index, own] of members.entries()) {
    const Data = { ...own, data: rows[index] };
    await run.add(pieces(JSON.stringify({ Data, Errors: [], Succeeded: true }), pieceBytes));
  }
  const { files } = await run.finish(0);
  return (await files[0]?.content.text()) ?? '';
}

const pieceBytes = fc.integer({ min: 1, max: 300 });

test('a file holds every row as it is, however its pages come in pieces and however their members are arranged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(harmless, { maxLength: 3 }), pieceBytes, async (changes, bytes) => {
      const answers = changes.reduce((made, change) => change(made), TRUE_ANSWERS);
      expect(await fileOf(answers, bytes)).toBe(TRUE_FILE);
    }),
  );
});

test('there is no file of rows that come twice, columns that change between pages, or pages that do not belong', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(harmless, { maxLength: 2 }),
      wrong,
      pieceBytes,
      async (changes, last, bytes) => {
        const answers = last(changes.reduce((made, change) => change(made), TRUE_ANSWERS));
        await expect(fileOf(answers, bytes)).rejects.toBeInstanceOf(ExportError);
      },
    ),
    { numRuns: 300 },
  );
});
