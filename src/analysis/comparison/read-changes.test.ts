import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { naiveComparison, type NaiveChange } from '@/test/naive-comparison';
import { runs } from '@/test/runs';
import { testField } from '@/test/test-price-column';
import { compare } from './compare';
import type { Comparison } from './comparison';
import type { ComparedSides } from '../matching/matched-sides';
import { quotientHalfEven } from './half-even';
import { readByColumn, readByGroup, readDeltaDistribution, readGreatest } from './read-changes';

type Cell = string | boolean | null;

const FIELDS = [
  testField('Number', { isKey: true, isPrimaryKey: true }),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 4 }),
  testField('Group', { type: 'number', sqlType: 'int', scale: 0 }),
  testField('Quantity', { type: 'number', sqlType: 'decimal', scale: 3 }),
  testField('Remark'),
];
const SPEC = { keys: ['Number'], price: 'Value', compared: ['Group', 'Quantity', 'Remark'] };
const { signal } = new AbortController();

const number = (index: number) => `N${String(index).padStart(5, '0')}`;
const EARLIER = Array.from({ length: 1_200 }, (_, index): Cell[] => [
  number(index),
  index % 97 === 0 ? '0' : index % 89 === 1 ? 'on request' : `${1 + (index % 400)}.5`,
  String(index % 7),
  '1',
  ['Size M', 'size m', ' Sizem', 'Size', '', null][index % 6] ?? null,
]);
const LATER = Array.from({ length: 1_200 }, (_, index): Cell[] => [
  number(index + 5),
  index % 4 === 0 ? `${1 + ((index + 5) % 400)}.50` : `${1 + ((index * 31) % 400)}.25`,
  index % 50 === 3 ? null : index % 60 === 7 ? 'none' : String((index * 3) % 8),
  index % 30 === 2 ? null : `${index % 9}.${index % 5}`,
  ['Size  M', 'Size M', 'sizeM', 'other', ' ', null][(index + 5) % 6] ?? null,
]);
const EXPECTED = naiveComparison({ fields: FIELDS, rows: EARLIER }, { fields: FIELDS, rows: LATER }, SPEC);

async function compared(
  opened: TestEngine,
  earlier: readonly Cell[][],
  later: readonly Cell[][],
  spec: Comparison['spec'] = SPEC,
  lacksEmptyTexts = false,
): Promise<Comparison> {
  const sides = Object.fromEntries(
    Object.entries({ earlier, later }).map(([side, rows]) => {
      const coverage = { kind: 'all', rowCount: rows.length } as const;
      const table = opened.addTable(FIELDS, rows);
      return [side, { table, rowCount: rows.length, coverage, lacksEmptyTexts }];
    }),
  ) as unknown as ComparedSides;
  return compare(opened.engine, sides, spec, signal);
}

let opened: TestEngine;
let comparison: Comparison;

beforeAll(async () => {
  opened = await openTestEngine([], []);
  comparison = await compared(opened, EARLIER, LATER);
});

const hundredths = (percent: string) => Math.round(Number(percent) * 100);

/** The rows whose price has changed, with their Δ % in hundredths. */
const CHANGED = EXPECTED.flatMap((change) => {
  const hasChanged = change.percent !== null && change.delta !== '0';
  return hasChanged ? [{ ...change, percent: hundredths(change.percent ?? '') }] : [];
});

/** Returns the median of percentages in hundredths, with one more decimal place if it is between two of them. */
function medianText(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const twice =
    (sorted[Math.ceil(values.length / 2) - 1] ?? 0) + (sorted[Math.floor(values.length / 2)] ?? 0);
  return twice % 2 === 0 ? (twice / 200).toFixed(2) : (twice / 200).toFixed(3);
}

