import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { findPriceSource, rowAt } from '@mocks/data/price-sources';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { naiveComparison, plainDecimal, type NaiveChange, type NaiveSide } from '@/test/naive-comparison';
import { IS_LONG, runs } from '@/test/runs';
import { identifier, sql } from '../engine/sql';
import { compare, dropComparison } from './compare';
import { differingColumns, ROW_KINDS, type Comparison, type ComparisonSpec } from './comparison';
import { SIDES, type ComparedSide, type ComparedSides } from '../matching/matched-sides';
import { filterSql } from '../steps/conditions-sql';
import { proposeKeys } from './propose-keys';
import { checkKeys } from '../matching/row-keys';

type Cell = string | boolean | null;
const { signal } = new AbortController();

function sideOf({ addTable }: TestEngine, { fields, rows }: NaiveSide): ComparedSide {
  const rowCount = rows.length;
  return { table: addTable(fields, rows), rowCount, coverage: { kind: 'all', rowCount } };
}

/** Returns all rows of a comparison, in the form of the naive comparison. */
async function rowsOf({ engine }: TestEngine, { sqlName, spec }: Comparison): Promise<NaiveChange[]> {
  const names = differingColumns(spec);
  const { rows } = await engine.query(
    sql`SELECT kind, e, l, delta, percent, * EXCLUDE (kind, e, l, delta, percent, is_too_long) FROM ${identifier(sqlName)}`,
    {
      maxRows: 100_000,
    },
  );
  return rows.map(([kind, e = null, l = null, delta = null, percent = null, ...differs]) => ({
    kind: ROW_KINDS[Number(kind)] ?? 'missing',
    earlier: e === null ? null : Number(e),
    later: l === null ? null : Number(l),
    differs: names.filter((_, index) => differs[index] === 'true'),
    delta: delta === null ? null : plainDecimal(delta),
    percent: percent === null ? null : plainDecimal(percent),
  }));
}

function inOrder(changes: readonly NaiveChange[]): NaiveChange[] {
  const order = ({ earlier, later }: NaiveChange) => (earlier ?? -1) * 1e6 + (later ?? -1);
  return changes.toSorted((a, b) => order(a) - order(b));
}

async function expectSame(
  opened: TestEngine,
  earlier: NaiveSide,
  later: NaiveSide,
  spec: ComparisonSpec,
): Promise<Comparison> {
  const sides: ComparedSides = { earlier: sideOf(opened, earlier), later: sideOf(opened, later) };
  const comparison = await compare(opened.engine, sides, spec, signal);
  const expected = naiveComparison(earlier, later, spec);
  expect(inOrder(await rowsOf(opened, comparison))).toEqual(inOrder(expected));
  for (const kind of ['added', 'removed', 'changed', 'unchanged'] as const) {
    expect(comparison.counts[kind]).toBe(expected.filter((change) => change.kind === kind).length);
  }
  for (const side of SIDES) {
    for (const kind of ['duplicated', 'missing'] as const) {
      const count = expected.filter((change) => change.kind === kind && change[side] !== null).length;
      expect(comparison.leftOut[side][kind]).toBe(count);
    }
    const { counts, leftOut } = comparison;
    const alone = side === 'earlier' ? counts.removed : counts.added;
    const all = alone + counts.changed + counts.unchanged + leftOut[side].duplicated + leftOut[side].missing;
    expect(all).toBe(sides[side].rowCount);
  }
  const check = await checkKeys(opened.engine, sides, spec.keys, signal);
  expect(SIDES.map((side) => check[side].missingRows)).toEqual(
    SIDES.map((side) => comparison.leftOut[side].missing),
  );
  return comparison;
}

/** Returns a generator of numbers below a limit (mulberry32). */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

function replaced(rows: Cell[][], at: number, column: number, change: (cell: Cell) => Cell): void {
  rows[at] = (rows[at] ?? []).map((cell, index) => (index === column ? change(cell) : cell));
}

