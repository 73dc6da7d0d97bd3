import { describe, expect, test } from 'vitest';
import { bodyOf, engineForEachTest, FIRST } from '@/test/engine-in-process';
import { rowsOf } from '@/lib/row-batches/row-batch';
import { engineFailure } from './database';
import { batchOfTexts } from './encoded-texts';
import { identifier, joined, sql } from './sql';

const engine = engineForEachTest();

describe('queries', () => {
  const endless = sql`SELECT count(*) FROM range(100000000000)`;

  test('return no more rows than asked for, and say so', async () => {
    await engine.create();
    const numbers = sql`SELECT range AS n, range % 2 = 0 AS is_even FROM range(5) ORDER BY range DESC`;
    expect(await engine.connection.query(numbers, { maxRows: 2 })).toEqual({
      columns: ['n', 'is_even'],
      rows: [
        ['4', 'true'],
        ['3', 'false'],
      ],
      isTruncated: true,
    });
    expect((await engine.connection.query(numbers, { maxRows: 5 })).isTruncated).toBe(false);
  });

  test('return columns as the bytes of their texts', async () => {
    await engine.create();
    const mixed = sql`SELECT CASE WHEN range % 3 = 0 THEN NULL ELSE 'ü' || range END AS t, range % 2 = 0 AS b, NULL AS nothing
      FROM range(5000) ORDER BY range DESC`;
    const columns = await engine.connection.texts(mixed, new AbortController().signal);
    const texts = columns.map((column) => rowsOf(batchOfTexts(column)).flat());
    const numbers = Array.from({ length: 5_000 }, (_, index) => 4_999 - index);
    expect(texts).toEqual([
      numbers.map((number) => (number % 3 === 0 ? null : `ü${number}`)),
      numbers.map((number) => String(number % 2 === 0)),
      numbers.map(() => null),
    ]);
    const none = await engine.connection.texts(
      sql`SELECT 'x' AS t WHERE FALSE`,
      new AbortController().signal,
    );
    expect(none.map(({ ends }) => ends.length)).toEqual([0]);
  });

  test('end when nobody wants them any more, whether they run or wait', async () => {
    await engine.create();
    const running = new AbortController();
    const waiting = new AbortController();
    const ended = errorOf(engine.connection.query(endless, { maxRows: 1, signal: running.signal }));
    const notStarted = errorOf(engine.connection.query(endless, { maxRows: 1, signal: waiting.signal }));
    const next = engine.connection.query(sql`SELECT 42 AS answer`, { maxRows: 1 });
    waiting.abort(new Error('not needed, either'));
    expect(await notStarted).toMatchObject({ message: 'not needed, either' });
    running.abort(new Error('not needed'));
    expect(await ended).toMatchObject({ message: 'not needed' });
    expect((await next).rows).toEqual([['42']]);
    await expect(engine.connection.query(endless, { maxRows: 1, signal: running.signal })).rejects.toThrow(
      'not needed',
    );
  });

  test('fail as too large for a result of more digits than there is a type for', async () => {
    await engine.create();
    const query = sql`SELECT CAST(${'9'.repeat(38)} AS DECIMAL(38, 0)) * 10`;
    await expect(engine.connection.query(query, { maxRows: 1 })).rejects.toMatchObject({
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
    await engine.create();
    await expect(engine.connection.query(query, { maxRows: 1 })).rejects.toMatchObject({
      failure: { kind: 'query-failed', detail: expect.stringMatching(detail) },
    });
    expect((await engine.connection.query(sql`SELECT 1`, { maxRows: 1 })).rows).toEqual([['1']]);
  });

  test('cannot fetch extensions or change settings', async () => {
    await engine.create();
    const settings = sql`SELECT name, value FROM duckdb_settings() WHERE name IN (${joined(
      ['autoinstall_known_extensions', 'autoload_known_extensions', 'enable_external_access'].map(
        (name) => sql`${name}`,
      ),
      ', ',
    )})`;
    const { rows } = await engine.connection.query(settings, { maxRows: 9 });
    expect(rows.map(([, value]) => value)).toEqual(['false', 'false', 'false']);
    const database = await engine.database();
    expect(() => database.execute(sql`SET enable_external_access = true`)).toThrow();
    expect(() => database.execute(sql`LOAD parquet`)).toThrow();
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
  const table = await engine.create();
  engine.tables.length = 0;
  const query = errorOf(
    engine.connection.query(sql`SELECT count(*) FROM range(10000000000)`, { maxRows: 1 }),
  );
  engine.connection.terminate();
  engine.connection.terminate();
  expect(await query).toMatchObject({ name: 'AbortError' });
  await expect(engine.create()).rejects.toMatchObject({ name: 'AbortError' });
  await expect(engine.connection.addPage(table, 1, bodyOf(1, FIRST))).rejects.toMatchObject({
    name: 'AbortError',
  });
  await engine.connection.drop(table.sqlName);
});

describe('tables of computed rows', () => {
  const numbers = (start: number, end: number) => sql`SELECT range AS n FROM range(${start}, ${end})`;
  const endless = sql`SELECT count(*) AS n FROM range(100000000000)`;
  const { signal } = new AbortController();
  const rowsOf = (sqlName: string) =>
    engine.connection.query(sql`SELECT n FROM ${identifier(sqlName)} ORDER BY rowid`, { maxRows: 10 });

  async function keptTables(): Promise<unknown> {
    const tables = sql`SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'kept%'`;
    return (await engine.connection.query(tables, { maxRows: 10 })).rows;
  }

  test('keep the rows of queries in their order, until they are dropped', async () => {
    await engine.create();
    const kept = await engine.connection.materialise([numbers(3, 5), numbers(0, 2)], signal);
    expect(kept.rowCount).toBe(4);
    expect(kept.memoryBytes).toBeGreaterThan(1_000_000);
    expect((await rowsOf(kept.sqlName)).rows).toEqual([['3'], ['4'], ['0'], ['1']]);
    const other = await engine.connection.materialise([numbers(7, 8)], signal);
    await engine.connection.drop(kept.sqlName);
    await expect(rowsOf(kept.sqlName)).rejects.toMatchObject({ failure: { kind: 'query-failed' } });
    expect((await rowsOf(other.sqlName)).rows).toEqual([['7']]);
    await engine.connection.drop(other.sqlName);
  });

  test.each([
    ['the first query', [endless]],
    ['a later query', [numbers(0, 5), endless]],
  ])('are not there when cancelled during %s', async (_, queries) => {
    await engine.create();
    const cancelling = new AbortController();
    const ended = errorOf(engine.connection.materialise(queries, cancelling.signal));
    setTimeout(() => cancelling.abort(new Error('not needed')), 100);
    expect(await ended).toMatchObject({ message: 'not needed' });
    expect(await keptTables()).toEqual([]);
  });

  test('are not there when nobody waits for them any more', async () => {
    await engine.create();
    const cancelling = new AbortController();
    const ended = errorOf(engine.connection.materialise([numbers(0, 5)], cancelling.signal));
    cancelling.abort(new Error('not needed'));
    expect(await ended).toMatchObject({ message: 'not needed' });
    expect(await keptTables()).toEqual([]);
  });

  test('are not there when a query fails', async () => {
    await engine.create();
    await expect(
      engine.connection.materialise([numbers(0, 5), sql`SELECT nothing`], signal),
    ).rejects.toMatchObject({
      failure: { kind: 'query-failed' },
    });
    expect(await keptTables()).toEqual([]);
  });
});

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}
