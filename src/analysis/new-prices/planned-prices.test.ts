import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { ROLES, type Role, type Roles } from '@/rows/price-rows/column-roles';
import type { Refinement } from '../conditions/refinement';
import type { CheckedRows } from '../checks/checks-sql';
import type { AnalysedTable } from '../engine/analysed-table';
import { refineRows } from '../steps/refined-rows';
import { findPlannedPrices, plannableRows, type PlannedPrices, type PlannedSide } from './planned-prices';
import { FIRST_RULE } from './proposal-spec';
import { openProposal, dropProposal, readProposal } from './read-proposal';
import { runs } from '@/test/runs';

const { signal } = new AbortController();
let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine([], []);
});

const DAY = '2027-01-01';
const FIELDS = [
  { name: 'Article', type: 'text', scale: null },
  { name: 'List', type: 'text', scale: null },
  { name: 'Price', type: 'number', scale: 2 },
  { name: 'From', type: 'date', scale: null },
  { name: 'To', type: 'date', scale: null },
] as const;
type Row = readonly [
  article: string | null,
  list: string | null,
  price: string | null,
  from: string | null,
  to: string | null,
];
const rolesOf = (filled: Partial<Roles>): Roles =>
  Object.fromEntries(ROLES.map((role): [Role, string | null] => [role, filled[role] ?? null])) as Roles;
const ROLES_OF_ROWS = rolesOf({ price: 'Price', article: 'Article', validFrom: 'From', validTo: 'To' });

function checkedRows(table: AnalysedTable, given: Partial<CheckedRows> = {}): CheckedRows {
  return {
    table,
    roles: ROLES_OF_ROWS,
    key: ['Article', 'List', 'From'],
    currencyScope: null,
    day: DAY,
    misfits: { From: 1, To: 1 },
    ...given,
  };
}

interface Found extends Pick<PlannedPrices, 'changed' | 'planned' | 'elsewhere' | 'ended'> {
  readonly rows: Readonly<Record<PlannedSide, readonly number[]>>;
}

/** Raises all prices by 3 %, which leaves a price of zero unchanged, and finds the planned prices. */
async function foundIn(rows: CheckedRows): Promise<Found> {
  const { engine } = opened;
  const { table } = rows;
  const price = table.columns.find(({ name }) => name === 'Price');
  const plannable = plannableRows(rows, DAY);
  if (price === undefined || plannable === null) throw new Error('A column is missing.');
  const proposal = await readProposal(
    engine,
    [{ ...FIRST_RULE, change: { kind: 'percent', percent: '3' } }],
    {
      table,
      price,
      priceDigits: null,
      columns: { price: 'Price', cost: null, currency: null, group: null },
      weight: null,
      today: '2026-11-26',
    },
    signal,
  );
  const planned = await findPlannedPrices(engine, proposal, plannable, signal);
  const shown = async (side: PlannedSide) => {
    const filter = { kind: 'planned', side } as const;
    const of = await openProposal(engine, proposal, filter, [], signal, { planned });
    const all = await of.readPage(1, 1_000, signal);
    await of.close();
    return all.map(({ rowIndex }) => rowIndex);
  };
  const { changed, planned: count, elsewhere, ended } = planned;
  const found = {
    changed,
    planned: count,
    elsewhere,
    ended,
    rows: { changed: await shown('changed'), planned: await shown('planned'), ended: await shown('ended') },
  };
  await engine.drop(planned.sqlName);
  await dropProposal(engine, proposal);
  return found;
}

const foundAmong = (rows: readonly Row[]) => foundIn(checkedRows(opened.addTable(FIELDS, rows)));

