import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import type { SeveralRule } from '../conditions/added-columns';
import { identifier, sql } from '../engine/sql';
import type { AnalysedTable } from '../engine/analysed-table';
import { joinColumns, joinSources, type Join, type ReferenceSide } from './joined-columns';
import { refineRows } from './refined-rows';
import { runs } from '@/test/runs';

type Cell = string | null;
type Row = readonly Cell[];

const { signal } = new AbortController();
const OWN_SCALE = 4;
const REFERENCE_SCALE = 2;
const number = (name: string, scale: number) =>
  testField(name, { type: 'number', sqlType: 'decimal', scale });
const date = (name: string) => testField(name, { type: 'date', sqlType: 'date' });
const OWN = [testField('Article'), number('List', OWN_SCALE), testField('Note')];
const REFERENCE = [
  testField('Item'),
  number('ListNumber', REFERENCE_SCALE),
  date('From'),
  date('To'),
  number('Cost', REFERENCE_SCALE),
  testField('Text'),
];
const JOIN: Join = {
  keys: [
    { current: 'Article', reference: 'Item' },
    { current: 'List', reference: 'ListNumber' },
  ],
  columns: [
    { name: 'Cost', as: 'Cost · Cost' },
    { name: 'From', as: 'Cost · From' },
    { name: 'Text', as: 'Cost · Text' },
  ],
  partnersAs: 'Cost · #',
  several: { kind: 'empty' },
  isLenient: false,
  today: '2026-06-15',
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

/** Returns the rows with their joined columns, in order. Each begins with its number and its number of partners. */
async function joinedRows(table: AnalysedTable, reference: ReferenceSide, join: Join) {
  const joined = await joinSources(opened.engine, table, [{ reference, join }], signal);
  const taken = joined.table.columns.slice(table.columns.length);
  const names = [...taken.slice(-1), ...taken.slice(0, -1)].map(({ sqlName, misfitSqlName }) =>
    misfitSqlName === null
      ? identifier(sqlName)
      : sql`coalesce(${identifier(misfitSqlName)}, CAST(${identifier(sqlName)} AS VARCHAR))`,
  );
  const read = await opened.engine.query(
    sql`SELECT ${[sql`row_index`, ...names]} FROM ${identifier(joined.table.sqlName)} ORDER BY row_index`,
    { maxRows: 10_000 },
  );
  await joined.drop();
  return { rows: read.rows, counts: joined.counts[0] };
}

async function join(
  own: readonly Row[],
  reference: readonly Row[],
  changes: Partial<Join> = {},
  isWhole = true,
) {
  const table = opened.addTable(OWN, own);
  const others = opened.addTable(REFERENCE, reference);
  const result = await joinedRows(table, { table: others, isWhole }, { ...JOIN, ...changes });
  await opened.engine.drop(table.sqlName);
  await opened.engine.drop(others.sqlName);
  return result;
}

const cents = (value: string): number => Math.round(Number(value) * 100);
const isNumber = (value: Cell | undefined): value is string => value != null && value !== 'on request';
const isDay = (value: Cell | undefined): value is string => value != null && value !== 'soon';

/** Computes the expected rows as simply as possible: loops compare every row with every reference row. */
function expected(
  own: readonly Row[],
  reference: readonly Row[],
  rule: SeveralRule,
  { isLenient, isWhole }: { readonly isLenient: boolean; readonly isWhole: boolean },
) {
  const text = (value: Cell | undefined) => (isLenient ? (value ?? '').trim().toLowerCase() : value);
  // A text that is not a number equals only the same text. Numbers are equal by value.
  const same = (one: Cell | undefined, other: Cell | undefined) =>
    isNumber(one) && isNumber(other) ? Number(one) === Number(other) : one === other;
  const counts = { found: 0, missing: 0, several: 0, unknown: 0 };
  const rows = own.map(([article, list], index) => {
    const hasKey = article != null && list != null;
    let partners = reference.filter(
      ([item, listNumber]) =>
        hasKey &&
        item != null &&
        listNumber != null &&
        text(article) === text(item) &&
        same(list, listNumber),
    );
    if (rule.kind === 'valid-on') {
      partners = partners.filter(
        ([, , from, to]) =>
          (from == null || (isDay(from) && from <= rule.day)) &&
          (to == null || (isDay(to) && to >= rule.day)),
      );
    }
    if (rule.kind === 'least' || rule.kind === 'greatest' || rule.kind === 'latest') {
      const valueOf = (row: Row) => {
        if (rule.kind === 'latest') return isDay(row[2]) ? Date.parse(row[2]) : null;
        return isNumber(row[4]) ? cents(row[4]) * (rule.kind === 'least' ? -1 : 1) : null;
      };
      const values = partners.map(valueOf).filter((value) => value !== null);
      const best = values.length === 0 ? null : Math.max(...values);
      partners = partners.filter((row) => valueOf(row) === best);
      const taken = partners.map(([, , from, , cost, note]) =>
        JSON.stringify([from, isNumber(cost) ? cents(cost) : cost, note]),
      );
      if (new Set(taken).size === 1) partners = partners.slice(0, 1);
    }
    const [partner] = partners;
    const isUnknown = partners.length === 0 && hasKey && !isWhole;
    const kind = isUnknown
      ? 'unknown'
      : partners.length === 0
        ? 'missing'
        : partners.length === 1
          ? 'found'
          : 'several';
    counts[kind] += 1;
    const cells =
      kind === 'found' && partner !== undefined
        ? [
            isNumber(partner[4]) ? Number(partner[4]).toFixed(REFERENCE_SCALE) : (partner[4] ?? null),
            partner[2] ?? null,
            partner[5] ?? null,
          ]
        : [null, null, null];
    return [String(index), isUnknown ? null : String(partners.length), ...cells];
  });
  return { rows, counts };
}

const article = fc.constantFrom('A', 'a', ' A', 'B', "B'", 'Ä', '', null);
const days = fc.constantFrom('2026-01-01', '2026-06-15', '2026-06-16', 'soon', null);
const ownRows = fc.array(
  fc.tuple(
    article,
    fc.constantFrom('1', '1.00', '1.0000', '2', '-1', '1.001', 'on request', null),
    fc.constant('x'),
  ),
  { maxLength: 12 },
);
const referenceRows = fc.array(
  fc.tuple(
    article,
    fc.constantFrom('1', '1.00', '2', '-1', 'on request', null),
    days,
    days,
    fc.constantFrom('1', '2', '2.00', '-3.5', '123456789012345.67', 'on request', null),
    fc.constantFrom('u', 'v', '', null),
  ),
  { maxLength: 16 },
);
const rules = fc.constantFrom<SeveralRule[]>(
  { kind: 'empty' },
  { kind: 'valid-on', from: 'From', to: 'To', day: '2026-06-15' },
  { kind: 'least', column: 'Cost' },
  { kind: 'greatest', column: 'Cost' },
  { kind: 'latest', column: 'From' },
);

test('every row stands there once, with the columns of the partner that the rule leaves', async () => {
  await fc.assert(
    fc.asyncProperty(
      ownRows,
      referenceRows,
      rules,
      fc.record({ isLenient: fc.boolean(), isWhole: fc.boolean() }),
      async (own, reference, several, how) => {
        const { isLenient, isWhole } = how;
        expect(await join(own, reference, { several, isLenient }, isWhole)).toEqual(
          expected(own, reference, several, how),
        );
      },
    ),
    { numRuns: runs(80), seed: 32 },
  );
});

test.each([
  ['a tab and no-break spaces', ' \tP-1\u00a0', 'p-1'],
  ['marks that nobody sees', '\ufeffP-1\u200b', 'P-1'],
  ['a composed and a decomposed letter', 'CAF\u00c9', 'cafe\u0301'],
])('%s make no difference to keys that ignore case and spaces around them', async (_, article, item) => {
  const own = [[article, '1.0000', null]];
  const reference = [[item, '1.00', null, null, '2.50', null]];
  expect((await join(own, reference, { isLenient: true })).counts).toMatchObject({ found: 1 });
  expect((await join(own, reference)).counts).toMatchObject({ missing: 1 });
});

test.each([
  ['an accent', 'Caf\u00e9', 'Cafe'],
  ['a space within', 'P 1', 'P1'],
])('%s tells keys apart, however lenient', async (_, article, item) => {
  const own = [[article, '1.0000', null]];
  const { counts } = await join(own, [[item, '1.00', null, null, '2.50', null]], { isLenient: true });
  expect(counts).toMatchObject({ missing: 1 });
});

test('the one valid on a relative day is found as of today', async () => {
  const reference = [
    ['A', '1', '2026-01-01', '2026-06-14', '1.00', 'ended'],
    ['A', '1', '2026-06-15', null, '2.00', 'now'],
  ];
  const several: SeveralRule = { kind: 'valid-on', from: 'From', to: 'To', day: 'today' };
  const { rows } = await join([['A', '1.0000', null]], reference, { several });
  expect(rows).toEqual([['0', '1', '2.00', '2026-06-15', 'now']]);
});

describe('keys of different types', () => {
  const keyOf = async (
    own: Cell,
    ofOwn: ReturnType<typeof testField>,
    other: Cell,
    ofOther: ReturnType<typeof testField>,
  ) => {
    const table = opened.addTable([{ ...ofOwn, name: 'Key' }], [[own]]);
    const others = opened.addTable([{ ...ofOther, name: 'Key' }, testField('Text')], [[other, 'here']]);
    const result = await joinedRows(
      table,
      { table: others, isWhole: true },
      {
        ...JOIN,
        keys: [{ current: 'Key', reference: 'Key' }],
        columns: [{ name: 'Text', as: 'Text' }],
      },
    );
    return result.counts?.found === 1;
  };
  const text = testField('Key');

  test.each([
    ['7', '7', true],
    ['7.0', '7', true],
    ['007', '7.00', true],
    ['+7', '7', true],
    [' 7 ', '7', true],
    ['-0', '0', true],
    ['0.10', '0.1', true],
    ['100', '100', true],
    ['7.001', '7', false],
    ['7a', '7', false],
    ['', '0', false],
    ['1e2', '100', false],
    ['on request', 'on request', true],
  ])('the text %j and the number %s: %s', async (written, value, isSame) => {
    expect(await keyOf(written, text, value, number('Key', 4))).toBe(isSame);
    expect(await keyOf(value, number('Key', 4), written, text)).toBe(isSame);
  });

  test.each([
    ['2026-01-31', '2026-01-31', true],
    ['2026-01-31 00:00:00', '2026-01-31', true],
    ['2026-01-31T00:00', '2026-01-31', true],
    ['2026-01-30', '2026-01-31', false],
    ['2026-02-31', '2026-01-31', false],
    ['soon', 'soon', true],
    ['31.01.2026', '2026-01-31', false],
  ])('the text %j and the date %s: %s', async (written, value, isSame) => {
    expect(await keyOf(written, text, value, date('Key'))).toBe(isSame);
    expect(await keyOf(value, date('Key'), written, text)).toBe(isSame);
  });
});

test('nothing is kept of a join that is cancelled, and columns that a side lacks are refused', async () => {
  const table = opened.addTable(OWN, [['A', '1.0000', null]]);
  const others = opened.addTable(REFERENCE, []);
  const reference = { table: others, isWhole: true };
  const before = await tables();
  const controller = new AbortController();
  controller.abort(new Error('cancelled'));
  await expect(
    joinColumns(opened.engine, table, reference, JOIN, { prefix: 'j0_', signal: controller.signal }),
  ).rejects.toThrow('cancelled');
  const refused = (changes: Partial<Join>) =>
    expect(
      joinColumns(opened.engine, table, reference, { ...JOIN, ...changes }, { prefix: 'j0_', signal }),
    ).rejects.toThrow(RangeError);
  await refused({ keys: [] });
  await refused({ keys: [{ current: 'Country', reference: 'Item' }] });
  await refused({ keys: [{ current: 'Article', reference: 'Country' }] });
  await refused({ columns: [{ name: 'Country', as: 'Country' }] });
  await refused({ several: { kind: 'least', column: 'Country' } });
  expect(await tables()).toEqual(before);
});

test('a key may name a column of the source before, and the rows can be refined by all of them', async () => {
  const table = opened.addTable(OWN, [
    ['A', '1.0000', null],
    ['B', '1.0000', null],
    ['C', '1.0000', null],
  ]);
  const costs = opened.addTable(REFERENCE, [
    ['A', '1', null, null, '10.00', 'USD'],
    ['B', '1', null, null, '20.00', 'EUR'],
  ]);
  const rates = opened.addTable([testField('Currency'), number('Rate', 6)], [['USD', '0.900000']]);
  const before = await tables();
  const joined = await joinSources(
    opened.engine,
    table,
    [
      { reference: { table: costs, isWhole: true }, join: JOIN },
      {
        reference: { table: rates, isWhole: true },
        join: {
          ...JOIN,
          keys: [{ current: 'Cost · Text', reference: 'Currency' }],
          columns: [{ name: 'Rate', as: 'Rate · Rate' }],
          partnersAs: 'Rate · #',
        },
      },
    ],
    signal,
  );
  expect(joined.counts).toEqual([
    { found: 2, missing: 1, several: 0, unknown: 0 },
    { found: 1, missing: 2, several: 0, unknown: 0 },
  ]);
  const refined = await refineRows(
    opened.engine,
    joined.table,
    {
      conditions: {
        kind: 'group',
        join: 'all',
        parts: [
          {
            kind: 'condition',
            column: 'Cost · #',
            operator: 'equals',
            operand: { kind: 'values', values: ['1'] },
          },
        ],
      },
      computedColumns: [{ name: 'In euros', formula: '[Cost · Cost] * [Rate · Rate]', places: 4 }],
    },
    { today: '2026-06-15', signal },
  );
  expect(refined).toMatchObject({ rowCount: 2, ofRowCount: 3 });
  const computed = refined.table.columns.at(-1)?.sqlName ?? '';
  const { rows } = await opened.engine.query(
    sql`SELECT row_index, ${identifier(computed)} FROM ${identifier(refined.table.sqlName)} WHERE rowid <= 1 ORDER BY row_index`,
    { maxRows: 10 },
  );
  expect(rows).toEqual([
    ['0', '9.0000'],
    ['1', null],
  ]);
  await opened.engine.drop(refined.table.sqlName);
  await joined.drop();
  expect(await tables()).toEqual(before);
});

test('a source that keeps no empty texts has the partner of a key with one', async () => {
  const fields = [testField('Item'), testField('Variant'), testField('Cost')];
  const table = opened.addTable(fields, [
    ['A', '', null],
    ['A', 'red', null],
    ['', '', null],
  ]);
  const others = opened.addTable(fields, [
    ['A', null, '1'],
    ['A', 'red', '2'],
    [null, null, '3'],
  ]);
  const keys = ['Item', 'Variant'].map((name) => ({ current: name, reference: name }));
  const columns = [{ name: 'Cost', as: 'Cost' }];
  const joined = (lacksEmptyTexts: boolean) =>
    joinedRows(table, { table: others, isWhole: true, lacksEmptyTexts }, { ...JOIN, keys, columns });
  expect((await joined(true)).rows.map((row) => row.slice(2))).toEqual([['1'], ['2'], [null]]);
  expect((await joined(false)).rows.map((row) => row.slice(2))).toEqual([[null], ['2'], [null]]);
  await opened.engine.drop(table.sqlName);
  await opened.engine.drop(others.sqlName);
});
