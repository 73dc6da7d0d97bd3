import { plantedAt } from '@mocks/data/price-sources';
import { beforeAll, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { demoRows } from '@/test/demo-rows';
import { identifier, sql } from '../engine/sql';
import type { AnalysedTable } from '../engine/analysed-table';
import type { AnyCheckId } from './own-checks';
import { proposeRolesOfRows } from '@/rows/price-rows/column-roles';
import { matchSource } from './check-sources';
import { PROPOSED_CHECKS, resolveChecks, type ChecksSpec } from './checks-spec';
import { proposeByValues } from './propose-by-values';
import type { PriceColumnSource, ReferenceRows } from './reference-prices';
import { runChecks } from './run-checks';

const ROW_COUNT = 6_000;
const TODAY = '2026-11-23';
const { signal } = new AbortController();

let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine([], []);
});

/** Opens the first rows of a demo price column in the engine. */
function openedRows(name: string) {
  const demo = demoRows(name, ROW_COUNT);
  return { ...demo, table: opened.addTable(demo.fields, demo.rows) };
}

type OpenedRows = ReturnType<typeof openedRows>;
type Current = Parameters<typeof matchSource>[3];

/** Runs the checks with default settings. `against`: the costs in another price column. */
async function found(
  { fields, rows, table }: OpenedRows,
  against: (current: Current) => ReferenceRows | null,
  roles: ChecksSpec['roles'] = {},
  misfits: Readonly<Record<string, number>> = {},
) {
  const { engine } = opened;
  const { columns } = table;
  const byMetadata = proposeRolesOfRows(columns, fields);
  const proposals = await proposeByValues(engine, table, fields, byMetadata, signal);
  const basis = { proposals, fields, columns, today: TODAY };
  const resolved = resolveChecks({ ...PROPOSED_CHECKS, roles }, basis);
  const costs = against({ columns, fields, roles: resolved.roles });
  const checks = resolved.checks.filter(({ definition: { id }, isUsed, missing }) => {
    return isUsed && (missing.length === 0 || (id === 'below-cost' && costs !== null));
  });
  const run = await runChecks(
    engine,
    { ...resolved, table, misfits },
    checks.map(({ definition: { id }, parameters }) => ({
      id,
      parameters,
      ...(id === 'below-cost' && costs !== null && { against: costs }),
    })),
    signal,
  );
  const rowsOf = new Map<AnyCheckId, ReadonlySet<number>>();
  for (const { id, sqlName } of run.results) {
    const query = sql`SELECT row_index FROM ${identifier(sqlName)}`;
    const result = await engine.query(query, { signal, maxRows: ROW_COUNT });
    rowsOf.set(id, new Set(result.rows.map(([row]) => Number(row))));
  }
  const keyOf = (row: number) =>
    JSON.stringify(resolved.key.map((name) => rows[row]?.[fields.findIndex((field) => field.name === name)]));
  return { rowsOf, keyOf, all: new Set([...rowsOf.values()].flatMap((each) => [...each])) };
}

function planted(priceColumn: string): readonly number[] {
  return Array.from({ length: ROW_COUNT }, (_, row) => row).filter(
    (row) => plantedAt(priceColumn, row) !== null,
  );
}

test(
  'as proposed, the checks find the errors of the demo’s prices, and hardly anything else',
  { tags: ['long'] },
  async () => {
    const { all, keyOf } = await found(openedRows('SalesPrice'), () => null);
    const rows = planted('SalesPrice');
    expect(new Set(rows.map((row) => plantedAt('SalesPrice', row))).size).toBeGreaterThan(8);
    expect(rows.filter((row) => !all.has(row))).toEqual([]);
    // If two rows contradict each other, the check finds both of them.
    const keys = new Set(rows.map(keyOf));
    const others = [...all].filter((row) => !keys.has(keyOf(row)));
    expect(others.length).toBeLessThanOrEqual(all.size / 100);
  },
);

