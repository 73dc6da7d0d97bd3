import { expect, test } from 'vitest';
import { bodyOf, engineForEachTest, FIRST, REQUEST } from '@/test/engine-in-process';
import type { EngineConnection } from './engine-connection';
import { sharedConnection } from './shared-connection';
import { sql, type Sql } from './sql';

const engine = engineForEachTest();
const { signal } = new AbortController();
const endless = sql`SELECT count(*) AS n FROM range(100000000000)`;

type Ask = (reader: EngineConnection, query: Sql, asked?: AbortSignal) => Promise<unknown>;

const COMPUTED: [string, Ask][] = [
  ['a query', (reader, query, asked = signal) => reader.query(query, { maxRows: 1, signal: asked })],
  ['bytes', (reader, query, asked = signal) => reader.bytes(query, asked)],
  ['texts', (reader, query, asked = signal) => reader.texts(query, asked)],
  ['a kept table', (reader, query, asked = signal) => reader.materialise([query], asked)],
];

/** Returns a second connection to the engine, and the failures that its owner gets. */
async function share() {
  await engine.create();
  const failures: unknown[] = [];
  return { reader: sharedConnection(engine.connection, (error) => failures.push(error)), failures };
}

async function tableNames(): Promise<unknown> {
  const { rows } = await engine.connection.query(sql`SELECT table_name FROM duckdb_tables() ORDER BY 1`, {
    maxRows: 10,
  });
  return rows.flat();
}

test.each<[string, Ask]>([
  ...COMPUTED,
  ['a view', (reader, query) => reader.createView(query, signal)],
  ['a page', (reader) => reader.addPage({ sqlName: 'rows_9', columns: [] }, 1, [])],
])('the owner is told of %s that fails', async (_, ask) => {
  const { reader, failures } = await share();
  const failure = { failure: { kind: 'query-failed' } };
  await expect(ask(reader, sql`SELECT nothing`)).rejects.toMatchObject(failure);
  expect(failures).toMatchObject([failure]);
});

test.each(COMPUTED)('%s ends with its reader, and the owner’s queries go on', async (_, ask) => {
  const { reader, failures } = await share();
  const tables = await tableNames();
  setTimeout(reader.terminate, 100);
  await expect(ask(reader, endless)).rejects.toMatchObject({ name: 'AbortError' });
  expect(await tableNames()).toEqual(tables);
  expect(failures).toEqual([]);
});

test.each(COMPUTED)('%s that is cancelled ends alone, and is no failure of the engine', async (_, ask) => {
  const { reader, failures } = await share();
  const tables = await tableNames();
  const cancelling = new AbortController();
  const reason = new Error('cancelled');
  setTimeout(() => cancelling.abort(reason), 100);
  await expect(ask(reader, endless, cancelling.signal)).rejects.toBe(reason);
  expect(await tableNames()).toEqual(tables);
  expect(failures).toEqual([]);
  await expect(reader.query(sql`SELECT 1`, { maxRows: 1 })).resolves.toMatchObject({ rows: [['1']] });
});

test('a reader that has ended has dropped its pages, answers nothing, and can still drop what it kept', async () => {
  const { reader } = await share();
  const tables = await tableNames();
  const table = await reader.createTable(REQUEST, signal);
  const kept = await reader.materialise([sql`SELECT 1 AS n`], signal);
  const view = await reader.createView(sql`SELECT 1 AS n`, signal);
  expect(await tableNames()).toEqual([kept.sqlName, tables, table.sqlName].flat());
  reader.terminate();
  await expect(reader.query(sql`SELECT 1`, { maxRows: 1 })).rejects.toMatchObject({ name: 'AbortError' });
  await expect(reader.createTable(REQUEST, signal)).rejects.toMatchObject({ name: 'AbortError' });
  await expect(reader.materialise([sql`SELECT 1`], signal)).rejects.toMatchObject({ name: 'AbortError' });
  await reader.drop(kept.sqlName);
  await reader.drop(view);
  expect(await tableNames()).toEqual(tables);
});

test('a reader transfers the buffers of its pages', async () => {
  const { reader } = await share();
  const table = await reader.createTable(REQUEST, signal);
  const page = bodyOf(1, FIRST);
  await reader.addPage(table, 1, page);
  expect(page.map(({ byteLength }) => byteLength)).toEqual([0]);
});
