import { beforeAll, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { ROLES, type Role, type Roles } from '@/rows/price-rows/column-roles';
import type { Refinement } from '../conditions/refinement';
import type { AnyCheckId } from '../checks/own-checks';
import type { CheckedRows } from '../checks/checks-sql';
import { runChecks, type RequestedCheck } from '../checks/run-checks';
import { refineRows } from '../steps/refined-rows';
import { checkNewPrices, type CheckedPrices, type FindingSide } from './checked-prices';
import { FIRST_RULE, type PriceRule } from './proposal-spec';
import { openProposal, readProposal, type Proposal } from './read-proposal';

const { signal } = new AbortController();
let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine([], []);
});

const FIELDS = [
  { name: 'Article', type: 'text', scale: null },
  { name: 'Price', type: 'number', scale: 2 },
  { name: 'Cost', type: 'number', scale: 2 },
  { name: 'Family', type: 'text', scale: null },
] as const;
const ROWS = [
  ['A', '10.00', '8.00', 'tools'],
  ['B', '10.00', '10.20', 'tools'],
  ['C', '10.00', '9.90', 'tools'],
  ['D', null, '9.00', 'tools'],
  ['E', '100.00', '9.00', 'tools'],
  ['A', '10.00', '8.00', 'tools'],
] as const;
const rolesOf = (filled: Partial<Roles>): Roles =>
  Object.fromEntries(ROLES.map((role): [Role, string | null] => [role, filled[role] ?? null])) as Roles;
const ROLES_OF_ROWS = rolesOf({ price: 'Price', cost: 'Cost', group: 'Family', article: 'Article' });
const percent = (by: string): PriceRule => ({ ...FIRST_RULE, change: { kind: 'percent', percent: by } });
const usual = (id: Extract<AnyCheckId, 'below-cost' | 'no-price' | 'key-twice'>): RequestedCheck => ({
  id,
  parameters: { margin: '0' },
});
const above = (value: string, refine = ''): RequestedCheck => ({
  id: 'own-dear',
  own: { id: 'own-dear', name: 'Dear', means: 'Too dear.', isUsed: true, refine },
  refinement: dear(value),
  today: '2026-11-26',
});
const dear = (value: string): Refinement => ({
  conditions: {
    kind: 'group',
    join: 'all',
    parts: [
      {
        kind: 'condition',
        column: 'Price',
        operator: 'greater-than',
        operand: { kind: 'values', values: [value] },
      },
    ],
  },
  computedColumns: [],
});

interface Checked {
  readonly proposal: Proposal;
  readonly checked: CheckedPrices;
  readonly found: (check: AnyCheckId | null, side: FindingSide) => Promise<readonly number[]>;
}

async function checkedWith(
  rule: PriceRule,
  requested: readonly RequestedCheck[],
  given: Partial<CheckedRows> = {},
  marks: Parameters<typeof checkNewPrices>[3]['marks'] = [],
): Promise<Checked> {
  const { engine } = opened;
  const table = given.table ?? opened.addTable(FIELDS, ROWS);
  const price = table.columns.find(({ name }) => name === 'Price');
  if (price === undefined) throw new Error('There is no price.');
  const rows: CheckedRows = {
    table,
    roles: ROLES_OF_ROWS,
    key: ['Article'],
    currencyScope: null,
    day: '2026-11-26',
    misfits: {},
    ...given,
  };
  const columns = { price: 'Price', cost: 'Cost', currency: null, group: null };
  const proposal = await readProposal(
    engine,
    [rule],
    { table, price, priceDigits: null, columns, weight: null, today: '2026-11-26' },
    signal,
  );
  const before = await runChecks(engine, rows, requested, signal);
  const checked = await checkNewPrices(
    engine,
    proposal,
    { rows, requested, before },
    { keys: ['Article'], marks },
    signal,
  );
  return {
    proposal,
    checked,
    found: async (check, side) => {
      const filter = { kind: 'found', check, side } as const;
      const shown = await openProposal(engine, proposal, filter, [], signal, { checked });
      return (await shown.readPage(1, 100, signal)).map(({ rowIndex }) => rowIndex);
    },
  };
}

const countsOf = ({ checks }: CheckedPrices) =>
  Object.fromEntries(
    checks.map(({ check, before, after, added, gone }) => [check.id, [before, after, added, gone]]),
  );