it.each([['CustomerPrice', 300, 3]])(
  'the comparison of two versions of %s equals one by hand, with planted duplicates, misfits, missing keys and other scales',
  expectSameOfVersions,
);
it.each([
  ['SalesPrice', 1_500, 1],
  ['CostForPricing', 1_000, 2],
])(
  'the comparison of two versions of %s equals one by hand, with planted duplicates, misfits, missing keys and other scales',
  { tags: ['long'] },
  expectSameOfVersions,
);

async function expectSameOfVersions(name: string, rowCount: number, seed: number): Promise<void> {
  const source = (findPriceSource(name)?.fields ?? []).map(({ record, type }) => ({
    record,
    field: { name: record.name, type, scale: type === 'number' ? record.scale : null },
  }));
  const fields = source.map(({ field }) => field);
  const rowsAt = (version: number) =>
    Array.from({ length: rowCount }, (_, index) => {
      const row = rowAt(name, index, version);
      return fields.map((field): Cell => row[field.name] ?? null);
    });
  const random = seeded(seed);
  const earlier = rowsAt(0);
  const later = rowsAt(3);
  const keysAt = source.flatMap(({ record }, index) => (record.IsKey ? [index] : []));
  const keys = keysAt.map((index) => fields[index]?.name ?? '');
  const priceAt = fields.findIndex((field) => field.type === 'number' && (field.scale ?? 0) > 0);
  expect(keys).not.toEqual([]);
  expect(priceAt).not.toBe(-1);
  for (const rows of [earlier, later]) {
    for (let times = 0; times < 25; times += 1) {
      const [one, other] = [random(rowCount), random(rowCount)];
      for (const at of keysAt) replaced(rows, one, at, () => rows[other]?.[at] ?? null);
      const keyAt = keysAt[random(keysAt.length)] ?? 0;
      replaced(rows, random(rowCount), keyAt, () => null);
      replaced(rows, random(rowCount), keyAt, () => `X-${random(20)}`);
      replaced(
        rows,
        random(rowCount),
        priceAt,
        () => ['on request', null, '0', '-12.5', 'call'][random(5)] ?? null,
      );
    }
    for (let times = 0; times < 300; times += 1) {
      const column = random(fields.length);
      if (keysAt.includes(column)) continue;
      replaced(rows, random(rowCount), column, (cell) => {
        if (typeof cell !== 'string') return cell === null ? '' : !cell;
        const { type } = fields[column] ?? { type: 'text' };
        if (type === 'text') return [cell.toUpperCase(), ` ${cell}`, '', null][random(4)] ?? null;
        if (type === 'number') return cell.replace(/\d$/, String(random(10)));
        return cell.length < 27 ? '2026-02-01' : cell.replace(/\d$/, String(random(10)));
      });
    }
  }
  const widened = fields.map((field) =>
    field.scale === null ? field : { ...field, scale: field.scale + 2 },
  );
  const spec = {
    keys,
    price: fields[priceAt]?.name ?? '',
    compared: fields.flatMap((field, index) =>
      keysAt.includes(index) || index === priceAt ? [] : [field.name],
    ),
  };
  const opened = await openTestEngine([], []);
  const same = await expectSame(opened, { fields, rows: earlier }, { fields, rows: later }, spec);
  expect(same.otherScale).toEqual([]);
  expect(Object.values(same.counts).every((count) => count > 0)).toBe(true);
  expect(Math.min(...SIDES.flatMap((side) => Object.values(same.leftOut[side])))).toBeGreaterThan(0);
  const scaled = await expectSame(opened, { fields, rows: earlier }, { fields: widened, rows: later }, spec);
  expect(scaled.otherScale).toEqual(fields.flatMap((field) => (field.type === 'number' ? [field.name] : [])));
  const swapped = await expectSame(opened, { fields: widened, rows: later }, { fields, rows: earlier }, spec);
  expect(swapped.counts.added).toBe(scaled.counts.removed);
}