/** Returns a quotient with two decimal places, with halves rounded to even. */
function ratioText(dividend: bigint, divisor: bigint): string {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [above, below] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const floor = above / below;
  const rest = (above - floor * below) * 2n;
  const units = rest > below || (rest === below && floor % 2n === 1n) ? floor + 1n : floor;
  const digits = String(units).padStart(3, '0');
  return `${isNegative && units !== 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

describe('the distribution of Δ %', () => {
  it('counts every row whose price differs once', async () => {
    const found = await readDeltaDistribution(opened.engine, comparison, signal);
    const percents = CHANGED.map(({ percent }) => percent);
    expect(found.count).toBe(percents.length);
    expect(found.withoutPercent).toBe(
      EXPECTED.filter(({ percent, differs }) => percent === null && differs.includes('Value')).length,
    );
    expect(hundredths(found.least ?? '')).toBe(Math.min(...percents));
    expect(hundredths(found.greatest ?? '')).toBe(Math.max(...percents));
    expect(found.median).toBe(medianText(percents));
    const below = percents.filter((percent) => percent < hundredths(found.ranges[0]?.from ?? ''));
    const above = percents.filter((percent) => percent >= hundredths(found.ranges.at(-1)?.to ?? ''));
    expect([found.belowCount, found.aboveCount]).toEqual([below.length, above.length]);
    for (const { from, to, count } of found.ranges) {
      const inside = percents.filter((percent) => percent >= hundredths(from) && percent < hundredths(to));
      expect(count).toBe(inside.length);
    }
    const inRanges = found.ranges.reduce((sum, { count }) => sum + count, 0);
    expect(inRanges + found.belowCount + found.aboveCount).toBe(percents.length);
  });

  it('leaves a few far away out of its ranges, and counts them', async () => {
    const rows = (value: (index: number) => string) =>
      Array.from({ length: 500 }, (_, index): Cell[] => [number(index), value(index), '1', '1', '']);
    const outlying = await compared(
      opened,
      rows(() => '100'),
      rows((index) => (index === 7 ? '9000000' : String(101 + (index % 10)))),
    );
    const found = await readDeltaDistribution(opened.engine, outlying, signal);
    expect(found).toMatchObject({ count: 500, belowCount: 0, aboveCount: 1, greatest: '8999900.00' });
    expect(found.ranges.filter(({ count }) => count > 0).length).toBeGreaterThan(5);
  });

  it('is empty where no price differs', async () => {
    const same = await compared(opened, EARLIER, EARLIER);
    expect(await readDeltaDistribution(opened.engine, same, signal)).toEqual({
      count: 0,
      withoutPercent: 0,
      least: null,
      median: null,
      greatest: null,
      ranges: [],
      belowCount: 0,
      aboveCount: 0,
    });
  });
});

test('the greatest rises and falls are the first ten by Δ %, equal ones by key', async () => {
  const { rises, falls } = await readGreatest(opened.engine, comparison, signal, FIELDS);
  const keyOf = ({ later }: NaiveChange) => String(LATER[later ?? -1]?.[0]);
  const first = (sign: 1 | -1) =>
    EXPECTED.filter(({ percent }) => percent !== null && Number(percent) * sign > 0)
      .toSorted((a, b) => sign * (Number(b.percent) - Number(a.percent)) || (keyOf(a) < keyOf(b) ? -1 : 1))
      .slice(0, 10)
      .map((change) => [keyOf(change), Number(change.percent)]);
  const shown = (rows: typeof rises) =>
    rows.map(({ cells, deltaPercent }) => [cells[0]?.later, Number(deltaPercent)]);
  expect(shown(rises)).toEqual(first(1));
  expect(shown(falls)).toEqual(first(-1));
});

/** Returns a text without case and blanks. A missing value becomes an empty text. */
const folded = (cell: Cell | undefined) =>
  String(cell ?? '')
    .toLowerCase()
    .replaceAll(/\s/g, '');

test('differences are counted by column, with those of case, blanks, and empty or missing alone', async () => {
  const differing = (name: string) => EXPECTED.filter(({ differs }) => differs.includes(name));
  const alike = differing('Remark').filter(({ earlier, later }) => {
    return folded(EARLIER[earlier ?? -1]?.[4]) === folded(LATER[later ?? -1]?.[4]);
  });
  expect(alike.length).toBeGreaterThan(0);
  expect(await readByColumn(opened.engine, comparison, signal)).toEqual([
    { name: 'Value', differing: differing('Value').length, alike: null },
    { name: 'Group', differing: differing('Group').length, alike: null },
    { name: 'Quantity', differing: differing('Quantity').length, alike: null },
    { name: 'Remark', differing: differing('Remark').length, alike: alike.length },
  ]);
});

test('an empty text against a missing value is counted among the differing ones, and as alike', async () => {
  const spec = { keys: ['Number'], price: null, compared: ['Remark'] };
  const remark = fc.constantFrom<Cell>(null, '', ' ', '\u00a0', 'A', 'a ', 'b');
  const anyPairs = fc.array(fc.tuple(remark, remark), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(anyPairs, fc.boolean(), async (pairs, lacksEmptyTexts) => {
      const [earlier, later] = [0, 1].map((side) =>
        pairs.map((pair, index): Cell[] => [number(index), '1', '1', '1', pair[side] ?? null]),
      );
      const found = await compared(opened, earlier ?? [], later ?? [], spec, lacksEmptyTexts);
      const held = (cell: Cell) => (lacksEmptyTexts ? (cell ?? '') : cell);
      const differing = pairs.filter(([one, other]) => held(one) !== held(other));
      const alike = differing.filter(([one, other]) => folded(one) === folded(other)).length;
      expect(await readByColumn(opened.engine, found, signal)).toEqual([
        { name: 'Remark', differing: differing.length, alike },
      ]);
    }),
    {
      numRuns: runs(100),
      examples: [
        [[['', null]], false],
        [[[null, ' ']], false],
        [[[null, ' ']], true],
        [[[null, '']], true],
      ],
    },
  );
});

describe('changes by group', () => {
  const laterCell = ({ later }: NaiveChange | (typeof CHANGED)[number], at: number) =>
    LATER[later ?? -1]?.[at] ?? null;
  const weightOf = (change: (typeof CHANGED)[number]) => {
    const cell = laterCell(change, 3);
    return cell === null ? null : BigInt(String(cell).replace('.', ''));
  };

  function expectedGroup(rows: typeof CHANGED) {
    const weighed = rows.flatMap((row) => {
      const weight = weightOf(row);
      return weight === null ? [] : [{ weight, percent: BigInt(row.percent) }];
    });
    const weights = weighed.reduce((sum, { weight }) => sum + weight, 0n);
    const weighted = weighed.reduce((sum, { weight, percent }) => sum + weight * percent, 0n);
    const total = rows.reduce((sum, { percent }) => sum + BigInt(percent), 0n);
    return {
      count: rows.length,
      mean: ratioText(total, BigInt(rows.length)),
      median: medianText(rows.map(({ percent }) => percent)),
      weightedMean: weights === 0n ? null : ratioText(weighted, weights),
      withoutWeight: rows.length - weighed.length,
    };
  }

  it('have mean and median of their rows, also weighted', async () => {
    const found = await readByGroup(opened.engine, comparison, 'Group', 'Quantity', signal);
    const groups = new Map<string, typeof CHANGED>();
    for (const change of CHANGED) {
      const cell = laterCell(change, 2);
      const name = cell === 'none' ? 'misfit' : cell === null ? 'null' : `value ${String(cell)}`;
      groups.set(name, [...(groups.get(name) ?? []), change]);
    }
    expect(found.groupCount).toBe(groups.size);
    expect(found.groups.length).toBe(groups.size);
    expect(found.groups.map(({ count }) => count)).toEqual(
      found.groups.map(({ count }) => count).toSorted((a, b) => b - a),
    );
    for (const { key, ...figures } of found.groups) {
      const rows = groups.get(key.kind === 'value' ? `value ${key.value}` : key.kind) ?? [];
      expect(figures).toEqual(expectedGroup(rows));
    }
    expect(found.total).toEqual(expectedGroup(CHANGED));
  });

  it('have no weighted mean without a weight, and no rows where no price differs', async () => {
    const found = await readByGroup(opened.engine, comparison, 'Remark', null, signal);
    expect(found.total.weightedMean).toBeNull();
    const same = await compared(opened, EARLIER, EARLIER);
    expect(await readByGroup(opened.engine, same, 'Group', null, signal)).toEqual({
      groups: [],
      groupCount: 0,
      total: { count: 0, mean: null, median: null, weightedMean: null, withoutWeight: 0 },
    });
    await expect(readByGroup(opened.engine, same, 'Group', 'Remark', signal)).rejects.toThrow(RangeError);
  });
});

test('a comparison without a price has no figures of it', async () => {
  const bare = await compared(opened, EARLIER, LATER, { ...SPEC, price: null });
  expect(await readDeltaDistribution(opened.engine, bare, signal)).toMatchObject({
    count: 0,
    withoutPercent: 0,
  });
  expect(await readGreatest(opened.engine, bare, signal)).toEqual({ rises: [], falls: [] });
});

test('quotients are rounded halves to even, however many digits they have', () => {
  expect(quotientHalfEven('1', '0.00', 2)).toBeNull();
  expect(quotientHalfEven('0.25', '2', 2)).toBe('0.12');
  expect(quotientHalfEven('-0.375', '1', 2)).toBe('-0.38');
  const decimal = fc.tuple(fc.bigInt(-(10n ** 40n), 10n ** 40n), fc.nat(20));
  fc.assert(
    fc.property(decimal, decimal, fc.nat(6), ([one, oneScale], [other, otherScale], places) => {
      fc.pre(other !== 0n);
      const text = (units: bigint, scale: number) => {
        const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
        const end = digits.length - scale;
        return `${units < 0n ? '-' : ''}${digits.slice(0, end)}${scale === 0 ? '' : `.${digits.slice(end)}`}`;
      };
      const quotient = quotientHalfEven(text(one, oneScale), text(other, otherScale), places) ?? '';
      const units = BigInt(quotient.replace('.', ''));
      // |one / other · 10^places − units| is at most half a unit, and exactly half only if the number of units is even.
      const numerator = one * 10n ** BigInt(otherScale + places);
      const denominator = other * 10n ** BigInt(oneScale);
      const rest = 2n * (numerator - units * denominator);
      const [off, whole] = [rest < 0n ? -rest : rest, denominator < 0n ? -denominator : denominator];
      expect(off < whole || (off === whole && units % 2n === 0n)).toBe(true);
    }),
  );
});