test('what is found of the new prices is held against what was found of the old ones, and each count opens its rows', async () => {
  const { checked, found } = await checkedWith(percent('-2'), [
    usual('no-price'),
    usual('below-cost'),
    usual('key-twice'),
  ]);
  expect(countsOf(checked)).toEqual({
    'no-price': [1, 1, 0, 0],
    'below-cost': [1, 2, 1, 0],
    'key-twice': [2, 2, 0, 0],
  });
  expect(checked.rows).toEqual({ before: 4, after: 5, added: 1, gone: 0 });
  expect(await found('below-cost', 'before')).toEqual([1]);
  expect(await found('below-cost', 'after')).toEqual([1, 2]);
  expect(await found('below-cost', 'added')).toEqual([2]);
  expect(await found(null, 'added')).toEqual([2]);
  expect(await found(null, 'after')).toEqual([0, 1, 2, 3, 5]);
});

test('prices that are right by the rules are told as well', async () => {
  const { checked, found } = await checkedWith(percent('3'), [usual('below-cost')]);
  expect(countsOf(checked)).toEqual({ 'below-cost': [1, 0, 0, 1] });
  expect(await found('below-cost', 'gone')).toEqual([1]);
});

test('checks of the person’s own judge the new prices, also of refined rows', async () => {
  const { checked } = await checkedWith(percent('5'), [above('102')]);
  expect(countsOf(checked)).toEqual({ 'own-dear': [0, 1, 1, 0] });
  const whole = opened.addTable(FIELDS, ROWS);
  const refinement: Refinement = {
    conditions: {
      kind: 'group',
      join: 'all',
      parts: [
        {
          kind: 'condition',
          column: 'Article',
          operator: 'is',
          operand: { kind: 'values', values: ['A'] },
        },
      ],
    },
    // No column of the rows read has the name `Half`.
    computedColumns: [{ name: 'Half', formula: 'Price / 2', places: 2 }],
  };
  const refined = await refineRows(opened.engine, whole, refinement, { today: '2026-11-26', signal });
  const ofSome = await checkedWith(percent('5'), [above('10.40'), usual('below-cost')], {
    table: refined.table,
    refinedOf: whole,
  });
  expect(countsOf(ofSome.checked)).toEqual({ 'own-dear': [0, 2, 2, 0], 'below-cost': [0, 0, 0, 0] });
});

test('a dismissed finding is none, until the price is another one', async () => {
  const marks = [{ check: 'below-cost', key: ['B'], judged: '10.00' }] as const;
  const kept = await checkedWith(percent('0'), [usual('below-cost')], {}, marks);
  expect(countsOf(kept.checked)).toEqual({ 'below-cost': [0, 0, 0, 0] });
  const moved = await checkedWith(percent('1'), [usual('below-cost')], {}, marks);
  expect(countsOf(moved.checked)).toEqual({ 'below-cost': [0, 1, 1, 0] });
});

test('prices of many digits are checked with all of them', async () => {
  const table = opened.addTable(FIELDS, [
    ['A', '999999999999999999999999999.98', '999999999999999999999999999.99', 'tools'],
    ['B', '999999999999999999999999999.99', '999999999999999999999999999.99', 'tools'],
  ]);
  const down: PriceRule = { ...FIRST_RULE, change: { kind: 'amount', amount: '-0.01' } };
  const { checked } = await checkedWith(down, [usual('below-cost')], { table });
  expect(countsOf(checked)).toEqual({ 'below-cost': [1, 2, 1, 0] });
});

test('nothing of the checks is left in the engine but the findings', async () => {
  const dropped: string[] = [];
  const kept: string[] = [];
  const table = opened.addTable(FIELDS, ROWS);
  const { engine } = opened;
  const watched = {
    ...engine,
    materialise: async (...given: Parameters<typeof engine.materialise>) => {
      const made = await engine.materialise(...given);
      kept.push(made.sqlName);
      return made;
    },
    drop: async (name: string) => {
      dropped.push(name);
      await engine.drop(name);
    },
  };
  const price = table.columns[1];
  if (price === undefined) throw new Error('There is no price.');
  const rows: CheckedRows = {
    table,
    roles: ROLES_OF_ROWS,
    key: ['Article'],
    currencyScope: null,
    day: '',
    misfits: {},
  };
  const columns = { price: 'Price', cost: 'Cost', currency: null, group: null };
  const proposal = await readProposal(
    engine,
    [percent('3')],
    { table, price, priceDigits: null, columns, weight: null, today: '2026-11-26' },
    signal,
  );
  const requested = [usual('below-cost'), above('10')];
  const before = await runChecks(engine, rows, requested, signal);
  const marks = [{ check: 'below-cost', key: ['B'], judged: '10.00' }] as const;
  const checked = await checkNewPrices(
    watched,
    proposal,
    { rows, requested, before },
    { keys: ['Article'], marks },
    signal,
  );
  expect(kept.filter((name) => !dropped.includes(name))).toEqual([checked.sqlName]);
});
