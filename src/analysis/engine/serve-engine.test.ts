import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readDecimal } from '@/lib/formats/decimal';
import type { BodyChunks } from '@/lib/base/body-chunks';
import {
  anyText,
  bodyOf,
  columnsOf,
  engineForEachTest,
  FIRST,
  FIRST_READ,
  LAST,
  LAST_READ,
  REQUEST,
  SNAPSHOT,
  type Json,
} from '@/test/engine-in-process';
import { testField } from '@/test/test-price-column';
import type { Database } from './database';
import type { EngineReply } from './engine-messages';
import { MAX_STATEMENT_LENGTH, MAX_STATEMENT_MS, serveEngine } from './serve-engine';
import { identifier, sql } from './sql';
import { runs } from '@/test/runs';

const engine = engineForEachTest();

describe('pages', () => {
  test('come in any order; what does not fit its column is kept apart and counted', async () => {
    const table = await engine.create();
    const last = await engine.connection.addPage(table, 2, bodyOf(2, LAST));
    expect(last).toMatchObject({ rowCount: 2, misfits: { Value: 2, Changed: 2, Active: 1 } });
    expect(last.memoryBytes).toBeGreaterThan(1_000_000);
    expect(await engine.connection.addPage(table, 1, bodyOf(1, FIRST))).toMatchObject({
      rowCount: 3,
      misfits: last.misfits,
    });
    expect(await engine.rowsIn(table)).toEqual([...FIRST_READ, ...LAST_READ]);
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
    const table = await engine.create();
    await expect(
      engine.connection.addPage(
        table,
        1,
        body.map((chunk) => chunk.slice()),
      ),
    ).rejects.toMatchObject(error);
    expect(await engine.rowsIn(table)).toEqual([]);
    await engine.connection.addPage(table, 1, bodyOf(1, FIRST));
    expect(await engine.rowsIn(table)).toEqual(FIRST_READ);
  });

  test('half a character, which the engine has no text for, is written as its code and counted', async () => {
    const table = await engine.create();
    const rows: Json[][] = [
      ['a\ud83d', null, null, null],
      ['a\udc00', '\ud83d', null, null],
      ['😀', null, null, null],
    ];
    const { misfits } = await engine.connection.addPage(table, 1, bodyOf(1, rows));
    expect(misfits).toEqual({ Number: 2, Value: 1 });
    const read = await engine.rowsIn(table);
    expect(read.map((row) => row[1])).toEqual(['a‹U+D83D›', 'a‹U+DC00›', '😀']);
    expect(read[1]?.[3]).toBe('‹U+D83D›');
  });

  test('that are there are not added again', async () => {
    const table = await engine.create();
    await engine.connection.addPage(table, 1, bodyOf(1, FIRST));
    await expect(engine.connection.addPage(table, 1, bodyOf(1, FIRST))).rejects.toMatchObject({
      failure: { kind: 'query-failed' },
    });
    expect(await engine.rowsIn(table)).toEqual(FIRST_READ);
  });

  test('of two tables stay apart, and a dropped table is gone', async () => {
    const one = await engine.create();
    const other = await engine.create();
    await engine.connection.addPage(one, 1, bodyOf(1, FIRST));
    await engine.connection.addPage(other, 2, bodyOf(2, LAST));
    expect(await engine.rowsIn(one)).toEqual(FIRST_READ);
    expect(await engine.rowsIn(other)).toEqual(LAST_READ);
    await engine.connection.drop(one.sqlName);
    await expect(engine.rowsIn(one)).rejects.toMatchObject({ failure: { kind: 'query-failed' } });
    await expect(engine.connection.addPage(one, 2, bodyOf(2, LAST))).rejects.toMatchObject({
      name: 'EngineError',
    });
    expect(await engine.rowsIn(other)).toEqual(LAST_READ);
  });
});

test('misfits of a later page are found beside those of earlier ones, in whatever order their columns have them', async () => {
  const table = await engine.create({ ...REQUEST, snapshot: { ...SNAPSHOT, rowCount: 12 } });
  const pages: Json[][] = [
    ['a', 1, '2026-01-31', 'perhaps'],
    ['b', 'many', '2026-01-31', 'perhaps'],
    ['c', 2, '2026-01-31', true],
    ['d', 'few', 'soon', false],
  ];
  for (const [index, row] of pages.entries()) {
    const body = bodyOf(index + 1, [row, row, row], { totalRecords: 12 });
    await engine.connection.addPage(table, index + 1, body);
  }
  const read = await engine.rowsIn(table);
  expect(read.filter((_, index) => index % 3 === 2).map((row) => [row[3], row[6], row[8]])).toEqual([
    [null, null, 'perhaps'],
    ['many', null, 'perhaps'],
    [null, null, null],
    ['few', 'soon', null],
  ]);
});

