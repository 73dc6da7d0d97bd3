import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { readPercentDistribution } from './read-percents';
import { runs } from '@/test/runs';

const { signal } = new AbortController();
const PLACES = 4;

test('rows that stand for several differences are spread as these are', async () => {
  const { engine } = await openTestEngine([], []);
  const percent = fc.oneof(
    fc.integer({ min: -30, max: 30 }),
    fc.integer({ min: -3_000_000, max: 3_000_000 }),
  );
  const rows = fc.array(fc.tuple(percent, fc.integer({ min: 1, max: 300 })), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rows, async (counted) => {
      const values = counted.map(([units, n]) => sql`(CAST(${units} AS DECIMAL(18, 0)) * 0.0001, ${n})`);
      const kept = await engine.materialise(
        [
          sql`SELECT percent, n FROM (VALUES ${joined([sql`(CAST(0 AS DECIMAL(18, 0)) * 0.0001, 0)`, ...values], ', ')}) AS t(percent, n) WHERE n > 0`,
        ],
        signal,
      );
      const each = await engine.materialise(
        [sql`SELECT percent FROM (SELECT percent, unnest(range(n)) FROM ${identifier(kept.sqlName)})`],
        signal,
      );
      const read = (sqlName: string, rowCount: Sql | null) =>
        readPercentDistribution(
          engine,
          {
            table: identifier(sqlName),
            percent: sql`percent`,
            places: PLACES,
            condition: sql`TRUE`,
            rowCount,
          },
          signal,
        );
      expect(await read(kept.sqlName, sql`n`)).toEqual(await read(each.sqlName, null));
      await engine.drop(kept.sqlName);
      await engine.drop(each.sqlName);
    }),
    {
      numRuns: runs(60),
      examples: [
        [[]],
        [[[5, 1]]],
        [
          [
            [0, 2],
            [1, 2],
          ],
        ],
      ],
    },
  );
});
