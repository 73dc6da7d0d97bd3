import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { naiveCheck } from '@/test/naive-checks';
import { testField } from '@/test/test-price-column';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql } from '../engine/sql';
import { CHECK_IDS, type CheckId } from './check-definition';
import type { CheckParameters } from './check-parameters';
import { CHECKS, checkDefinition } from './standard-checks';
import type { Role, Roles } from '@/rows/price-rows/column-roles';
import { refinementFromParameter } from '../conditions/refinement-address';
import { conditionsOfChecks } from './finding-conditions';
import { PROPOSED_CHECKS, resolveChecks } from './checks-spec';
import type { OwnCheck } from './own-checks';
import { groupSql } from '../steps/conditions-sql';
import { refineRows } from '../steps/refined-rows';
import { dropCheckRun, runChecks } from './run-checks';
import { runs } from '@/test/runs';

type Cell = string | boolean | null;

const { signal } = new AbortController();
const DAY = '2026-06-15';
const decimal = (scale: number) => ({ type: 'number', sqlType: 'decimal', scale }) as const;
const FIELDS = [
  testField('Article'),
  testField('List'),
  testField('Currency'),
  testField('Unit'),
  testField('Family'),
  testField('Price', { ...decimal(4), isPriceColumn: true }),
  testField('Cost', decimal(2)),
  testField('OldPrice', decimal(4)),
  testField('Quantity', decimal(0)),
  testField('From', { type: 'date', sqlType: 'date' }),
  testField('To', { type: 'date', sqlType: 'datetime2' }),
];
const ROLE_COLUMNS: Roles = {
  price: 'Price',
  earlierPrice: 'OldPrice',
  cost: 'Cost',
  currency: 'Currency',
  unit: 'Unit',
  group: 'Family',
  article: 'Article',
  validFrom: 'From',
  validTo: 'To',
  quantity: 'Quantity',
};
const KEY = ['Article', 'List', 'Currency', 'Quantity'];

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

/** Returns prices of articles in families, with errors of every kind. */
function plantedRows(seed: number, count: number): readonly (readonly Cell[])[] {
  const next = randomOf(seed);
  const pick = <T>(...values: readonly T[]): T => values[next(values.length)] as T;
  const date = () => `2026-${String(1 + next(12)).padStart(2, '0')}-${String(1 + next(28)).padStart(2, '0')}`;
  return Array.from({ length: count }, (): readonly Cell[] => {
    const family = next(6);
    const list = pick('DE', 'AT', 'CH', 'CZ', null);
    const base = (family + 1) ** 3 * 100_000 + next(20_000);
    const price = pick(
      base,
      base,
      base,
      base,
      base * 10,
      base * 1000,
      Math.floor(base / 100),
      base * 3,
      0,
      -base,
    );
    const text = `${price < 0 ? '-' : ''}${Math.floor(Math.abs(price) / 10_000)}.${String(Math.abs(price) % 10_000).padStart(4, '0')}`;
    const from = pick<Cell>(date(), date(), date(), null, next(9) === 0 ? 'soon' : date());
    const to = pick<Cell>(
      date(),
      `${date()}T12:30:00`,
      from === 'soon' ? null : from,
      null,
      next(9) === 0 ? 'never' : date(),
    );
    return [
      pick<Cell>(...Array.from({ length: 12 }, (_, index) => `A-${index}`), null, ''),
      list,
      next(15) === 0 ? pick('USD', null) : list === 'CZ' ? 'CZK' : list === 'CH' ? 'CHF' : 'EUR',
      pick('PCE', 'PCE', 'PCE', 'KG'),
      next(20) === 0 ? null : `Family ${family}`,
      next(30) === 0 ? pick<Cell>(null, 'on request') : text,
      next(10) === 0
        ? pick<Cell>(null, 'unknown')
        : `${Math.floor(base / 14_000)}.${String(next(100)).padStart(2, '0')}`,
      next(10) === 0 ? pick<Cell>(null, '0.0000', '-2.0000') : `${Math.floor(base / 10_000)}.1234`,
      pick('1', '10', '100'),
      from,
      to,
    ];
  });
}

const usualParameters = (id: CheckId): CheckParameters =>
  Object.fromEntries(checkDefinition(id).parameters.map(({ name, usual }) => [name, usual]));

async function findingsOf(engine: AnalysisEngine, sqlName: string) {
  const { rows } = await engine.query(
    sql`SELECT row_index, f1, f2, f3, f4 FROM ${identifier(sqlName)} ORDER BY row_index`,
    { signal, maxRows: 100_000 },
  );
  return rows.map(([row, ...figures]) => [Number(row), figures] as const);
}

