import { createRequire } from 'node:module';
import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDecimal } from '@/shared/formats/decimal';
import type { BodyChunks } from '@/shared/http/body-chunks';
import { anyDecimal } from '@/test/decimal.arbitraries';
import { testField } from '@/test/test-price-column';
import type { AnalysedTable } from '../model/analysed-table';
import { createEngineConnection, type EngineWorker } from './create-engine-connection';
import { engineFailure, openDatabase, type Database } from './database';
import { encodeTexts } from './encoded-texts';
import type { EngineConnection, TableRequest } from './engine-connection';
import type { EngineMessage, EngineReply } from './engine-messages';
import { serveEngine } from './serve-engine';
import { identifier, joined, sql } from './sql';

// The worker's part in the process of the test, on the real engine; what a worker alone has is in
// analysis-worker.browser.test.tsx.

async function loadInNode(): Promise<Database> {
  const module = (name: string) =>
    createRequire(import.meta.url).resolve(`@duckdb/duckdb-wasm/dist/duckdb-${name}.wasm`);
  const bindings = await createDuckDB(
    { mvp: { mainModule: module('mvp'), mainWorker: '' }, eh: { mainModule: module('eh'), mainWorker: '' } },
    new VoidLogger(),
    NODE_RUNTIME,
  );
  await bindings.instantiate();
  // 16 MB when it starts.
  return openDatabase(bindings, () => 16_777_216);
}

let loaded: Promise<Database> | null = null;

