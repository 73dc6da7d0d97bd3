import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { identifier, sql } from '../engine/sql';
import type { Roles } from '@/rows/price-rows/column-roles';
import { findReferencePrices, type ReferenceRows } from './reference-prices';
import { runChecks } from './run-checks';
import { runs } from '@/test/runs';

type Cell = string | null;
type Row = readonly Cell[];

const { signal } = new AbortController();
const CURRENT_SCALE = 4;
const fields = (scale: number) => [
  testField('Article'),
  testField('From', { type: 'date', sqlType: 'date' }),
  testField('Price', { type: 'number', sqlType: 'decimal', scale, isPriceColumn: true }),
];
const NO_ROLES: Roles = {
  price: null,
  earlierPrice: null,
  cost: null,
  currency: null,
  unit: null,
  group: null,
  article: null,
  validFrom: null,
  validTo: null,
  quantity: null,
};

let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine([], []);
});

const tables = async () =>
  (
    await opened.engine.query(sql`SELECT table_name FROM information_schema.tables ORDER BY 1`, {
      maxRows: 1_000,
    })
  ).rows.flat();

function inputOf(current: readonly Row[], reference: readonly Row[], referenceScale: number) {
  const table = opened.addTable(fields(CURRENT_SCALE), current);
  const against: ReferenceRows = {
    source: { kind: 'copy', id: 'a' },
    table: opened.addTable(fields(referenceScale), reference),
    keys: [
      { current: 'Article', reference: 'Article' },
      { current: 'From', reference: 'From' },
    ],
    amount: 'Price',
    currency: null,
  };
  const rows = {
    table,
    roles: { ...NO_ROLES, price: 'Price' },
    key: [],
    currencyScope: null,
    day: '2026-06-15',
    misfits: { From: 1, Price: 1 },
  };
  return { rows, against };
}

const unitsOf = (price: string, scale: number): bigint => {
  const [integer = '', fraction = ''] = price.split('.');
  return BigInt(integer + fraction.padEnd(scale, '0'));
};
const isNumber = (price: Cell | undefined): price is string => price != null && price !== 'on request';
const padded = (price: string, scale: number): string => {
  const [integer = '', fraction = ''] = price.split('.');
  return scale === 0 ? integer : `${integer}.${fraction.padEnd(scale, '0')}`;
};

/** Computes the expected results as simply as possible, with maps and BigInt. */
function expected(
  current: readonly Row[],
  reference: readonly Row[],
  referenceScale: number,
  tenths: bigint,
) {
  const keyOf = ([article, from]: Row) => (article == null || from == null ? null : `${article}|${from}`);
  const byKey = new Map<string, Row[]>();
  for (const row of reference) {
    const key = keyOf(row);
    if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  const counts = { compared: 0, missing: 0, doubled: 0, otherCurrency: 0, withoutPrice: 0 };
  const findings: unknown[] = [];
  const scale = Math.max(CURRENT_SCALE, referenceScale);
  const abs = (value: bigint) => (value < 0n ? -value : value);
  for (const [index, row] of current.entries()) {
    const key = keyOf(row);
    const references = key === null ? [] : (byKey.get(key) ?? []);
    const [price, earlier] = [row[2], references[0]?.[2]];
    if (references.length === 0) counts.missing += 1;
    else if (references.length > 1) counts.doubled += 1;
    else if (!isNumber(price) || !isNumber(earlier)) counts.withoutPrice += 1;
    else {
      counts.compared += 1;
      const [now, before] = [unitsOf(price, scale), unitsOf(earlier, scale)];
      if (before !== 0n && abs(now - before) * 1000n > abs(before) * tenths) {
        findings.push([String(index), padded(price, CURRENT_SCALE), padded(earlier, referenceScale)]);
      }
    }
  }
  return { counts, findings };
}

async function changed(
  current: readonly Row[],
  reference: readonly Row[],
  referenceScale: number,
  percent: string,
) {
  const { rows, against } = inputOf(current, reference, referenceScale);
  const run = await runChecks(
    opened.engine,
    rows,
    [{ id: 'changed', parameters: { percent }, against }],
    signal,
  );
  const [result] = run.results;
  const found = await opened.engine.query(
    sql`SELECT row_index, f1, f2 FROM ${identifier(result?.sqlName ?? '')} ORDER BY row_index`,
    { maxRows: 10_000 },
  );
  await opened.engine.drop(result?.sqlName ?? '');
  await opened.engine.drop(rows.table.sqlName);
  await opened.engine.drop(against.table.sqlName);
  return { counts: result?.referenceCounts, findings: found.rows };
}

const price = (scale: number) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('10', '11', '12', '9.9', '-10', '0', '10.1') },
    { weight: 1, arbitrary: fc.constantFrom(null, 'on request') },
    { weight: 1, arbitrary: fc.constant(`123456789012345678.${'9'.repeat(scale)}`) },
  );
const rowsOf = (scale: number) =>
  fc.array(
    fc.tuple(
      fc.constantFrom('A', 'B', 'C', 'D', '', null),
      fc.constantFrom('2026-01-01', '2026-02-01', 'soon', null),
      price(scale),
    ),
    { maxLength: 14 },
  );