test('a column without metadata is text, and a number without a scale keeps ten places', async () => {
  const names = ['Number', 'Value', 'Changed', 'Active'];
  const scales = [null, testField('Value', { type: 'number', sqlType: 'float', scale: 0 }), null, null];
  const table = await engine.create({
    ...REQUEST,
    columns: names.map((name, index) => ({ name, field: scales[index] ?? null })),
  });
  expect(table.columns.map(({ type, scale }) => [type, scale])).toEqual([
    ['text', null],
    ['number', 10],
    ['text', null],
    ['text', null],
  ]);
  await engine.connection.addPage(
    table,
    1,
    bodyOf(1, [
      ['a', 1.5e-7, '31/1', true],
      ['b', 1e21, '', false],
      ['c', 1e27, null, null],
    ]),
  );
  expect(await engine.rowsIn(table)).toEqual([
    ['0', 'a', '0.0000001500', null, '31/1', 'true'],
    ['1', 'b', '1000000000000000000000.0000000000', null, '', 'false'],
    ['2', 'c', '1000000000000000000000000000.0000000000', null, null, null],
  ]);
});

test('a number of more than 18 digits widens its column, and no value changes', async () => {
  const table = await engine.create({ ...REQUEST, snapshot: { ...SNAPSHOT, rowCount: 9 } });
  const pages = [
    ['99999900000000.0000', '-99999900000000.0000', '0.0001'],
    ['123456789012345678901234567890.1234', null, '-1.5'],
    ['100000000000000.0000', '-100000000000000.0001', '2'],
  ];
  const value = identifier(table.columns[1]?.sqlName ?? '');
  const types: unknown[] = [];
  for (const [index, values] of pages.entries()) {
    const rows = values.map((number) => ['a', number, null, null]);
    const added = await engine.connection.addPage(
      table,
      index + 1,
      bodyOf(index + 1, rows, { totalRecords: 9 }),
    );
    expect(added.misfits).toEqual({});
    const type = sql`SELECT typeof(any_value(${value})) FROM ${identifier(table.sqlName)}`;
    types.push((await engine.connection.query(type, { maxRows: 1 })).rows[0]?.[0]);
  }
  expect(types).toEqual(['DECIMAL(18,4)', 'DECIMAL(38,4)', 'DECIMAL(38,4)']);
  expect((await engine.rowsIn(table)).map((row) => row[2])).toEqual([
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
  expect((await engine.connection.query(sum, { maxRows: 1 })).rows).toEqual([
    ['123456789012345678901234567890.6234'],
  ]);
});

test.each<[string, Json[]]>([
  ['longer numbers', ['e', '123456789012345678901234567890.1234', null, null]],
  ['misfits', ['e', '1.5', 'no day', 'no truth']],
])('a view of rows stays whole when a later page has %s', async (_, row) => {
  const table = await engine.create();
  await engine.connection.addPage(table, 1, bodyOf(1, FIRST));
  const { signal } = new AbortController();
  const query = sql`SELECT rowid AS row_id, * FROM ${identifier(table.sqlName)} WHERE rowid <= 2`;
  const view = await engine.connection.createView(query, signal);
  const rows = sql`SELECT ${columnsOf(table)} FROM ${identifier(view)} ORDER BY row_id`;
  const before = await engine.connection.query(rows, { maxRows: 9 });
  expect(before.rows).toHaveLength(3);
  await engine.connection.addPage(table, 2, bodyOf(2, [row, row]));
  expect(await engine.connection.query(rows, { maxRows: 9 })).toEqual(before);
});

test('every value comes back as it was, equal in value, or as a misfit with its text', async () => {
  const cell = fc.oneof({ weight: 6, arbitrary: anyText }, fc.boolean(), fc.constant(null));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 200 }),
      async (rows) => {
        const table = await engine.create({
          ...REQUEST,
          snapshot: { ...SNAPSHOT, rowCount: rows.length },
          pageSize: 50,
        });
        for (let start = 0; start < rows.length; start += 50) {
          const page = start / 50 + 1;
          const body = bodyOf(page, rows.slice(start, start + 50), { totalRecords: rows.length });
          await engine.connection.addPage(table, page, body);
        }
        for (const [index, read] of (await engine.rowsIn(table)).entries()) {
          const [, text, number, numberMisfit, date, moment, dateMisfit, truth, truthMisfit] = read;
          const sent = (rows[index] ?? []).map((value) => (value === null ? null : String(value)));
          expect(text).toBe(sent[0]);
          expect(number === null ? numberMisfit : sameDecimal(number, sent[1])).toBe(sent[1]);
          expect(date ?? dateMisfit).toBe(sent[2]);
          expect(date === null).toBe(moment === null);
          expect(truth ?? truthMisfit).toBe(sent[3]);
          expect(truth === null).toBe(typeof rows[index]?.[3] !== 'boolean');
        }
        await engine.connection.drop(table.sqlName);
      },
    ),
    { numRuns: runs(10) },
  );
});

