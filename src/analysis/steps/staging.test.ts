import { expect, test } from 'vitest';
import { duckDBInProcess } from '@/test/duckdb-in-process';
import { sql } from '../engine/sql';
import { createStaging, sqlTerm, term } from './staging';

test('the engine judges a condition by the column, and repeats no stage from which the column is computed', async () => {
  const staging = createStaging();
  let value = sqlTerm(sql`n`);
  for (const limit of [1, 2, 3]) {
    value = staging.bind(term`CASE WHEN ${value} < ${limit} THEN ${limit} ELSE ${value} END`);
  }
  const column = staging.keep('x', value);
  const rows = staging.rowsWith(sql`SELECT range AS n FROM range(9)`);
  const database = await duckDBInProcess();
  database.open({});
  const explained = database
    .connect()
    .query(sql`EXPLAIN (FORMAT json) SELECT * FROM (${rows}) WHERE ${column.sql} > 5`.text);
  const plan = String(explained.getChildAt(1)?.get(0));
  const filters = [...plan.matchAll(/"name": "FILTER"[^]*?"Expression": "([^"]*)"/g)];
  expect(filters.map(([, expression]) => expression)).toEqual(['(x > 5)']);
});