const sorted = (findings: ReturnType<typeof naiveCheck>) => [...findings].toSorted(([a], [b]) => a - b);

let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine([], []);
});

function checkedRows(
  rows: readonly (readonly Cell[])[],
  roles: Partial<Roles> = {},
  currencyScope: string | null = 'List',
) {
  const table = opened.addTable(FIELDS, rows);
  const misfits = Object.fromEntries(
    FIELDS.flatMap(({ name, type }) => (type === 'text' ? [] : [[name, 1] as const])),
  );
  return { table, roles: { ...ROLE_COLUMNS, ...roles }, key: KEY, currencyScope, day: DAY, misfits };
}

describe('each check finds what an independent computation finds', () => {
  const rows = plantedRows(7, 1_500);
  let checked: ReturnType<typeof checkedRows>;
  beforeAll(() => {
    checked = checkedRows(rows);
  });

  it.each(CHECK_IDS)('%s', async (id) => {
    const parameters = usualParameters(id);
    const run = await runChecks(opened.engine, checked, [{ id, parameters }], signal);
    const expected = sorted(naiveCheck(id, { ...checked, fields: FIELDS, rows }, parameters));
    expect(expected.length).toBeGreaterThan(0);
    expect(await findingsOf(opened.engine, run.results[0]?.sqlName ?? '')).toEqual(expected);
    expect(run.results[0]?.rowCount).toBe(expected.length);
    await dropCheckRun(opened.engine, run);
  });

  test('with any rows, parameters and roles', async () => {
    const parametersOf = fc.record({
      margin: fc.constantFrom('0', '12.5', '50'),
      times: fc.constantFrom('0.1', '3', '6.5'),
      percent: fc.constantFrom('0', '0.1', '33.3', '400'),
      rows: fc.constantFrom('3', '5', '40'),
      days: fc.constantFrom('1', '2', '30'),
      share: fc.constantFrom('51', '75', '100'),
      tolerance: fc.constantFrom('0', '5', '60'),
      spread: fc.constantFrom('0', '10', '100'),
    });
    const absent = fc.subarray<Role>(['currency', 'unit', 'quantity']);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.integer({ min: 1, max: 200 }),
        parametersOf,
        absent,
        fc.constantFrom('List', null),
        async (seed, count, parameters, without, scope) => {
          const some = plantedRows(seed, count);
          const roles = Object.fromEntries(without.map((role) => [role, null]));
          const checked = checkedRows(some, roles, scope);
          const ids = CHECK_IDS.filter((id) => id !== 'several-currencies' || !without.includes('currency'));
          const requested = ids.map((id) => ({ id, parameters }));
          const run = await runChecks(opened.engine, checked, requested, signal);
          for (const [index, id] of ids.entries()) {
            const sqlName = run.results[index]?.sqlName ?? '';
            const expected = sorted(naiveCheck(id, { ...checked, fields: FIELDS, rows: some }, parameters));
            expect([id, await findingsOf(opened.engine, sqlName)]).toEqual([id, expected]);
          }
          await dropCheckRun(opened.engine, run);
          await opened.engine.drop(checked.table.sqlName);
        },
      ),
      { numRuns: runs(25), seed: 4 },
    );
  });
});

const row = (cells: Partial<Record<(typeof FIELDS)[number]['name'], Cell>>): readonly Cell[] =>
  FIELDS.map(({ name }) => cells[name] ?? null);
const priced = (Price: string, rest: Record<string, Cell> = {}) =>
  row({ Article: 'A-1', Family: 'Pens', Currency: 'EUR', Price, ...rest });

async function found(id: CheckId, rows: readonly (readonly Cell[])[], parameters: CheckParameters = {}) {
  const checked = checkedRows(rows);
  const run = await runChecks(
    opened.engine,
    checked,
    [{ id, parameters: { ...usualParameters(id), ...parameters } }],
    signal,
  );
  return findingsOf(opened.engine, run.results[0]?.sqlName ?? '');
}

