import { PRICE_SOURCES } from '@mocks/data/price-sources';
import { beforeAll, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { demoRows, type DemoRows } from '@/test/demo-rows';
import { naiveCheck } from '@/test/naive-checks';
import { IS_LONG } from '@/test/runs';
import { ROLES, type Roles } from '@/rows/price-rows/column-roles';
import { identifier, sql } from '../engine/sql';
import { isAmong } from '../rows/read-cells';
import type { AnalysedTable } from '../engine/analysed-table';
import { checksOfRows } from './checks-of-rows';
import { runChecks } from './run-checks';

// These tests run random queries on the demo's price columns. A check that compares rows of the same price must not find rows without an
// error, whatever fields are read, in whatever order, with whatever values.

const ROW_COUNT = 2_000;
/** Price columns with many fields have fewer rows, because loading them into the engine takes most of the time. */
const WIDE_ROW_COUNT = 100;
// The default is a few queries, because all queries take minutes.
const QUERIES = IS_LONG ? 30 : 6;
const TODAY = '2026-11-23';
const { signal } = new AbortController();

/** For each price column of the demo, the columns that identify a price, and its dates. */
const TRUTH: Readonly<Record<string, { key: readonly string[]; from?: string; to?: string }>> = {
  SalesPrice: {
    key: ['ItemNumber', 'PriceList', 'Currency', 'MinimumQuantity', 'Unit'],
    from: 'ValidFrom',
    to: 'ValidTo',
  },
  CostForPricing: { key: ['Number'] },
  CustomerPrice: { key: ['ItemNumber', 'CustomerNumber'], from: 'ValidFrom', to: 'ValidTo' },
  RegionalPrice: { key: ['ItemNumber'] },
  PromotionPrice: { key: ['PromotionCode', 'ItemNumber', 'Currency'], from: 'StartsOn', to: 'EndsOn' },
  TenderPrice: { key: ['ItemNumber'] },
  // Each row of this price column is a change of a price.
  PriceHistory: { key: ['ItemNumber', 'PriceList', 'Currency'], from: 'ChangedAt' },
  TestPatterns: { key: ['PatternNo'] },
  WidePrice40: { key: ['ItemNumber'] },
};
/** The number of rows between two changes of the same price. */
const HISTORY_PERIOD = 250_000;
const POSITIONS: Readonly<Record<string, (row: number) => number>> = {
  PriceHistory: (row) => Math.floor(row / 4) + (row % 4) * HISTORY_PERIOD,
};
/** The price columns whose prices may overlap. Their keys have five columns and two columns. */
const FEW = ['SalesPrice', 'CustomerPrice'];
const COMPARING = ['key-twice', 'overlap', 'gap'] as const;
type Comparing = (typeof COMPARING)[number];

/** Returns a small, deterministic generator of random numbers (mulberry32). */
function randomOf(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

interface Query {
  /** The names of the fields, in the order of the query. */
  readonly fields: readonly string[];
  /** The positions of the rows that satisfy the query. */
  readonly rows: readonly number[];
  readonly words: string;
}

/** Returns a query like those of users: a few conditions on existing values, with all fields or some of them. */
function randomQuery({ fields, rows }: DemoRows, next: (count: number) => number): Query {
  const words: string[] = [];
  let admitted = rows.map((_, row) => row);
  for (let condition = next(3); condition > 0; condition -= 1) {
    const at = next(Math.min(fields.length, 20));
    const field = fields[at];
    // The condition admits one or a few values. If a column has many different values, it admits all from one value on.
    const values = Array.from({ length: 1 + next(3) }, () => rows[next(rows.length)]?.[at] ?? null);
    const kinds = new Set(rows.slice(0, 400).map((cells) => cells[at])).size;
    const [least = ''] = values.map(String);
    const admits = (cell: string | boolean | null | undefined) =>
      kinds > 60 ? String(cell ?? '') >= least : values.includes(cell ?? null);
    const left = admitted.filter((row) => admits(rows[row]?.[at]));
    if (left.length === 0) continue;
    admitted = left;
    words.push(`${field?.name} ${kinds > 60 ? `from ${least}` : `of ${values.join(', ')}`}`);
  }
  const names = fields.map(({ name }) => name);
  const kind = next(3);
  const some = kind === 0 ? names : names.filter(() => next(kind === 1 ? 8 : 3) > 0);
  const inOrder = next(2) === 0 ? some : some.toSorted(() => next(3) - 1);
  const chosen = inOrder.length === 0 ? names : inOrder;
  return { fields: chosen, rows: admitted, words: `${words.join(', ')}; ${chosen.join(' ')}` };
}

/** Returns the positions of the rows that a check should find among the query's rows, computed from all fields. */
function oracle(check: Comparing, { fields, rows }: DemoRows, name: string, query: Query): Set<number> {
  const truth = TRUTH[name] ?? { key: [] };
  const roles: Roles = {
    ...(Object.fromEntries(ROLES.map((role) => [role, null])) as Roles),
    article: truth.key[0] ?? null,
    validFrom: truth.from ?? null,
    validTo: truth.to ?? null,
  };
  // If prices have no end, no two prices are known to apply on the same day.
  if (check !== 'key-twice' && truth.to === undefined) return new Set();
  const some = query.rows.map((row) => rows[row] ?? []);
  const input = { fields, rows: some, roles, key: truth.key, currencyScope: null, day: TODAY };
  const found = naiveCheck(check, input, { days: '1' });
  return new Set([...found.keys()].map((row) => query.rows[row] ?? -1));
}

let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine([], []);
});

