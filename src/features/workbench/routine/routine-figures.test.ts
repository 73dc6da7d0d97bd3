import { beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { naiveComparison } from '@/test/naive-comparison';
import { TEST_PRICE_COLUMN, testField } from '@/test/test-price-column';
import { addDecimals, subtractDecimals } from '@/lib/formats/decimal';
import { checksOfRows } from '@/analysis/checks/checks-of-rows';
import { runChecks, type CheckRun } from '@/analysis/checks/run-checks';
import { compare } from '@/analysis/comparison/compare';
import type { Comparison } from '@/analysis/comparison/comparison';
import { readCheckOutcomes, readEffects } from './routine-figures';

type Cell = string | null;

const FIELDS = [
  testField('Number', { isKey: true, isPrimaryKey: true }),
  testField('Currency'),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 4, isPriceColumn: true }),
];
const PRICE_COLUMN = { ...TEST_PRICE_COLUMN, fields: FIELDS };
const SPEC = { keys: ['Number'], price: 'Value', compared: ['Currency'] };
const { signal } = new AbortController();

/** Returns rows of one side. Some prices are missing or below zero, some rows are on one side only, and two keys occur twice. */
function rowsFrom(start: number, step: number): Cell[][] {
  const rows = Array.from({ length: 600 }, (_, index): Cell[] => {
    const number = index + start;
    const price = (number * step) % 37 === 0 ? null : `${((number * step) % 50) - 2}.25`;
    return [`N${number}`, ['EUR', 'CHF', null][number % 3] ?? null, price];
  });
  return [...rows, ['N50', 'EUR', null], ['N51', 'EUR', '-1.0000']];
}
const EARLIER = rowsFrom(0, 7);
const LATER = rowsFrom(40, 11);
const CHANGES = naiveComparison({ fields: FIELDS, rows: EARLIER }, { fields: FIELDS, rows: LATER }, SPEC);

let opened: TestEngine;
let comparison: Comparison;
let earlier: CheckRun;
let later: CheckRun;

beforeAll(async () => {
  opened = await openTestEngine([], []);
  const sideOf = (rows: readonly Cell[][]) => ({
    table: opened.addTable(FIELDS, rows),
    rowCount: rows.length,
    coverage: { kind: 'all', rowCount: rows.length } as const,
  });
  const sides = { earlier: sideOf(EARLIER), later: sideOf(LATER) };
  comparison = await compare(opened.engine, sides, SPEC, signal);
  const run = async ({ table }: (typeof sides)['later']) => {
    const checks = await checksOfRows(
      {
        engine: opened.engine,
        table,
        refinedOf: null,
        misfits: {},
        priceColumn: PRICE_COLUMN,
        parameter: undefined,
        today: '2026-11-26',
      },
      signal,
    );
    if (checks === null) throw new Error('The checks cannot be read.');
    return runChecks(opened.engine, checks.rows, checks.checks, signal);
  };
  earlier = await run(sides.earlier);
  later = await run(sides.later);
});

describe('the effect of changed prices', () => {
  it('is the sum of their differences by the currency of now', async () => {
    const expected = new Map<string | null, { raised: number; lowered: number; effect: string }>();
    for (const { kind, later: position, delta } of CHANGES) {
      if (kind !== 'changed' || position === null || delta === null || delta === '0') continue;
      const currency = LATER[position]?.[1] ?? null;
      const { raised, lowered, effect } = expected.get(currency) ?? { raised: 0, lowered: 0, effect: '0' };
      const isRaised = !delta.startsWith('-');
      expected.set(currency, {
        raised: raised + Number(isRaised),
        lowered: lowered + Number(!isRaised),
        effect: addDecimals(effect, delta),
      });
    }
    const effects = await readEffects(opened.engine, comparison, 'Currency', signal);
    expect(effects).toHaveLength(3);
    for (const { currency, raised, lowered, effect } of effects) {
      const wanted = expected.get(currency);
      expect({ raised, lowered }).toEqual({ raised: wanted?.raised, lowered: wanted?.lowered });
      expect(Number(subtractDecimals(effect, wanted?.effect ?? 'none'))).toBe(0);
    }
  });

  it('is one amount where no column tells the currency', async () => {
    const [all, ...others] = await readEffects(opened.engine, comparison, null, signal);
    expect(others).toEqual([]);
    expect(all?.currency).toBeNull();
  });
});

describe('the outcome of checks', () => {
  it('tells findings that are new from those that were there, and counts those that are gone', async () => {
    const outcomes = await readCheckOutcomes(opened.engine, later, { comparison, earlier, later }, signal);
    const noPrice = outcomes.find(({ check }) => check === 'no-price');
    const hasNone = (rows: readonly Cell[][], index: number | null) =>
      index !== null && rows[index]?.[2] === null;
    // Rows with a duplicate key have no counterpart: their findings are neither new nor gone.
    const matched = CHANGES.filter(({ kind }) => kind !== 'duplicated' && kind !== 'missing');
    expect(noPrice).toEqual({
      check: 'no-price',
      parameters: {},
      name: null,
      notJudged: 0,
      now: LATER.filter(([, , price]) => price === null).length,
      added: matched.filter((row) => hasNone(LATER, row.later) && !hasNone(EARLIER, row.earlier)).length,
      gone: matched.filter((row) => hasNone(EARLIER, row.earlier) && !hasNone(LATER, row.later)).length,
    });
    expect(noPrice?.added).toBeGreaterThan(0);
    expect(noPrice?.gone).toBeGreaterThan(0);
  });

  it('has nothing to compare with at the first time', async () => {
    const outcomes = await readCheckOutcomes(opened.engine, later, null, signal);
    expect(outcomes.find(({ check }) => check === 'no-price')).toMatchObject({ added: null, gone: null });
  });
});