describe('the key of the metadata that stands twice', () => {
  const rows = [
    priced('1', { Unit: 'k1', From: '2026-01-01' }),
    priced('2', { Unit: 'k2', From: '2026-02-01' }),
    priced('3', { Unit: 'k1', From: '2026-03-01', Article: null }),
    priced('4', { Unit: 'k3', From: '2026-02-01' }),
    priced('5', { Unit: 'k1', From: '2026-05-01' }),
  ];
  const keyTwice = async (roles: Partial<Roles>, rowKey: readonly string[], some = rows) => {
    const checked = { ...checkedRows(some, roles), rowKey };
    const run = await runChecks(opened.engine, checked, [{ id: 'key-twice', parameters: {} }], signal);
    return findingsOf(opened.engine, run.results[0]?.sqlName ?? '');
  };

  test('is a finding of each of its rows, beside those of the same thing and start', async () => {
    expect(await keyTwice({}, ['Unit'])).toEqual([
      [0, [null, '3', 'k1', 'Unit']],
      [1, ['2', null, null, null]],
      [2, [null, '3', 'k1', 'Unit']],
      [3, ['2', null, null, null]],
      [4, [null, '3', 'k1', 'Unit']],
    ]);
  });

  test('needs no column of articles', async () => {
    expect((await keyTwice({ article: null }, ['Unit'])).map(([row]) => row)).toEqual([0, 2, 4]);
    const basis = { proposals: {}, fields: FIELDS, columns: FIELDS, today: DAY };
    const resolved = (keys: readonly string[]) =>
      resolveChecks(PROPOSED_CHECKS, { ...basis, keys }).checks.find(
        ({ definition }) => definition.id === 'key-twice',
      )?.missing;
    expect(resolved(['Unit'])).toEqual([]);
    // If the rows lack a part of the metadata's key, it does not identify them.
    expect(resolved(['Unit', 'Missing'])).toEqual(['article']);
    expect(resolved([])).toEqual(['article']);
  });

  test('of several parts, with values that are missing or do not fit', async () => {
    const parts = [
      priced('1', { Unit: 'k', Quantity: 'none', From: '2026-01-01' }),
      priced('2', { Unit: 'k', Quantity: 'none', From: '2026-02-01' }),
      priced('3', { Unit: 'k', Quantity: null, From: '2026-03-01' }),
      priced('4', { Unit: 'k', Quantity: null, From: '2026-04-01' }),
      priced('5', { Unit: 'k', Quantity: '7', From: '2026-05-01' }),
    ];
    expect(await keyTwice({ article: null }, ['Unit', 'Quantity'], parts)).toEqual([
      [0, [null, '2', 'k · none', 'Unit · Quantity']],
      [1, [null, '2', 'k · none', 'Unit · Quantity']],
      [2, [null, '2', 'k · ∅', 'Unit · Quantity']],
      [3, [null, '2', 'k · ∅', 'Unit · Quantity']],
    ]);
  });
});

test('rows that a check cannot judge are counted', async () => {
  const known = { Cost: '9.99', OldPrice: '10.0000', From: '2026-01-01', To: '2026-12-31', List: 'DE' };
  const rows = [
    priced('10.0000', known),
    priced('10.0000', known),
    priced('10.0000', { ...known, Cost: null, OldPrice: '0.0000' }),
    priced('on request', { ...known, From: 'soon' }),
    priced('10.0000', { ...known, Article: null, To: '2025-12-31', Family: 'Alone' }),
    priced('10.0000', { ...known, List: null, To: '2026-02-30' }),
  ];
  const checked = checkedRows(rows);
  const requested = CHECK_IDS.map((id) => ({ id, parameters: usualParameters(id) }));
  const run = await runChecks(opened.engine, checked, requested, signal);
  expect(run.rowCount).toBe(rows.length);
  expect(Object.fromEntries(run.results.map(({ id, notJudged }) => [id, notJudged]))).toEqual({
    'no-price': 0,
    'zero-price': 0,
    // Two rows lack a cost or a price.
    'below-cost': 2,
    // One price is alone in its group, and one row has no price.
    'far-from-group': 2,
    changed: 2,
    // Three rows have no article, or a day that does not exist.
    overlap: 3,
    gap: 3,
    'ends-before-start': 0,
    ended: 1,
    'starts-later': 1,
    'key-twice': 1,
    'several-currencies': 1,
    'shifted-decimal': 2,
  });
  await dropCheckRun(opened.engine, run);
});

test('a price of 18 digits is computed with exactly', async () => {
  const below = priced('12345678901234.5677', { Cost: '12345678901234.57' });
  const above = priced('12345678901234.5700', { Cost: '12345678901234.57' });
  expect(await found('below-cost', [below, above])).toEqual([
    [0, ['12345678901234.5677', '12345678901234.57', null, null]],
  ]);
});

test('a slip of the decimal point is told by its factor', async () => {
  const rows = ['19.4', '19.1', '19.9', '0.019', '195', '20'].map((price) => priced(price));
  expect(await found('shifted-decimal', rows)).toEqual([
    // The median of an even number of prices is between two prices, so it is in hundredths of units.
    [3, ['0.0190', '19650000', '1/1000', '6']],
    [4, ['195.0000', '19650000', '10', '6']],
  ]);
});