/** Returns what each check finds with default settings, for the checks that are run. */
async function found(
  { priceColumn }: DemoRows,
  table: AnalysedTable,
  query: Query,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const { engine } = opened;
  const { sqlName } = await engine.materialise(
    [sql`SELECT * FROM ${identifier(table.sqlName)} WHERE ${isAmong(query.rows)}`],
    signal,
  );
  const columns = query.fields.flatMap((name) => table.columns.filter((column) => column.name === name));
  const rows = { table: { sqlName, columns }, refinedOf: null, misfits: {}, priceColumn };
  const checks = await checksOfRows({ engine, ...rows, parameter: undefined, today: TODAY }, signal);
  if (checks === null) throw new Error('The checks cannot be read.');
  const comparing = checks.checks.filter(({ id }) => (COMPARING as readonly string[]).includes(id));
  const run = await runChecks(engine, checks.rows, comparing, signal);
  const all = new Map<string, ReadonlySet<number>>();
  for (const { id, sqlName: of } of run.results) {
    const result = await engine.query(sql`SELECT row_index FROM ${identifier(of)}`, {
      signal,
      maxRows: ROW_COUNT,
    });
    all.set(id, new Set(result.rows.map(([row]) => Number(row))));
    await engine.drop(of);
  }
  await engine.drop(sqlName);
  return all;
}

test('every price column of the demo has its truth here', () => {
  expect(PRICE_SOURCES.map(({ name }) => name).filter((name) => !Object.hasOwn(TRUTH, name))).toEqual([]);
});

test.each(FEW)(
  'no false alarm in %s, and nothing is missed by a check that is run',
  { timeout: 600_000 },
  expectNoFalseAlarm,
);
test.each(Object.keys(TRUTH).filter((name) => !FEW.includes(name)))(
  'no false alarm in %s, and nothing is missed by a check that is run',
  { timeout: 600_000, tags: ['long'] },
  expectNoFalseAlarm,
);

async function expectNoFalseAlarm(name: string): Promise<void> {
  const isWide = name === 'RegionalPrice' || name === 'WidePrice40';
  const demo = demoRows(name, isWide ? WIDE_ROW_COUNT : ROW_COUNT, POSITIONS[name]);
  const table = opened.addTable(demo.fields, demo.rows);
  const wrong: unknown[] = [];
  let runCount = 0;
  let foundCount = 0;
  const next = randomOf(1_000 + name.length);
  for (let index = 0; index < QUERIES; index += 1) {
    const query = randomQuery(demo, next);
    const all = await found(demo, table, query);
    for (const check of COMPARING) {
      const rows = all.get(check);
      if (rows === undefined) continue;
      const expected = oracle(check, demo, name, query);
      runCount += 1;
      foundCount += expected.size;
      const falseAlarms = [...rows].filter((row) => !expected.has(row)).length;
      const missed = [...expected].filter((row) => !rows.has(row)).length;
      if (falseAlarms + missed > 0)
        wrong.push({ check, falseAlarms, missed, of: query.rows.length, query: query.words });
    }
  }
  expect(wrong).toEqual([]);
  expect(runCount).toBeGreaterThan(0);
  if (name === 'SalesPrice') expect(foundCount).toBeGreaterThan(0);
}