/** Returns `sent` if the engine's number is equal to it. */
function sameDecimal(read: string | undefined, sent: string | null | undefined): string | null | undefined {
  const decimal = typeof sent === 'string' ? readDecimal(sent) : null;
  if (decimal === null || read === undefined) return undefined;
  const units = (text: string) => {
    const [integer = '', fraction = ''] = text.split('.');
    return BigInt(integer + fraction.padEnd(100, '0'));
  };
  return units(read) === units(decimal) ? sent : undefined;
}

test('queries that arrive together after another one run one after the other', async () => {
  let isRunning = false;
  const database: Database = {
    execute: () => undefined,
    insert: () => undefined,
    compress: () => undefined,
    memoryBytes: () => 0,
    startStatement: () => ({ advance: () => true, cancel: () => undefined }),
    startBytes: () => ({ advance: () => new Uint8Array(), cancel: () => undefined }),
    startTexts: () => ({ advance: () => [], cancel: () => undefined }),
    // If two queries run at the same time, neither ends, as on the engine's own connection.
    start: ({ text }) => {
      if (isRunning) throw new Error('Another query is running');
      isRunning = true;
      let stepsLeft = 3;
      const advance = () => {
        stepsLeft -= 1;
        if (stepsLeft > 0) return null;
        isRunning = false;
        return { columns: [], rows: [[text]], isTruncated: false };
      };
      return { advance, cancel: () => undefined };
    },
  };
  const replies: EngineReply[] = [];
  const later = [2, 3, 4];
  const receive = serveEngine({
    openDatabase: () => Promise.resolve(database),
    report: (reply) => replies.push(reply),
    receiveMessages: async () => {
      await Promise.resolve();
      if (replies.length > 0) later.splice(0).forEach(ask);
    },
  });
  function ask(id: number): void {
    receive({ id, command: { kind: 'query', query: sql`SELECT ${id}`, maxRows: 1 } });
  }
  ask(1);
  await vi.waitFor(() => expect(replies).toHaveLength(4));
  expect(replies.map(({ id, kind }) => [id, kind])).toEqual([1, 2, 3, 4].map((id) => [id, 'done']));
});

test('a statement that takes too long is cancelled, one that is too long is not run, and the next one has its turn', async () => {
  let nowMs = 0;
  const cancelled: string[] = [];
  const database: Database = {
    execute: () => undefined,
    insert: () => undefined,
    compress: () => undefined,
    memoryBytes: () => 0,
    startStatement: () => ({ advance: () => true, cancel: () => undefined }),
    startBytes: () => ({ advance: () => new Uint8Array(), cancel: () => undefined }),
    startTexts: () => ({ advance: () => [], cancel: () => undefined }),
    start: ({ text }) => ({
      advance: () => {
        if (text !== 'endless') return { columns: [], rows: [], isTruncated: false };
        nowMs += MAX_STATEMENT_MS / 10;
        return null;
      },
      cancel: () => cancelled.push(text),
    }),
  };
  const replies: EngineReply[] = [];
  const receive = serveEngine({
    openDatabase: () => Promise.resolve(database),
    report: (reply) => replies.push(reply),
    receiveMessages: () => Promise.resolve(),
    now: () => nowMs,
  });
  const texts = ['endless', 'x'.repeat(MAX_STATEMENT_LENGTH + 1), 'quick'];
  for (const [id, text] of texts.entries())
    receive({ id, command: { kind: 'query', query: { text }, maxRows: 1 } });
  await vi.waitFor(() => expect(replies).toHaveLength(3));
  expect(replies).toMatchObject([
    { id: 0, kind: 'failed', trouble: { kind: 'engine', failure: { kind: 'too-slow' } } },
    { id: 1, kind: 'failed', trouble: { kind: 'engine', failure: { kind: 'too-large' } } },
    { id: 2, kind: 'done' },
  ]);
  expect(cancelled).toEqual(['endless']);
});