describe('validity', () => {
  const valid = (From: string | null, To: string | null) => priced('1', { From, To });

  test('the day after the last one is no gap, and the one after that is one of a day', async () => {
    const rows = [
      valid('2026-01-01', '2026-03-31'),
      valid('2026-04-01', '2026-06-29'),
      valid('2026-07-01', null),
    ];
    expect(await found('gap', rows)).toEqual([
      [1, ['2026-04-01/2026-06-29', null, '2026-06-30/2026-06-30', null]],
      [2, ['2026-07-01/', '2026-06-30/2026-06-30', null, null]],
    ]);
    expect(await found('gap', rows, { days: '2' })).toEqual([]);
    expect(await found('overlap', rows)).toEqual([]);
  });

  test('a day that two rows share is an overlap, also of open ends, of equal rows, and past a row between', async () => {
    const shared = [valid('2026-01-01', '2026-03-31'), valid('2026-03-31', '2026-06-30')];
    expect((await found('overlap', shared)).map(([index]) => index)).toEqual([0, 1]);
    const long = [valid(null, null), valid('2026-01-01', '2026-01-31'), valid('2026-05-01', '2026-05-31')];
    expect(await found('overlap', long)).toEqual([
      [0, ['/', null, '2026-01-01', null]],
      [1, ['2026-01-01/2026-01-31', '', null, null]],
      [2, ['2026-05-01/2026-05-31', '', null, null]],
    ]);
    const equal = [valid('2026-01-01', '2026-01-01'), valid('2026-01-01', '2026-01-01')];
    expect((await found('overlap', equal)).map(([index]) => index)).toEqual([0, 1]);
  });

  test('a day is judged as a whole', async () => {
    const rows = [valid(DAY, `${DAY}T00:00:01`), valid(`${DAY}T23:59:59`, '2026-06-14T23:59:59')];
    expect((await found('ended', rows)).map(([index]) => index)).toEqual([1]);
    expect(await found('starts-later', rows)).toEqual([]);
  });
});

/** Returns a requested own check with this refinement. */
function requestedOwn(refine: string) {
  const own: OwnCheck = { id: 'own-1', name: 'Mine', means: 'Look at it.', isUsed: true, refine };
  const read = refinementFromParameter(refine, FIELDS);
  if (!read.ok) throw new RangeError(`The refinement has a problem: ${read.problem.kind}.`);
  return { id: own.id, own, refinement: read.refinement, today: DAY };
}

describe('a check of a person’s own', () => {
  test('finds the rows that its refinement leaves, and judges the values of the columns that it compares', async () => {
    const rows = [
      priced('10.0000', { Cost: '9.99', From: '2026-06-15' }),
      priced('10.0000', { Cost: '9.50', From: '2026-06-15' }),
      priced('on request', { From: 'soon', List: 'DE' }),
      priced('10.0000', { Cost: '12.00', From: '2026-06-14' }),
      priced('10.0000'),
    ];
    const run = await runChecks(
      opened.engine,
      checkedRows(rows),
      [
        requestedOwn('1;all;Gap~less-than~0.5;From~on~today;!new~Gap~2~Price - Cost'),
        { id: 'no-price', parameters: {} },
        { ...requestedOwn('1;any;List~is~de;Cost~greater-than~=~Price'), id: 'own-2' },
      ],
      signal,
    );
    const found = await Promise.all(
      run.results.map(async ({ id, rowCount, sqlName }) => [
        id,
        rowCount,
        await findingsOf(opened.engine, sqlName),
      ]),
    );
    expect(found).toEqual([
      ['own-1', 1, [[0, ['[2026-06-15, 0.01]', null, null, null]]]],
      ['no-price', 1, [[2, ['on request', null, null, null]]]],
      [
        'own-2',
        2,
        [
          [2, ['[DE, on request, NULL]', null, null, null]],
          [3, ['[NULL, 10.0000, 12.00]', null, null, null]],
        ],
      ],
    ]);
    await dropCheckRun(opened.engine, run);
  });
});

