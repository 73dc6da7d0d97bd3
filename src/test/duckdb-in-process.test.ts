import { expect, test } from 'vitest';
import { sql } from '@/analysis/engine/sql';
import { openTestEngine } from './analysis-engine';
import { duckDBInProcess } from './duckdb-in-process';

test('a connection of before is no longer heard, and breaks nothing', async () => {
  for (let round = 0; round < 3; round += 1) {
    const before = await duckDBInProcess();
    before.open({});
    const left = before.connect();
    left.query('CREATE TABLE t AS SELECT range AS a FROM range(1000)');
    const leave = left.useUnsafe((all, connection) => {
      all.startPendingQuery(connection, 'SELECT a % 17, count(*) FROM t, range(9) GROUP BY 1', false);
      return () => all.pollPendingQuery(connection);
    });

    const after = await duckDBInProcess();
    after.open({});
    const connection = after.connect();
    expect(leave).toThrow('opened for something else');
    expect(() => left.query('SELECT 1')).toThrow('opened for something else');
    expect(() => left.close()).toThrow('opened for something else');
    expect(
      connection
        .query('SELECT 42 AS n')
        .toArray()
        .map(({ n }) => Number(n)),
    ).toEqual([42]);
  }
});

test('rejects what is asked of tables of before, as the engine of the product does once it has ended', async () => {
  const { engine } = await openTestEngine([{ name: 'Name', type: 'text', scale: null }], []);
  (await duckDBInProcess()).open({});
  const { signal } = new AbortController();
  const read = sql`SELECT * FROM rows_read`;
  await expect(engine.drop('rows_read')).rejects.toThrow();
  await expect(engine.createView(read, signal)).rejects.toThrow();
  await expect(engine.materialise([read], signal)).rejects.toThrow();
  await expect(engine.query(read, { maxRows: 1 })).rejects.toThrow();
  await expect(engine.texts(read, signal)).rejects.toThrow();
  await expect(engine.bytes(read, signal)).rejects.toThrow();
});