describe('a comparison', () => {
  let opened: TestEngine;
  beforeAll(async () => {
    opened = await openTestEngine([], []);
  });

  const oneOf = (...cells: Cell[]) => fc.constantFrom(...cells);
  const row = fc.tuple(
    oneOf('a', 'A', 'b', '', null, 'ä', 'a '),
    oneOf('1', '2', '3', '1.0', 'x', null),
    oneOf(
      '2026-01-31',
      '2026-01-31T00:00:00',
      '2026-01-31T00:00:00.0000001',
      '2026-01-31T00:00:00.0000002',
      'soon',
      null,
    ),
    oneOf('1.50', '1.5', '-3', '0', '0.01', '2.675', 'n/a', null),
    oneOf(true, false, 'yes', null),
    oneOf('x', 'X', ' x', '', null),
  );
  const fieldsOf = (scale: number) =>
    [
      { name: 'Text', type: 'text', scale: null },
      { name: 'No', type: 'number', scale: scale - 1 },
      { name: 'From', type: 'date', scale: null },
      { name: 'Value', type: 'number', scale },
      { name: 'Active', type: 'boolean', scale: null },
      { name: 'Remark', type: 'text', scale: null },
    ] as const;

  test('of any rows by any keys equals one by hand', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 25 }),
        fc.array(row, { maxLength: 25 }),
        fc.subarray(['Text', 'No', 'From', 'Active'], { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 3, max: 6 }),
        fc.integer({ min: 3, max: 6 }),
        fc.constantFrom('Value', 'No', null),
        async (earlier, later, keys, scale, otherScale, price) => {
          const left = ['Text', 'No', 'From', 'Value', 'Active', 'Remark'].filter(
            (each) => each !== price && !keys.includes(each),
          );
          const spec = { keys, price: price !== null && keys.includes(price) ? null : price, compared: left };
          const comparison = await expectSame(
            opened,
            { fields: fieldsOf(scale), rows: earlier },
            { fields: fieldsOf(otherScale), rows: later },
            spec,
          );
          await dropComparison(opened.engine, comparison);
          for (const side of SIDES) await opened.engine.drop(comparison.sides[side].table.sqlName);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  const digits = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength, maxLength });
  const price = (integerDigits: number, scale: number) =>
    fc
      .tuple(fc.boolean(), digits(1, integerDigits), digits(0, scale))
      .map(([isNegative, integer, fraction]) => {
        const magnitude = `${BigInt(integer)}${fraction === '' ? '' : `.${fraction}`}`;
        return isNegative && /[1-9]/.test(magnitude) ? `-${magnitude}` : magnitude;
      });

  test.each([
    [4, 10, 19],
    // The longest number for which 64 bits are used, and a number with one more digit.
    [0, 0, 15],
    [2, 2, 12],
    [2, 2, 13],
    [2, 4, 8],
  ])(
    'has exact differences of prices with %i and %i places and up to %i digits before them',
    expectExactDifferences,
  );
  test.each([
    [0, 0, 19],
    [2, 2, 19],
    [4, 4, 19],
    [5, 5, 19],
    [14, 3, 19],
    [0, 0, 14],
    [4, 4, 8],
    [4, 4, 9],
    [6, 6, 4],
    [6, 6, 5],
  ])(
    'has exact differences of prices with %i and %i places and up to %i digits before them',
    { tags: ['long'] },
    expectExactDifferences,
  );

  async function expectExactDifferences(
    scale: number,
    otherScale: number,
    integerDigits: number,
  ): Promise<void> {
    const fields = (places: number) =>
      [
        { name: 'No', type: 'number', scale: 0 },
        { name: 'Value', type: 'number', scale: places },
      ] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(price(integerDigits, scale), price(integerDigits, otherScale)), {
          minLength: 50,
          maxLength: 200,
        }),
        async (prices) => {
          // These prices give halves, which binary fractions would round in either direction.
          const halves = Array.from({ length: 40 }, (_, index) => ['32', String(20 + index)] as const);
          const longest = (places: number) =>
            `${'9'.repeat(integerDigits)}${places === 0 ? '' : `.${'9'.repeat(places)}`}`;
          const smallest = (places: number) => (places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`);
          const all = [
            ...prices,
            [`-${longest(scale)}`, longest(otherScale)],
            [longest(scale), `-${longest(otherScale)}`],
            [smallest(scale), longest(otherScale)],
            [`-${smallest(scale)}`, longest(otherScale)],
            ...(scale === 0 ? [] : halves.map(([one, other]) => [`${one}.0`, `${other}.0`] as const)),
            ...halves,
          ];
          const side = (places: number, at: 0 | 1) => ({
            fields: fields(places),
            rows: all.map((pair, index) => [String(index), pair[at]]),
          });
          const comparison = await expectSame(opened, side(scale, 0), side(otherScale, 1), {
            keys: ['No'],
            price: 'Value',
            compared: [],
          });
          expect(comparison.tooLongForDelta).toBe(0);
          await dropComparison(opened.engine, comparison);
          for (const each of SIDES) await opened.engine.drop(comparison.sides[each].table.sqlName);
        },
      ),
      { numRuns: IS_LONG ? 5 : 2 },
    );
  }

  it.each([2, 10, 18])('takes prices of %i places that are all missing', async (scale) => {
    const side: NaiveSide = {
      fields: [
        { name: 'No', type: 'text', scale: null },
        { name: 'Value', type: 'number', scale },
      ],
      rows: [
        ['a', null],
        ['b', null],
      ],
    };
    const { counts } = await expectSame(opened, side, side, { keys: ['No'], price: 'Value', compared: [] });
    expect(counts.unchanged).toBe(2);
  });
});

describe('the proposed key', () => {
  const fields = [
    { name: 'Remark', type: 'text', scale: null },
    { name: 'Value', type: 'number', scale: 2 },
    { name: 'Article', type: 'text', scale: null },
    { name: 'PriceList', type: 'text', scale: null },
    { name: 'ItemNo', type: 'text', scale: null },
    { name: 'Quantity', type: 'number', scale: 0 },
  ] as const;
  let opened: TestEngine;
  beforeAll(async () => {
    opened = await openTestEngine([], []);
  });
  const propose = (earlier: Cell[][], later: Cell[][], preferred: string[] = []) => {
    const sides = {
      earlier: sideOf(opened, { fields, rows: earlier }),
      later: sideOf(opened, { fields, rows: later }),
    };
    return proposeKeys(opened.engine, sides, preferred, signal);
  };
  /** The rows contain every article in every list, with a different value in every row. */
  const grid = Array.from({ length: 60 }, (_, index): Cell[] => {
    const article = `A${index % 20}`;
    return ['r', `${index}.25`, article, `L${Math.floor(index / 20)}`, article, '1'];
  });

  it('is the smallest set that is unique on both sides, preferred columns first', async () => {
    expect(await propose(grid, grid)).toEqual(['ItemNo', 'PriceList']);
    expect(await propose(grid, grid, ['PriceList', 'Article'])).toEqual(['PriceList', 'Article']);
  });

  it('may be of numbers of which only whole ones were seen, although their column holds decimal places', async () => {
    const rows = Array.from({ length: 3 }, (_, index): Cell[] => [`${index}`]);
    const side = sideOf(opened, { fields: [{ name: 'ItemNo', type: 'number', scale: 4 }], rows });
    const [column] = side.table.columns;
    if (column === undefined) throw new Error('There is no column.');
    const seenWhole = {
      ...side,
      table: { ...side.table, columns: [{ ...column, isSeenWhole: true as const }] },
    };
    const proposed = (each: ComparedSide) =>
      proposeKeys(opened.engine, { earlier: each, later: each }, [], signal);
    expect([await proposed(side), await proposed(seenWhole)]).toEqual([null, ['ItemNo']]);
  });

  it('is a single column where one is enough', async () => {
    const single = grid.map((row, index) => [...row.slice(0, 4), `N${index}`, '1']);
    expect(await propose(single, single)).toEqual(['ItemNo']);
    expect(await propose(single, grid)).toEqual(['ItemNo', 'PriceList']);
  });

  it('has no column that lacks a value in some row', async () => {
    const withNull = grid.map((row, index) => (index === 7 ? [...row.slice(0, 4), null, '1'] : row));
    expect(await propose(withNull, grid)).toEqual(['Article', 'PriceList']);
  });

  it('is none where rows are the same in every column that could be one', async () => {
    expect(await propose([...grid, ...grid.slice(0, 1)], grid)).toBeNull();
  });
});

test('refuses sides that were not read whole, and columns that a side lacks', async () => {
  const opened = await openTestEngine([], []);
  const side = sideOf(opened, { fields: [{ name: 'No', type: 'text', scale: null }], rows: [['1'], ['2']] });
  const part: ComparedSide = {
    ...side,
    coverage: { kind: 'part', readCount: 1, rowCount: 2, status: 'paused' },
  };
  const spec = { keys: ['No'], price: null, compared: [] };
  await expect(compare(opened.engine, { earlier: part, later: side }, spec, signal)).rejects.toThrow(
    RangeError,
  );
  const sides = { earlier: side, later: side };
  await expect(compare(opened.engine, sides, { ...spec, compared: ['Value'] }, signal)).rejects.toThrow(
    RangeError,
  );
  await expect(compare(opened.engine, sides, { ...spec, keys: [] }, signal)).rejects.toThrow(RangeError);
  await expect(compare(opened.engine, sides, { ...spec, price: 'No' }, signal)).rejects.toThrow(RangeError);
  expect((await compare(opened.engine, sides, spec, signal)).counts.unchanged).toBe(2);
});

test('says which prices are too long to compute with, and compares them all the same', async () => {
  const opened = await openTestEngine([], []);
  const fields = [
    { name: 'No', type: 'text', scale: null },
    { name: 'Value', type: 'number', scale: 18 },
  ] as const;
  const long = '9999999999999999999';
  const side = (...values: string[]) =>
    sideOf(opened, { fields, rows: values.map((value, index) => [String(index), value]) });
  const sides = {
    earlier: side(long, long, '1.5', '-999999999999999'),
    later: side(long, '1', '2', '999999999999999'),
  };
  const comparison = await compare(
    opened.engine,
    sides,
    { keys: ['No'], price: 'Value', compared: [] },
    signal,
  );
  expect(comparison.counts).toMatchObject({ unchanged: 1, changed: 3 });
  expect(comparison.tooLongForDelta).toBe(2);
  const rows = inOrder(await rowsOf(opened, comparison));
  expect(rows.map(({ delta, percent }) => [delta, percent])).toEqual([
    [null, null],
    [null, null],
    ['0.5', '33.33'],
    ['1999999999999998', '200'],
  ]);
});

test('rows that a filter leaves out are counted, and are of no kind', async () => {
  const opened = await openTestEngine([], []);
  const fields = [
    { name: 'No', type: 'text', scale: null },
    { name: 'Country', type: 'text', scale: null },
    { name: 'Value', type: 'number', scale: 2 },
  ] as const;
  const germans = [{ column: 'Country', op: 'equals', values: ['DE'] }] as const;
  const earlier = sideOf(opened, {
    fields,
    rows: [
      ['a', 'DE', '1'],
      ['c', 'DE', '1'],
      ['d', 'DE', '1'],
    ],
  });
  const later = sideOf(opened, {
    fields,
    rows: [
      ['x', 'AT', '1'],
      ['a', 'de', '2'],
      ['c', 'AT', '1'],
      // If this row were not left out, its key would occur twice.
      ['e', 'AT', '1'],
      ['e', 'DE', '1'],
      [null, 'AT', '1'],
    ],
  });
  const sides = { earlier, later: { ...later, only: filterSql(germans, later.table) } };
  const spec = { keys: ['No'], price: 'Value', compared: [] };
  const comparison = await compare(opened.engine, sides, spec, signal);
  expect(comparison.filteredOut).toEqual({ earlier: 0, later: 4 });
  expect(comparison.counts).toEqual({ added: 1, removed: 2, changed: 1, unchanged: 0 });
  expect(comparison.leftOut.later).toEqual({ duplicated: 0, missing: 0 });
  const rows = inOrder(await rowsOf(opened, comparison));
  expect(rows.map(({ kind, earlier: e, later: l }) => [kind, e, l])).toEqual([
    ['added', null, 4],
    ['changed', 0, 1],
    ['removed', 1, null],
    ['removed', 2, null],
  ]);
  // A key needs to identify only the rows that are not left out.
  expect(await proposeKeys(opened.engine, sides, ['No'], signal)).toEqual(['No']);
  expect(await proposeKeys(opened.engine, { earlier, later }, ['No'], signal)).not.toEqual(['No']);
});

test('a whole number of a guessed type equals its text', async () => {
  const opened = await openTestEngine([], []);
  const key = (type: 'text' | 'number', scale: number | null, values: readonly string[]) =>
    sideOf(opened, { fields: [{ name: 'No', type, scale }], rows: values.map((value) => [value]) });
  const earlier = key('text', null, ['7', '8', '2.5000']);
  const later = key('number', 4, ['7', '9', '2.5']);
  const seenWhole = {
    ...later,
    table: {
      ...later.table,
      columns: later.table.columns.map((column) => ({ ...column, isSeenWhole: true as const })),
    },
  };
  const spec = { keys: ['No'], price: null, compared: [] };
  const { counts } = await compare(opened.engine, { earlier, later: seenWhole }, spec, signal);
  expect(counts).toEqual({ added: 1, removed: 1, changed: 0, unchanged: 2 });
});

describe('keys that meet no key of the other side', () => {
  const fields = [
    { name: 'Number', type: 'text' as const, scale: null },
    { name: 'Value', type: 'number' as const, scale: 2 },
  ];
  const numbered = (names: readonly (string | null)[]) => ({
    fields,
    rows: names.map((name, index) => [name, `${index}.50`]),
  });
  const spec = { keys: ['Number'], price: 'Value', compared: [] };
  let opened: TestEngine;
  beforeAll(async () => {
    opened = await openTestEngine([], []);
  });

  test.each([
    ['other notations', ['1', '2'], ['001', '002', '003'], true],
    ['one that meets', ['1', '2'], ['2', '003'], false],
    ['an empty side', [], ['1', '2'], false],
    ['one that stands twice, and is not compared', ['1', '1'], ['1', '2'], false],
    ['no keys at all', [null, null], ['1'], true],
  ])('%s', async (_, earlier, later, hasNone) => {
    const comparison = await expectSame(opened, numbered(earlier), numbered(later), spec);
    expect(comparison.hasNoMatch).toBe(hasNone);
  });

  test('a refinement or a filter that leaves only rows of one side says nothing of the keys', async () => {
    const [earlier, later] = [numbered(['1', '2', '3']), numbered(['1', '3', '4'])].map((side) =>
      sideOf(opened, side),
    );
    if (earlier === undefined || later === undefined) throw new Error('There are two sides.');
    const only = ({ table }: ComparedSide, name: string) =>
      sql`${identifier(table.columns[0]?.sqlName ?? '')} = ${name}`;
    const sides = {
      earlier: { ...earlier, only: only(earlier, '2') },
      later: { ...later, only: only(later, '4') },
    };
    const { counts, hasNoMatch } = await compare(opened.engine, sides, spec, signal);
    expect(counts).toEqual({ added: 1, removed: 1, changed: 0, unchanged: 0 });
    expect(hasNoMatch).toBe(false);
  });
});

describe('a side whose dates hold milliseconds', () => {
  const fields = [
    { name: 'Key', type: 'date' as const, scale: null },
    { name: 'At', type: 'date' as const, scale: null },
  ];
  const compared = async (whole: readonly Cell[][], held: readonly Cell[][], secondDigits: number | null) => {
    const opened = await openTestEngine(fields, []);
    const side = (rows: readonly Cell[][]) => sideOf(opened, { fields, rows });
    const sides = { earlier: { ...side(held), secondDigits }, later: side(whole) };
    const spec = { keys: ['Key'], price: null, compared: ['At'] };
    return (await compare(opened.engine, sides, spec, signal)).counts;
  };

  test('is the same as one that has further digits, in keys too', async () => {
    const whole = [
      ['2026-01-31T10:00:00.1239999', '2026-01-31T10:00:00.9999999'],
      ['1969-12-31T23:59:59.9985000', '1969-12-31T23:59:59.9985001'],
      ['1901-01-01', '2026-01-31T10:00:00.0000001'],
      ['2026-01-31T11:00:00.5000000', '2026-01-31T10:00:00.5010000'],
      ['2026-01-31T12:00:00', null],
    ];
    const held = [
      ['2026-01-31T10:00:00.123', '2026-01-31T10:00:00.999'],
      ['1969-12-31T23:59:59.998', '1969-12-31T23:59:59.998'],
      ['1901-01-01', '2026-01-31T10:00:00'],
      ['2026-01-31T11:00:00.500', '2026-01-31T10:00:00.500'],
      ['2026-01-31T12:00:00', '2026-01-31T12:00:00'],
    ];
    expect(await compared(whole, held, 3)).toEqual({ added: 0, removed: 0, changed: 2, unchanged: 3 });
    expect(await compared(whole, held, null)).toMatchObject({ added: 2, removed: 2 });
  });
});

test(
  'a side that keeps no empty texts is the same as one that does, in keys and values',
  { tags: ['long'] },
  async () => {
    const fields = ['Item', 'Variant', 'Remark'].map((name) => ({
      name,
      type: 'text' as const,
      scale: null,
    }));
    const whole = [
      ['A', '', ''],
      ['B', null, 'x'],
      ['C', 'red', null],
      ['', '', 'sum'],
    ];
    const held = whole.map((row) => row.map((cell) => (cell === '' ? null : cell)));
    const opened = await openTestEngine(fields, []);
    const compared = async (lacksEmptyTexts: boolean) => {
      const [earlier, later] = [held, whole].map((rows) => sideOf(opened, { fields, rows }));
      if (earlier === undefined || later === undefined) throw new Error('There are two sides.');
      const spec = { keys: ['Item', 'Variant'], price: null, compared: ['Remark'] };
      const sides = { earlier: { ...earlier, lacksEmptyTexts }, later };
      const { counts, leftOut } = await compare(opened.engine, sides, spec, signal);
      return { ...counts, missing: [leftOut.earlier.missing, leftOut.later.missing] };
    };
    expect(await compared(true)).toEqual({ added: 0, removed: 0, changed: 0, unchanged: 3, missing: [1, 1] });
    expect(await compared(false)).toMatchObject({ added: 2, missing: [3, 1] });
  },
);

test('changes are found wherever their rows stand, also beyond those that are compared at once', async () => {
  const opened = await openTestEngine([], []);
  const fields = [
    { name: 'Number', type: 'text', scale: null },
    { name: 'Value', type: 'number', scale: 2 },
  ] as const;
  const rowCount = 300_000;
  const earlier = opened.addTable(fields, [
    ['A', '1.00'],
    ['B', '1.00'],
  ]);
  const later = opened.addTable(fields, [
    ['A', '2.00'],
    ['B', '2.00'],
  ]);
  // Of so many rows, only the first and the last position are used.
  const spread = await opened.engine.materialise(
    [sql`SELECT * REPLACE (row_index * ${rowCount - 1} AS row_index) FROM ${identifier(later.sqlName)}`],
    signal,
  );
  const sideOf = (table: ComparedSide['table'], count: number): ComparedSide => ({
    table,
    rowCount: count,
    coverage: { kind: 'all', rowCount: count },
  });
  const sides = {
    earlier: sideOf(earlier, 2),
    later: sideOf({ ...later, sqlName: spread.sqlName }, rowCount),
  };
  const { counts } = await compare(
    opened.engine,
    sides,
    { keys: ['Number'], price: 'Value', compared: [] },
    signal,
  );
  expect(counts).toMatchObject({ changed: 2, removed: 0 });
});