test('a validity that ends before it starts, and a day that is none, are found among the demo’s prices', async () => {
  const demo = demoRows('SalesPrice', 600);
  const at = (name: string) => demo.fields.findIndex((field) => field.name === name);
  const planted: Readonly<Record<number, readonly [from: string, to: string]>> = {
    7: ['2026-07-01', '2026-06-30'],
    90: ['2026-01-01', '2026-02-30'],
    91: ['soon', '2026-12-31'],
    // A price that applies on a single day is valid.
    200: ['2026-07-01', '2026-07-01'],
  };
  const rows = demo.rows.map((cells, row) =>
    cells.map((cell, column) => {
      const days = planted[row];
      if (days === undefined) return cell;
      return column === at('ValidFrom') ? days[0] : column === at('ValidTo') ? days[1] : cell;
    }),
  );
  const table = opened.addTable(demo.fields, rows);
  const misfits = { ValidFrom: 1, ValidTo: 1 };
  const { rowsOf } = await found({ ...demo, rows, table }, () => null, {}, misfits);
  expect([...(rowsOf.get('ends-before-start') ?? [])].toSorted((a, b) => a - b)).toEqual([7, 90, 91]);
});

/** Returns the costs of the demo, matched with rows by the suggested key. */
function costsFor(costs: OpenedRows): (current: Current) => ReferenceRows {
  const source: PriceColumnSource = {
    kind: 'price-column',
    name: 'CostForPricing',
    amount: null,
    matches: {},
  };
  const table: AnalysedTable = costs.table;
  return (current) => {
    const { keys, amount, currency } = matchSource(
      'below-cost',
      source,
      costs.priceColumn,
      current,
      () => false,
    );
    const matched = keys.map((key) => ({ current: key.current ?? '', reference: key.reference }));
    return { source, table, keys: matched, amount: amount ?? '', currency };
  };
}

test(
  'held against the costs, the customers’ prices below them are found, and the errors of both',
  { tags: ['long'] },
  async () => {
    const costs = openedRows('CostForPricing');
    const { all, rowsOf } = await found(openedRows('CustomerPrice'), costsFor(costs));
    const rows = planted('CustomerPrice');
    expect(rows.filter((row) => !all.has(row)).map((row) => [row, plantedAt('CustomerPrice', row)])).toEqual(
      [],
    );
    const belowCost = rowsOf.get('below-cost') ?? new Set();
    const ofKind = rows.filter((row) => plantedAt('CustomerPrice', row) === 'below-cost');
    expect(ofKind.length).toBeGreaterThan(5);
    expect(ofKind.filter((row) => !belowCost.has(row))).toEqual([]);
    // Twelve customers have a price of the same article. If its cost is wrong, all twelve prices may be below it.
    const isPlanted = (row: number) =>
      plantedAt('CustomerPrice', row) !== null || plantedAt('CostForPricing', Math.floor(row / 12)) !== null;
    const others = [...all].filter((row) => !isPlanted(row));
    expect(others.length).toBeLessThanOrEqual(all.size / 100);
  },
);

test(
  'in the list of costs, errors of the costs are found as proposed, and prices below them once these are its roles',
  { tags: ['long'] },
  async () => {
    const costs = openedRows('CostForPricing');
    const proposed = await found(costs, () => null);
    const { rowsOf } = await found(costs, () => null, { price: 'ListValue', cost: 'CostForPricing' });
    const rows = planted('CostForPricing');
    const isFound = (row: number) =>
      plantedAt('CostForPricing', row) === 'below-cost'
        ? rowsOf.get('below-cost')?.has(row) === true
        : proposed.all.has(row);
    expect(rows.filter((row) => !isFound(row)).map((row) => [row, plantedAt('CostForPricing', row)])).toEqual(
      [],
    );
    const others = [...proposed.all].filter((row) => !rows.includes(row));
    expect(others.length).toBeLessThanOrEqual(proposed.all.size / 100);
  },
);
