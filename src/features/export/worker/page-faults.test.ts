import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExportError } from '../model/export-failure';
import type { ExportJob } from '../model/export-job';
import { startExportRun } from './export-run';
import { createFileWriter } from './file-writer';
import { createMemoryStorage } from './memory-storage';
import { runs } from '@/test/runs';
import { testSnapshot } from '@/test/test-snapshot';

const PAGE_ROWS = 5;
const PAGES = 4;
const ROWS = PAGE_ROWS * PAGES - 2;

type Row = Record<string, string | number>;

const column = { precision: null, scale: null, maxLength: null, formatting: '' };
const JOB: ExportJob = {
  id: 'test',
  account: { service: 'https://prices.test/papi', userName: 'manager' },
  priceColumn: { name: 'SalesPrice', displayName: 'Sales price' },
  snapshot: testSnapshot({ rowCount: ROWS, expiresAtMs: 3_600_000 }),
  snapshotColumns: ['Number', 'Value'],
  columns: [
    { ...column, name: 'Number', type: 'text', sqlType: 'nvarchar' },
    { ...column, name: 'Value', type: 'number', sqlType: 'decimal' },
  ],
  keyColumns: ['Number'],
  rowColumns: ['Number', 'Value'],
  hasAllFields: true,
  viewRights: [],
  rowStart: 0,
  rowEnd: ROWS,
  pageSize: PAGE_ROWS,
  format: { kind: 'json-lines' },
  fileName: 'prices',
  queryLines: [],
  requestBody: null,
  startedAtMs: 0,
};
const TRUE_ROWS: readonly Row[] = Array.from({ length: ROWS }, (_, row) => ({
  Number: `n${row}`,
  Value: row,
}));
const TRUE_FILE = TRUE_ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');

interface Responses {
  readonly rows: readonly (readonly Row[])[];
  /** The members of `Data` other than its rows, one object for each page. */
  readonly members: readonly object[];
}

const TRUE_RESPONSES: Responses = {
  rows: Array.from({ length: PAGES }, (_, page) => TRUE_ROWS.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)),
  members: Array.from({ length: PAGES }, (_, page) => ({
    totalRecords: ROWS,
    page: page + 1,
    cacheKey: 'key',
    cacheCreated: '1970-01-01T00:00:00.0000000Z',
    cacheExpires: '1970-01-01T01:00:00.0000000Z',
  })),
};

type Change = (responses: Responses) => Responses;

const page = fc.nat({ max: PAGES - 1 });
const rowIndex = fc.nat({ max: ROWS - 1 });

function withRows(
  responses: Responses,
  at: number,
  change: (rows: readonly Row[]) => readonly Row[],
): Responses {
  return { ...responses, rows: responses.rows.map((rows, index) => (index === at ? change(rows) : rows)) };
}

function withRow(responses: Responses, at: number, change: (row: Row) => Row): Responses {
  return withRows(responses, Math.floor(at / PAGE_ROWS), (rows) =>
    rows.map((row, index) => (index === at % PAGE_ROWS ? change(row) : row)),
  );
}

function withMembers(responses: Responses, at: number, members: object): Responses {
  return {
    ...responses,
    members: responses.members.map((own, index) => (index === at ? { ...own, ...members } : own)),
  };
}

/** Differences that an export must accept: additional members, and members in another order. */
const harmless: fc.Arbitrary<Change> = fc.oneof(
  rowIndex.map(
    (at): Change =>
      (responses) =>
        withRow(responses, at, (row) => ({ Extra: 'x', ...row, More: 1 })),
  ),
  page.map(
    (at): Change =>
      (responses) =>
        withRows(responses, at, (rows) =>
          rows.map((row) => Object.fromEntries(Object.entries(row).toReversed())),
        ),
  ),
);

const wrong: fc.Arbitrary<Change> = fc.oneof(
  // A row occurs twice, in two pages or in one.
  fc
    .tuple(rowIndex, rowIndex)
    .filter(([at, from]) => at !== from)
    .map(
      ([at, from]): Change =>
        (responses) =>
          withRow(responses, at, () => TRUE_ROWS[from] ?? {}),
    ),
  // A column is missing, in one row or in a whole page.
  fc.tuple(rowIndex, fc.constantFrom('Number', 'Value')).map(
    ([at, name]): Change =>
      (responses) =>
        withRow(responses, at, (row) =>
          Object.fromEntries(Object.entries(row).filter(([own]) => own !== name)),
        ),
  ),
  fc.tuple(page, fc.constantFrom('Number', 'Value')).map(
    ([at, name]): Change =>
      (responses) =>
        withRows(responses, at, (rows) =>
          rows.map(({ [name]: value = '', ...others }) => ({ ...others, Other: value })),
        ),
  ),
  page.map(
    (at): Change =>
      (responses) =>
        withRows(responses, at, (rows) => rows.slice(1)),
  ),
  page.map(
    (at): Change =>
      (responses) =>
        withRows(responses, at, (rows) => [...rows, { Number: 'new', Value: 1 }]),
  ),
  fc
    .tuple(page, page)
    .filter(([at, from]) => at !== from)
    .map(([at, from]): Change => (responses) => ({
      ...responses,
      rows: responses.rows.with(at, responses.rows[from] ?? []),
    })),
  fc
    .tuple(
      page,
      fc.constantFrom({ totalRecords: ROWS + 1 }, { cacheKey: 'other' }, { page: 9 }, { page: 'x' }),
    )
    .map(
      ([at, members]): Change =>
        (responses) =>
          withMembers(responses, at, members),
    ),
);

/** Splits a body into chunks of `chunkBytes` bytes, as a slow connection delivers it. */
function chunks(text: string, chunkBytes: number): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.slice(index * chunkBytes, (index + 1) * chunkBytes),
  );
}

async function fileOf({ rows, members }: Responses, chunkBytes: number, job = JOB): Promise<string> {
  const run = await startExportRun(job, createMemoryStorage(), createFileWriter, true);
  for (const [index, own] of members.entries()) {
    const Data = { ...own, data: rows[index] };
    await run.add(chunks(JSON.stringify({ Data, Errors: [], Succeeded: true }), chunkBytes));
  }
  const { files } = await run.finish(0);
  return (await files[0]?.content.text()) ?? '';
}

const chunkBytes = fc.integer({ min: 1, max: 300 });

test('a file contains every row, for any chunks and any order of members', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(harmless, { maxLength: 3 }), chunkBytes, async (changes, bytes) => {
      const responses = changes.reduce((made, change) => change(made), TRUE_RESPONSES);
      expect(await fileOf(responses, bytes)).toBe(TRUE_FILE);
    }),
  );
});

test('there is no file for duplicate rows, changing columns, or pages of another snapshot', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(harmless, { maxLength: 2 }),
      wrong,
      chunkBytes,
      async (changes, last, bytes) => {
        const responses = last(changes.reduce((made, change) => change(made), TRUE_RESPONSES));
        await expect(fileOf(responses, bytes)).rejects.toBeInstanceOf(ExportError);
      },
    ),
    { numRuns: runs(300) },
  );
});

test('an export with fewer rows than its job asks for has no file', async () => {
  await expect(fileOf(TRUE_RESPONSES, 100, { ...JOB, rowEnd: ROWS + 1 })).rejects.toMatchObject({
    failure: { kind: 'mismatch', mismatch: 'row-count' },
  });
});