describe('planned prices', () => {
  test('are those of the same key that begin before the changed price ends', async () => {
    const found = await foundAmong([
      // The first price is valid today without an end, the second one is planned for later.
      ['A', 'DE', '10.00', '2026-01-01', null],
      ['A', 'DE', '11.00', '2027-02-01', null],
      // The first price ends the day before the planned price begins.
      ['B', 'DE', '10.00', '2026-01-01', '2027-01-31'],
      ['B', 'DE', '11.00', '2027-02-01', null],
      // The planned price is on another price list than the first price.
      ['C', 'DE', '10.00', null, null],
      ['C', 'AT', '11.00', '2027-02-01', null],
      // The second price begins before the day of the new prices, so it is not a planned one.
      ['D', null, '10.00', null, null],
      ['D', null, '10.00', '2026-12-31', null],
      // The price of zero does not change, but still counts as a planned price.
      ['E', null, '10.00', null, DAY],
      ['E', null, '0.00', DAY, null],
      // The first price ends before the day of the new prices.
      ['F', null, '10.00', null, '2026-12-31'],
      ['F', null, '12.00', DAY, null],
    ]);
    expect(found).toEqual({
      changed: 2,
      planned: 2,
      elsewhere: 0,
      ended: 1,
      rows: { changed: [0, 8], planned: [1, 9], ended: [10] },
    });
  });

  test('are looked for among the rows that a refinement has left out, too', async () => {
    const whole = opened.addTable(FIELDS, [
      ['A', 'DE', '10.00', '2026-01-01', null],
      ['A', 'DE', '11.00', '2027-02-01', null],
      ['A', 'DE', '12.00', '2027-03-01', null],
    ]);
    const refinement: Refinement = {
      conditions: {
        kind: 'group',
        join: 'all',
        parts: [
          {
            kind: 'condition',
            column: 'Price',
            operator: 'less-than',
            operand: { kind: 'values', values: ['12'] },
          },
        ],
      },
      computedColumns: [],
    };
    const { table } = await refineRows(opened.engine, whole, refinement, { today: '2026-11-26', signal });
    expect(await foundIn(checkedRows(table, { refinedOf: whole }))).toEqual({
      changed: 2,
      planned: 2,
      elsewhere: 1,
      ended: 0,
      rows: { changed: [0, 1], planned: [1], ended: [] },
    });
  });

  test('are not known where no column says what a price is of, or from when it applies', () => {
    const table = opened.addTable(FIELDS, [['A', 'DE', '10.00', null, null]]);
    const without = (role: Role) => checkedRows(table, { roles: { ...ROLES_OF_ROWS, [role]: null } });
    expect(plannableRows(without('article'), DAY)).toBeNull();
    expect(plannableRows(without('validFrom'), DAY)).toBeNull();
    expect(plannableRows(without('validTo'), DAY)).toMatchObject({ key: ['Article', 'List'] });
  });

  test('equal those that are found pair by pair', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 60, size: 'max' }), async (rows) => {
        const expected = expectedOf(rows);
        expect(await foundAmong(rows)).toEqual({
          changed: expected.changed.length,
          planned: expected.planned.length,
          elsewhere: 0,
          ended: expected.ended.length,
          rows: expected,
        });
      }),
      { numRuns: runs(20) },
    );
  });
});

/* The code below computes the expected result by comparing each row with each other row. */

const day = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 6, arbitrary: fc.constantFrom('2026-12-30', '2026-12-31', DAY, '2027-01-02', '2027-01-03') },
  { weight: 1, arbitrary: fc.constant('soon') },
);
const anyRow: fc.Arbitrary<Row> = fc.tuple(
  fc.constantFrom('A', 'B', 'C', 'D', 'E', '', null),
  fc.constantFrom('DE', null),
  fc.constantFrom('10.00', '20.00', '0.00', null),
  day,
  day,
);

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';

function expectedOf(rows: readonly Row[]): Readonly<Record<PlannedSide, readonly number[]>> {
  const known = rows.flatMap(([article, list, price, from, to], index) => {
    const [first, last] = [from ?? FIRST_DAY, to ?? LAST_DAY];
    const isKnown = (article ?? '') !== '' && first !== 'soon' && last !== 'soon' && first <= last;
    const isChanged = price !== null && price !== '0.00';
    return isKnown ? [{ index, key: JSON.stringify([article, list]), first, last, isChanged }] : [];
  });
  const pairs = known.flatMap((changed) =>
    known
      .filter(
        (planned) =>
          changed.isChanged &&
          planned !== changed &&
          planned.key === changed.key &&
          planned.first >= DAY &&
          planned.first <= changed.last,
      )
      .map((planned) => [changed.index, planned.index] as const),
  );
  const sorted = (indices: readonly number[]) => [...new Set(indices)].toSorted((a, b) => a - b);
  return {
    changed: sorted(pairs.map(([changed]) => changed)),
    planned: sorted(pairs.map(([, planned]) => planned)),
    ended: known.filter(({ isChanged, last }) => isChanged && last < DAY).map(({ index }) => index),
  };
}