function startInProcess(): EngineWorker {
  let onReply: (reply: EngineReply) => void = () => undefined;
  let isOver = false;
  // One engine for all tests of this file: it takes a second to load.
  loaded ??= loadInNode();
  const database = loaded.then((opened) => {
    for (const table of ['rows_1', 'rows_2']) opened.execute(sql`DROP TABLE IF EXISTS ${identifier(table)}`);
    return opened;
  });
  let lastId = 0;
  const receive = serveEngine({
    openDatabase: () => database,
    report: (reply) => {
      if (!isOver) onReply(structuredClone(reply));
    },
    receiveMessages: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return {
    send: (message, transfer) => {
      const received: EngineMessage = structuredClone(message, { transfer });
      lastId = message.id;
      setImmediate(() => receive(received));
    },
    listen: (listener) => {
      onReply = listener;
    },
    terminate: () => {
      isOver = true;
      for (let id = 1; id <= lastId; id += 1) receive({ id, command: 'cancel' });
    },
  };
}

let connection: EngineConnection;
const tables: AnalysedTable[] = [];

beforeEach(() => {
  connection = createEngineConnection(startInProcess);
});

afterEach(async () => {
  for (const table of tables.splice(0)) await connection.dropTable(table);
  connection.terminate();
});

type Json = string | number | boolean | null;

const FIELDS = [
  testField('Number', { type: 'text' }),
  testField('Value', { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 }),
  testField('Changed', { type: 'date', sqlType: 'datetime2', scale: 7 }),
  testField('Active', { type: 'boolean', sqlType: 'bit' }),
];
const SNAPSHOT = { cacheKey: 'key', rowCount: 5 };
const PAGE_SIZE = 3;
const REQUEST: TableRequest = {
  priceColumn: 'SalesPrice',
  snapshot: SNAPSHOT,
  columns: FIELDS.map((field) => ({ name: field.name, field })),
  pageSize: PAGE_SIZE,
};

function bodyOf(
  page: number,
  rows: readonly (readonly (Json | undefined)[])[],
  members: object = {},
): BodyChunks {
  const data = rows.map((row) => Object.fromEntries(FIELDS.map(({ name }, index) => [name, row[index]])));
  const Data = {
    data,
    page,
    totalRecords: SNAPSHOT.rowCount,
    cacheKey: SNAPSHOT.cacheKey,
    cacheCreated: '2026-01-01T00:00:00Z',
    cacheExpires: '2026-01-01T01:00:00Z',
    ...members,
  };
  return [new TextEncoder().encode(JSON.stringify({ Succeeded: true, Errors: [], Data }))];
}

async function create(request: TableRequest = REQUEST): Promise<AnalysedTable> {
  const table = await connection.createTable(request, new AbortController().signal);
  tables.push(table);
  return table;
}

async function rowsIn({ sqlName }: AnalysedTable): Promise<readonly (readonly (string | null)[])[]> {
  const all = sql`SELECT * FROM ${identifier(sqlName)} ORDER BY row_index`;
  return (await connection.query(all, { maxRows: 1_000 })).rows;
}

const FIRST: Json[][] = [
  ['a', '1.5', '2026-01-31', true],
  ['', '-12.50000', '2026-01-31T10:11:12.1234567', false],
  [null, null, null, null],
];
const LAST: Json[][] = [
  ['x', 'unknown', '2026-02-30', 'yes'],
  ['y', '1.23456', 'soon', true],
];
const FIRST_READ = [
  ['0', 'a', '1.5000', null, '2026-01-31', '2026-01-31 00:00:00', null, 'true', null],
  [
    '1',
    '',
    '-12.5000',
    null,
    '2026-01-31T10:11:12.1234567',
    '2026-01-31 10:11:12.123456',
    null,
    'false',
    null,
  ],
  ['2', null, null, null, null, null, null, null, null],
];
const LAST_READ = [
  ['3', 'x', null, 'unknown', null, null, '2026-02-30', null, 'yes'],
  ['4', 'y', null, '1.23456', null, null, 'soon', 'true', null],
];

describe('pages', () => {
  test('come in any order; what does not fit its column is kept apart and counted', async () => {
    const table = await create();
    const last = await connection.addPage(table, 2, bodyOf(2, LAST));
    expect(last).toMatchObject({ rowCount: 2, misfits: { Value: 2, Changed: 2, Active: 1 } });
    expect(last.memoryBytes).toBeGreaterThan(1_000_000);
    expect(await connection.addPage(table, 1, bodyOf(1, FIRST))).toMatchObject({
      rowCount: 3,
      misfits: last.misfits,
    });
    expect(await rowsIn(table)).toEqual([...FIRST_READ, ...LAST_READ]);
  });

  test.each<[string, object, BodyChunks]>([
    ['of another snapshot', { mismatch: 'other-snapshot' }, bodyOf(1, FIRST, { cacheKey: 'other' })],
    ['of another size of the snapshot', { mismatch: 'other-total' }, bodyOf(1, FIRST, { totalRecords: 6 })],
    ['with the rows of another page', { mismatch: 'other-page' }, bodyOf(2, FIRST)],
    ['with a row too few', { mismatch: 'row-count' }, bodyOf(1, FIRST.slice(1))],
    [
      'with far too many rows',
      { mismatch: 'row-count' },
      bodyOf(
        1,
        Array.from({ length: 5_000 }, () => FIRST[0] ?? []),
      ),
    ],
    [
      'with a row that lacks a column',
      { failure: { kind: 'malformed' } },
      bodyOf(1, [...FIRST.slice(1), ['z', '1', undefined, true]]),
    ],
    ['cut off', { failure: { kind: 'malformed' } }, bodyOf(1, FIRST).map((chunk) => chunk.slice(0, 150))],
    ['of no rows at all', { failure: { kind: 'malformed' } }, [new TextEncoder().encode('<html>')]],
    [
      'that is a refusal',
      { failure: { kind: 'rejected', messages: ['No.'] } },
      [new TextEncoder().encode('{"Succeeded":false,"Errors":["No."],"Data":null}')],
    ],
  ])('%s adds nothing, and the right one still does', async (_, error, body) => {
    const table = await create();
    await expect(
      connection.addPage(
        table,
        1,
        body.map((chunk) => chunk.slice()),
      ),
    ).rejects.toMatchObject(error);
    expect(await rowsIn(table)).toEqual([]);
    await connection.addPage(table, 1, bodyOf(1, FIRST));
    expect(await rowsIn(table)).toEqual(FIRST_READ);
  });

  test('half a character, which the engine has no text for, is written as its code and counted', async () => {
    const table = await create();
    const rows: Json[][] = [
      ['a\ud83d', null, null, null],
      ['a\udc00', '\ud83d', null, null],
      ['😀', null, null, null],
    ];
    const { misfits } = await connection.addPage(table, 1, bodyOf(1, rows));
    expect(misfits).toEqual({ Number: 2, Value: 1 });
    const read = await rowsIn(table);
    expect(read.map((row) => row[1])).toEqual(['a‹U+D83D›', 'a‹U+DC00›', '😀']);
    expect(read[1]?.[3]).toBe('‹U+D83D›');
  });

  test('that are there are not added again', async () => {
    const table = await create();
    await connection.addPage(table, 1, bodyOf(1, FIRST));
    await expect(connection.addPage(table, 1, bodyOf(1, FIRST))).rejects.toMatchObject({
      failure: { kind: 'query-failed' },
    });
    expect(await rowsIn(table)).toEqual(FIRST_READ);
  });

  test('of two tables stay apart, and a dropped table is gone', async () => {
    const one = await create();
    const other = await create();
    await connection.addPage(one, 1, bodyOf(1, FIRST));
    await connection.addPage(other, 2, bodyOf(2, LAST));
    expect(await rowsIn(one)).toEqual(FIRST_READ);
    expect(await rowsIn(other)).toEqual(LAST_READ);
    await connection.dropTable(one);
    await expect(rowsIn(one)).rejects.toMatchObject({ failure: { kind: 'query-failed' } });
    await expect(connection.addPage(one, 2, bodyOf(2, LAST))).rejects.toMatchObject({ name: 'EngineError' });
    expect(await rowsIn(other)).toEqual(LAST_READ);
  });
});

test('a column without metadata is text, and a number without a scale keeps ten places', async () => {
  const names = ['Number', 'Value', 'Changed', 'Active'];
  const scales = [null, testField('Value', { type: 'number', sqlType: 'float', scale: 0 }), null, null];
  const table = await create({
    ...REQUEST,
    columns: names.map((name, index) => ({ name, field: scales[index] ?? null })),
  });
  expect(table.columns.map(({ type, scale }) => [type, scale])).toEqual([
    ['text', null],
    ['number', 10],
    ['text', null],
    ['text', null],
  ]);
  await connection.addPage(
    table,
    1,
    bodyOf(1, [
      ['a', 1.5e-7, '31/1', true],
      ['b', 1e21, '', false],
      ['c', 1e27, null, null],
    ]),
  );
  expect(await rowsIn(table)).toEqual([
    ['0', 'a', '0.0000001500', null, '31/1', 'true'],
    ['1', 'b', '1000000000000000000000.0000000000', null, '', 'false'],
    ['2', 'c', '1000000000000000000000000000.0000000000', null, null, null],
  ]);
});

test('a number of more than 18 digits widens its column, and no value changes', async () => {
  const table = await create({ ...REQUEST, snapshot: { ...SNAPSHOT, rowCount: 9 } });
  const pages = [
    ['99999900000000.0000', '-99999900000000.0000', '0.0001'],
    ['123456789012345678901234567890.1234', null, '-1.5'],
    ['100000000000000.0000', '-100000000000000.0001', '2'],
  ];
  const value = identifier(table.columns[1]?.sqlName ?? '');
  const types: unknown[] = [];
  for (const [index, values] of pages.entries()) {
    const rows = values.map((number) => ['a', number, null, null]);
    const added = await connection.addPage(table, index + 1, bodyOf(index + 1, rows, { totalRecords: 9 }));
    expect(added.misfits).toEqual({});
    const type = sql`SELECT typeof(any_value(${value})) FROM ${identifier(table.sqlName)}`;
    types.push((await connection.query(type, { maxRows: 1 })).rows[0]?.[0]);
  }
  expect(types).toEqual(['DECIMAL(18,4)', 'DECIMAL(38,4)', 'DECIMAL(38,4)']);
  expect((await rowsIn(table)).map((row) => row[2])).toEqual([
    '99999900000000.0000',
    '-99999900000000.0000',
    '0.0001',
    '123456789012345678901234567890.1234',
    null,
    '-1.5000',
    '100000000000000.0000',
    '-100000000000000.0001',
    '2.0000',
  ]);
  const sum = sql`SELECT sum(${value}) FROM ${identifier(table.sqlName)}`;
  expect((await connection.query(sum, { maxRows: 1 })).rows).toEqual([
    ['123456789012345678901234567890.6234'],
  ]);
});

const anyText = fc.oneof(
  anyDecimal,
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789.-eET: Z+\0"\\\'')) }),
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((date) => date.toISOString()),
);

test('every value comes back as it was, equal in value, or as a misfit with its text', async () => {
  const cell = fc.oneof({ weight: 6, arbitrary: anyText }, fc.boolean(), fc.constant(null));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 200 }),
      async (rows) => {
        const table = await create({
          ...REQUEST,
          snapshot: { ...SNAPSHOT, rowCount: rows.length },
          pageSize: 200,
        });
        await connection.addPage(table, 1, bodyOf(1, rows, { totalRecords: rows.length }));
        for (const [index, read] of (await rowsIn(table)).entries()) {
          const [, text, number, numberMisfit, date, moment, dateMisfit, truth, truthMisfit] = read;
          const sent = (rows[index] ?? []).map((value) => (value === null ? null : String(value)));
          expect(text).toBe(sent[0]);
          expect(number === null ? numberMisfit : sameDecimal(number, sent[1])).toBe(sent[1]);
          expect(date ?? dateMisfit).toBe(sent[2]);
          expect(date === null).toBe(moment === null);
          expect(truth ?? truthMisfit).toBe(sent[3]);
          expect(truth === null).toBe(typeof rows[index]?.[3] !== 'boolean');
        }
        await connection.dropTable(table);
      },
    ),
    { numRuns: 10 },
  );
});