test('a price is held against that of the only row with its key, exactly, and all others are counted', async () => {
  await fc.assert(
    fc.asyncProperty(
      rowsOf(CURRENT_SCALE),
      fc.constantFrom(2, 6).chain((scale) => fc.tuple(fc.constant(scale), rowsOf(scale))),
      fc.constantFrom('0', '10', '20.5'),
      async (current, [scale, reference], percent) => {
        const tenths = BigInt(Math.round(Number(percent) * 10));
        expect(await changed(current, reference, scale, percent)).toEqual(
          expected(current, reference, scale, tenths),
        );
      },
    ),
    { numRuns: runs(120), seed: 6 },
  );
});

test('prices that differ by a unit in the eighteenth digit differ', async () => {
  const current = [['A', '2026-01-01', '10000000000000.0001']];
  const reference = [['A', '2026-01-01', '10000000000000.000']];
  expect(await changed(current, reference, 3, '0')).toEqual({
    counts: { compared: 1, missing: 0, doubled: 0, otherCurrency: 0, withoutPrice: 0 },
    findings: [['0', '10000000000000.0001', '10000000000000.000']],
  });
});

test('nothing is kept of a run that is cancelled, and of reference prices but while they are needed', async () => {
  const before = await tables();
  const { rows, against } = inputOf([['A', '2026-01-01', '1']], [['A', '2026-01-01', '2']], 2);
  const own = [rows.table.sqlName, against.table.sqlName];
  const requested = [
    { id: 'no-price', parameters: {} },
    { id: 'changed', parameters: { percent: '20' }, against },
  ] as const;
  const controller = new AbortController();
  const cancelled = runChecks(opened.engine, rows, requested, controller.signal, ({ done }) => {
    if (done === 1) controller.abort();
  });
  await expect(cancelled).rejects.toThrow();
  expect(new Set(await tables())).toEqual(new Set([...before, ...own]));
  const run = await runChecks(opened.engine, rows, requested, signal);
  const kept = run.results.map(({ sqlName }) => sqlName);
  expect(new Set(await tables())).toEqual(new Set([...before, ...own, ...kept]));
});

test('columns that cannot be compared are refused', async () => {
  const { rows, against } = inputOf([], [], 2);
  const refused = (changes: Partial<ReferenceRows>) =>
    expect(
      findReferencePrices(
        opened.engine,
        { table: rows.table, price: 'Price' },
        { ...against, ...changes },
        signal,
      ),
    ).rejects.toThrow(RangeError);
  await refused({ keys: [] });
  await refused({ keys: [{ current: 'Country', reference: 'Article' }] });
  await refused({ keys: [{ current: 'Article', reference: 'Country' }] });
  await refused({ amount: 'Article' });
  await refused({ currency: { current: 'Country', reference: 'Article' } });
});

test('a price is below the cost of another price column, whose columns have other names and its rows a currency', async () => {
  const amounts = { type: 'number', sqlType: 'decimal' } as const;
  const table = opened.addTable(
    [
      testField('ItemNumber'),
      testField('Currency'),
      testField('Value', { ...amounts, scale: 4, isPriceColumn: true }),
    ],
    [
      ['A', 'EUR', '9.9999'],
      ['A', 'EUR', '10.0000'],
      ['A', 'CZK', '9.0000'],
      ['A', null, '9.0000'],
      ['B', 'EUR', '1.0000'],
      ['C', 'EUR', '1.0000'],
      ['D', 'EUR', '1.0000'],
      ['A', 'EUR', 'on request'],
      [null, 'EUR', '1.0000'],
    ],
  );
  const costs = opened.addTable(
    [testField('Price'), testField('Number'), testField('Coin'), testField('Cost', { ...amounts, scale: 2 })],
    [
      ['x', 'A', 'EUR', '10.00'],
      ['x', 'B', 'EUR', '5.00'],
      ['x', 'B', 'EUR', '5.00'],
      ['x', 'C', 'EUR', null],
    ],
  );
  const against: ReferenceRows = {
    source: { kind: 'price-column', name: 'Costs', amount: null, matches: {} },
    table: costs,
    keys: [{ current: 'ItemNumber', reference: 'Number' }],
    amount: 'Cost',
    currency: { current: 'Currency', reference: 'Coin' },
  };
  const run = await runChecks(
    opened.engine,
    {
      table,
      roles: { ...NO_ROLES, price: 'Value', currency: 'Currency' },
      key: [],
      currencyScope: null,
      day: '2026-06-15',
      misfits: { Value: 1 },
    },
    [{ id: 'below-cost', parameters: { margin: '0' }, against }],
    signal,
  );
  const [result] = run.results;
  expect(result?.referenceCounts).toEqual({
    compared: 3,
    missing: 2,
    doubled: 1,
    otherCurrency: 1,
    withoutPrice: 2,
  });
  const found = await opened.engine.query(
    sql`SELECT row_index, f1, f2 FROM ${identifier(result?.sqlName ?? '')} ORDER BY row_index`,
    { maxRows: 10 },
  );
  expect(found.rows).toEqual([
    ['0', '9.9999', '10.00'],
    ['3', '9.0000', '10.00'],
  ]);
});
