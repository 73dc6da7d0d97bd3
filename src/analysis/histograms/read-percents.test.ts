import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { compareDecimals, roundDecimal } from '@/lib/formats/decimal';
import { readPercentDistribution } from './read-percents';
import { runs } from '@/test/runs';
import { histogramBars } from '@/features/workbench/bars/histogram-bars';

const { signal } = new AbortController();
const PLACES = 4;

async function spreadOf(...percents: readonly string[]) {
  const { engine } = await openTestEngine([], []);
  const values = percents.map((percent) => sql`(CAST(${percent} AS DECIMAL(18, 4)))`);
  const kept = await engine.materialise(
    [sql`SELECT percent FROM (VALUES ${joined(values, ', ')}) AS t(percent)`],
    signal,
  );
  const distribution = await readPercentDistribution(
    engine,
    { table: identifier(kept.sqlName), percent: sql`percent`, places: PLACES, condition: sql`TRUE` },
    signal,
  );
  return { ...distribution, bars: histogramBars(distribution) };
}

test('percentages that are shown alike are in one bar, with another text at either end', async () => {
  const { bars, aboveCount } = await spreadOf(...Array.from({ length: 200 }, () => '4'), '4.0012');
  expect(aboveCount).toBe(0);
  expect(bars).toEqual([{ from: '4.0000', to: '4.0100', includesEnd: false, count: 201 }]);
});

test('the greatest is in the last bar, and the least in the first, also where they are far from the others', async () => {
  const near = Array.from({ length: 300 }, (_, index) => `${index % 3}`);
  const { bars, least, greatest } = await spreadOf('-50', ...near, '900');
  expect([least, greatest]).toEqual(['-50.0000', '900.0000']);
  expect(bars[0]).toEqual({ from: null, to: '0.0000', count: 1 });
  expect(bars.at(-1)).toEqual({ from: expect.any(String), to: null, count: 1 });
});

test('every percentage is in a bar, and no two bounds are shown alike', async () => {
  const percents = fc.array(fc.integer({ min: -90_000, max: 90_000 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(percents, async (units) => {
      const { bars, count, greatest } = await spreadOf(...units.map((each) => (each / 10_000).toFixed(4)));
      expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(count);
      const last = bars.at(-1);
      expect(last?.count).toBeGreaterThan(0);
      if (last?.from != null && greatest !== null) {
        expect(compareDecimals(last.from, greatest)).toBeLessThanOrEqual(0);
      }
      const bounds = bars.flatMap(({ from }) => (from === null ? [] : [roundDecimal(from, 2)]));
      expect(new Set(bounds).size).toBe(bounds.length);
    }),
    { numRuns: 30 },
  );
});

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