describe('rows given as texts', () => {
  const OWN_ROWS: TableRequest = { ...REQUEST, snapshot: null };
  const anyCell = fc.option(
    fc.oneof(
      { weight: 6, arbitrary: anyText },
      { weight: 2, arbitrary: fc.constantFrom('true', 'false', 'TRUE', '1', '007', '1e3', '-0', '\ud83d') },
      {
        weight: 1,
        arbitrary: fc.string({ unit: fc.constantFrom('ä', 'Ж', '語', '😀', '\udc00', '\ufeff') }),
      },
    ),
  );

  function columnsOf(rows: readonly (readonly (string | null)[])[]): (string | null)[][] {
    return FIELDS.map((_, column) => rows.map((row) => row[column] ?? null));
  }

  test('come out as they do through a page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyCell, anyCell, anyCell, anyCell), { minLength: 1, maxLength: 100 }),
        fc.boolean(),
        async (rows, isEncoded) => {
          const pages = await create({
            ...REQUEST,
            snapshot: { ...SNAPSHOT, rowCount: rows.length },
            pageSize: 100,
          });
          const asSent = rows.map(([text, number, date, truth]) => [
            text,
            number,
            date,
            truth === 'true' || truth === 'false' ? truth === 'true' : truth,
          ]);
          const paged = await connection.addPage(pages, 1, bodyOf(1, asSent, { totalRecords: rows.length }));
          const texts = await create(OWN_ROWS);
          const columns = columnsOf(rows);
          const added = await connection.addTexts(texts, 0, isEncoded ? columns.map(encodeTexts) : columns);
          expect(added.rowCount).toBe(rows.length);
          expect(added.misfits).toEqual(paged.misfits);
          expect(await rowsIn(texts)).toEqual(await rowsIn(pages));
          for (const table of tables.splice(0)) await connection.dropTable(table);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('come in any order, keep their places, and are counted together', async () => {
    const table = await create(OWN_ROWS);
    const last = [
      ['x', 'unknown', '2026-02-30', 'yes'],
      ['y', '1.23456', 'soon', 'true'],
    ];
    await connection.addTexts(table, 3, columnsOf(last));
    const first = FIRST.map((row) => row.map((cell) => (cell === null ? null : String(cell))));
    expect(await connection.addTexts(table, 0, columnsOf(first))).toMatchObject({
      rowCount: 3,
      misfits: { Value: 2, Changed: 2, Active: 1 },
    });
    expect(await rowsIn(table)).toEqual([...FIRST_READ, ...LAST_READ]);
  });

  test('are added once, whole, and to a table of their own', async () => {
    const table = await create(OWN_ROWS);
    const columns = columnsOf([['a', '1', null, null]]);
    await connection.addTexts(table, 0, columns);
    const refused = { failure: { kind: 'query-failed' } };
    await expect(connection.addTexts(table, 0, columns)).rejects.toMatchObject(refused);
    await expect(connection.addTexts(table, 1, columns.slice(1))).rejects.toMatchObject(refused);
    await expect(connection.addTexts(table, 1, [['b', 'c'], ...columns.slice(1)])).rejects.toMatchObject(
      refused,
    );
    await expect(connection.addPage(table, 1, bodyOf(1, FIRST))).rejects.toMatchObject(refused);
    expect(await rowsIn(table)).toHaveLength(1);
    const paged = await create();
    await expect(connection.addTexts(paged, 0, columns)).rejects.toMatchObject(refused);
  });

  test('may share a column', async () => {
    const table = await create(OWN_ROWS);
    const empty = encodeTexts([null, null]);
    await connection.addTexts(table, 0, [['a', 'b'], empty, empty, empty]);
    expect(await rowsIn(table)).toEqual([
      ['0', 'a', null, null, null, null, null, null, null],
      ['1', 'b', null, null, null, null, null, null, null],
    ]);
  });
});

/** `sent` if the engine's number equals it. */
function sameDecimal(read: string | undefined, sent: string | null | undefined): string | null | undefined {
  const decimal = typeof sent === 'string' ? readDecimal(sent) : null;
  if (decimal === null || read === undefined) return undefined;
  const units = (text: string) => {
    const [integer = '', fraction = ''] = text.split('.');
    return BigInt(integer + fraction.padEnd(100, '0'));
  };
  return units(read) === units(decimal) ? sent : undefined;
}

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('queries', () => {
  const endless = sql`SELECT count(*) FROM range(100000000000)`;

  test('return no more rows than asked for, and say so', async () => {
    await create();
    const numbers = sql`SELECT range AS n, range % 2 = 0 AS is_even FROM range(5) ORDER BY range DESC`;
    expect(await connection.query(numbers, { maxRows: 2 })).toEqual({
      columns: ['n', 'is_even'],
      rows: [
        ['4', 'true'],
        ['3', 'false'],
      ],
      isTruncated: true,
    });
    expect((await connection.query(numbers, { maxRows: 5 })).isTruncated).toBe(false);
  });

  test('end when nobody wants them any more, whether they run or wait', async () => {
    await create();
    const running = new AbortController();
    const waiting = new AbortController();
    const ended = errorOf(connection.query(endless, { maxRows: 1, signal: running.signal }));
    const notStarted = errorOf(connection.query(endless, { maxRows: 1, signal: waiting.signal }));
    const next = connection.query(sql`SELECT 42 AS answer`, { maxRows: 1 });
    waiting.abort(new Error('not needed, either'));
    expect(await notStarted).toMatchObject({ message: 'not needed, either' });
    running.abort(new Error('not needed'));
    expect(await ended).toMatchObject({ message: 'not needed' });
    expect((await next).rows).toEqual([['42']]);
    await expect(connection.query(endless, { maxRows: 1, signal: running.signal })).rejects.toThrow(
      'not needed',
    );
  });

  test('fail as too large for a result of more digits than there is a type for', async () => {
    await create();
    const query = sql`SELECT CAST(${'9'.repeat(38)} AS DECIMAL(38, 0)) * 10`;
    await expect(connection.query(query, { maxRows: 1 })).rejects.toMatchObject({
      failure: { kind: 'out-of-range' },
    });
  });

  test.each([
    ['a column that is not there', sql`SELECT nothing`, /^Binder Error: .*"nothing"/],
    ['a text that is no number', sql`SELECT CAST(${'secret'} AS INTEGER)`, /^Conversion Error$/],
    ['what is no SQL', { text: "SELEC 'secret'" }, /^Parser/],
    ['a file', sql`SELECT * FROM read_csv('https://elsewhere.example/secret.csv')`, /^Permission Error$/],
    ['an extension', sql`SELECT * FROM read_parquet('secret.parquet')`, /^Catalog Error: [^']*$/],
  ])('fail for %s, and the failure quotes no value', async (_, query, detail) => {
    await create();
    await expect(connection.query(query, { maxRows: 1 })).rejects.toMatchObject({
      failure: { kind: 'query-failed', detail: expect.stringMatching(detail) },
    });
    expect((await connection.query(sql`SELECT 1`, { maxRows: 1 })).rows).toEqual([['1']]);
  });

  test('cannot fetch extensions or change settings', async () => {
    await create();
    const settings = sql`SELECT name, value FROM duckdb_settings() WHERE name IN (${joined(
      ['autoinstall_known_extensions', 'autoload_known_extensions', 'enable_external_access'].map(
        (name) => sql`${name}`,
      ),
      ', ',
    )})`;
    const { rows } = await connection.query(settings, { maxRows: 9 });
    expect(rows.map(([, value]) => value)).toEqual(['false', 'false', 'false']);
    const database = await loaded;
    expect(() => database?.execute(sql`SET enable_external_access = true`)).toThrow();
    expect(() => database?.execute(sql`LOAD parquet`)).toThrow();
  });
});

test.each([
  ['Out of Memory Error: failed to allocate data of size 16.0 MiB (3.0 GiB/3.1 GiB used)', 'out-of-memory'],
  ['Aborted(Cannot enlarge memory arrays)', 'out-of-memory'],
  ['Array buffer allocation failed', 'out-of-memory'],
  ["Conversion Error: Could not convert string 'out of memory' to INT32", 'query-failed'],
])('%s: %s', (message, kind) => {
  expect(engineFailure(new Error(message))).toMatchObject({ kind });
});

test('an ended engine rejects what is under way and what comes later, and ends once', async () => {
  const table = await create();
  tables.length = 0;
  const query = errorOf(connection.query(sql`SELECT count(*) FROM range(10000000000)`, { maxRows: 1 }));
  connection.terminate();
  connection.terminate();
  expect(await query).toMatchObject({ name: 'AbortError' });
  await expect(create()).rejects.toMatchObject({ name: 'AbortError' });
  await expect(connection.addPage(table, 1, bodyOf(1, FIRST))).rejects.toMatchObject({ name: 'AbortError' });
  await connection.dropTable(table);
});

describe('tables of computed rows', () => {
  const numbers = (start: number, end: number) => sql`SELECT range AS n FROM range(${start}, ${end})`;
  const endless = sql`SELECT count(*) AS n FROM range(100000000000)`;
  const { signal } = new AbortController();
  const rowsOf = (sqlName: string) =>
    connection.query(sql`SELECT n FROM ${identifier(sqlName)} ORDER BY rowid`, { maxRows: 10 });

  async function keptTables(): Promise<unknown> {
    const tables = sql`SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'kept%'`;
    return (await connection.query(tables, { maxRows: 10 })).rows;
  }

  test('keep the rows of queries in their order, until they are dropped', async () => {
    await create();
    const kept = await connection.materialise([numbers(3, 5), numbers(0, 2)], signal);
    expect(kept.rowCount).toBe(4);
    expect(kept.memoryBytes).toBeGreaterThan(1_000_000);
    expect((await rowsOf(kept.sqlName)).rows).toEqual([['3'], ['4'], ['0'], ['1']]);
    const other = await connection.materialise([numbers(7, 8)], signal);
    await connection.drop(kept.sqlName);
    await expect(rowsOf(kept.sqlName)).rejects.toMatchObject({ failure: { kind: 'query-failed' } });
    expect((await rowsOf(other.sqlName)).rows).toEqual([['7']]);
    await connection.drop(other.sqlName);
  });

  test.each([
    ['the first query', [endless]],
    ['a later query', [numbers(0, 5), endless]],
  ])('are not there when cancelled during %s', async (_, queries) => {
    await create();
    const cancelling = new AbortController();
    const ended = errorOf(connection.materialise(queries, cancelling.signal));
    setTimeout(() => cancelling.abort(new Error('not needed')), 100);
    expect(await ended).toMatchObject({ message: 'not needed' });
    expect(await keptTables()).toEqual([]);
  });

  test('are not there when nobody waits for them any more', async () => {
    await create();
    const cancelling = new AbortController();
    const ended = errorOf(connection.materialise([numbers(0, 5)], cancelling.signal));
    cancelling.abort(new Error('not needed'));
    expect(await ended).toMatchObject({ message: 'not needed' });
    expect(await keptTables()).toEqual([]);
  });

  test('are not there when a query fails', async () => {
    await create();
    await expect(connection.materialise([numbers(0, 5), sql`SELECT nothing`], signal)).rejects.toMatchObject({
      failure: { kind: 'query-failed' },
    });
    expect(await keptTables()).toEqual([]);
  });
});