test('the conditions of a check, where it has any, are of the rows that it finds', async () => {
  // If some prices are not numbers, no condition finds the same rows as the check "no price".
  const rows = plantedRows(7, 1_500).map((cells) =>
    cells.map((cell) => (cell === 'on request' ? null : cell)),
  );
  const checked = { ...checkedRows(rows), misfits: {} };
  const requested = CHECK_IDS.map((id) => ({ id, parameters: usualParameters(id) }));
  const run = await runChecks(
    opened.engine,
    checked,
    [...requested, requestedOwn('1;any;List~is~de;Cost~is-empty')],
    signal,
  );
  const said: string[] = [];
  for (const { id, sqlName } of run.results) {
    const conditions = conditionsOfChecks(run, [id]);
    if (conditions === null) continue;
    said.push(id);
    const found = (await findingsOf(opened.engine, sqlName)).map(([row]) => row);
    expect(found.length).toBeGreaterThan(0);
    const { sqlName: rowsName, columns } = checked.table;
    const { rows: satisfying } = await opened.engine.query(
      sql`SELECT row_index FROM ${identifier(rowsName)} WHERE ${groupSql(conditions, columns, DAY)} ORDER BY row_index`,
      { signal, maxRows: 3_000 },
    );
    expect([id, satisfying.map(([row]) => Number(row))]).toEqual([id, found]);
  }
  expect(said).toEqual(['no-price', 'zero-price', 'below-cost', 'ended', 'starts-later', 'own-1']);
  expect(conditionsOfChecks(run, ['zero-price', 'ended'])?.parts).toHaveLength(2);
  // No conditions find the rows that are far from their group, so none find these rows together with others.
  expect(conditionsOfChecks(run, ['zero-price', 'far-from-group'])).toBeNull();
  expect(
    conditionsOfChecks({ ...run, rows: { ...run.rows, misfits: { Price: 1 } } }, ['no-price']),
  ).toBeNull();
  await dropCheckRun(opened.engine, run);
});

test('of refined rows, each check finds what it would find were there no others', async () => {
  const rows = plantedRows(11, 900);
  const whole = checkedRows(rows);
  const read = refinementFromParameter(
    '1;all;List~is-not~CH;Price~greater-than~0;!new~Gap~2~Price - Cost',
    FIELDS,
  );
  if (!read.ok) throw new RangeError('The refinement cannot be applied.');
  const { table } = await refineRows(opened.engine, whole.table, read.refinement, { today: DAY, signal });
  const at = (name: string) => FIELDS.findIndex((field) => field.name === name);
  const left = rows.flatMap((cells, index) => {
    const [list, price] = [cells[at('List')], cells[at('Price')]];
    return list !== null && list !== 'CH' && Number(price) > 0 ? [index] : [];
  });
  // The own check computes a column with the name of an existing one.
  const own = requestedOwn('1;all;Gap~less-than~-5;!new~Gap~2~Price - Cost');
  const requested = [own, ...CHECK_IDS.map((id) => ({ id, parameters: usualParameters(id) }))];
  const refined = { ...whole, table, refinedOf: whole.table };
  const run = await runChecks(opened.engine, refined, requested, signal);
  const some = { ...whole, fields: FIELDS, rows: left.map((index) => rows[index] ?? []) };
  for (const [index, id] of CHECK_IDS.entries()) {
    const expected = sorted(naiveCheck(id, some, usualParameters(id))).map(
      ([row, figures]) => [left[row], figures] as const,
    );
    const result = run.results[index + 1];
    expect([id, await findingsOf(opened.engine, result?.sqlName ?? '')]).toEqual([id, expected]);
  }
  const belowByFive = left.filter((index) => {
    const [price, cost] = [rows[index]?.[at('Price')], rows[index]?.[at('Cost')]];
    return !Number.isNaN(Number(cost ?? 'x')) && Number(price) - Number(cost) < -5;
  });
  const found = await findingsOf(opened.engine, run.results[0]?.sqlName ?? '');
  expect(found.map(([row]) => row)).toEqual(belowByFive);
  expect(belowByFive.length).toBeGreaterThan(3);
});

test('cancelled or failed, a run leaves no table behind', async () => {
  const tables = async () =>
    (
      await opened.engine.query(sql`SELECT table_name FROM information_schema.tables ORDER BY 1`, {
        maxRows: 1_000,
      })
    ).rows;
  const checked = checkedRows(plantedRows(1, 50));
  const before = await tables();
  const requested = [
    requestedOwn('1;all;Price~greater-than~=~Cost'),
    ...CHECKS.map(({ id }) => ({ id, parameters: usualParameters(id) })),
  ];
  const controller = new AbortController();
  const cancelled = runChecks(opened.engine, checked, requested, controller.signal, ({ done }) => {
    if (done === 7) controller.abort();
  });
  await expect(cancelled).rejects.toThrow();
  expect(await tables()).toEqual(before);
  const lacking = { ...checked, roles: { ...checked.roles, validTo: null } };
  await expect(runChecks(opened.engine, lacking, requested, signal)).rejects.toThrow(RangeError);
  expect(await tables()).toEqual(before);
});
