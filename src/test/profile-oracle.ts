import { expect } from 'vitest';
import type { AnalysisEngine } from '@/features/workbench/analysis/engine/analysis-engine';
import type { AnalysedTable } from '@/features/workbench/analysis/model/analysed-table';
import type { ColumnDetails, ColumnProfile } from '@/features/workbench/analysis/columns/column-profile';
import {
  QUANTILE_PERCENTS,
  readColumnDetails,
  readColumnProfile,
} from '@/features/workbench/analysis/columns/read-profile';

// The figures of columns, computed from their cells with BigInt and without the engine.

/** A cell as the service sends it: numbers and dates are text. */
export type Cell = string | boolean | null;

/** Reads the figures of a column. */
export async function readColumn(
  engine: AnalysisEngine,
  table: AnalysedTable,
  name: string,
): Promise<{ profile: ColumnProfile; details: ColumnDetails }> {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new Error(`There is no column ${name}.`);
  const input = {
    engine,
    table,
    column,
    denominators: { known: [], unknown: [] },
    isEstimate: false,
    signal: new AbortController().signal,
  };
  return { profile: await readColumnProfile(input), details: await readColumnDetails(input) };
}

/** Expects the figures of a column to be those of its cells, all of which fit. */
export function expectFigures(
  { profile, details }: { readonly profile: ColumnProfile; readonly details: ColumnDetails },
  type: string,
  cells: readonly Cell[],
  label: string,
): void {
  const expected = expectedProfile(type, cells);
  expect(profile.misfitCount, `${label} misfits`).toBe(0);
  for (const key of ['filledCount', 'nullCount', 'emptyTextCount', 'distinctCount'] as const) {
    expect(profile[key], `${label} ${key}`).toBe(expected[key]);
  }
  if (type === 'number') {
    for (const key of ['least', 'greatest', 'median'] as const) {
      const value = expected[key];
      if (value === undefined) expect(profile[key], `${label} ${key}`).toBeNull();
      else expect(sameNumber(profile[key], String(value)), `${label} ${key}`).toBe(true);
    }
    if (expected.sum !== null) {
      const { places } = expected.sum;
      expect(units(profile.sum ?? '', 20), `${label} sum`).toBe(
        expected.sum.units * 10n ** BigInt(20 - places),
      );
      // Within half a unit of the last place of the exact mean.
      const meanPlaces = (profile.mean?.split('.')[1] ?? '').length;
      const count = BigInt(expected.filledCount);
      const exact = expected.sum.units * 10n ** BigInt(meanPlaces - places);
      const off = exact - units(profile.mean ?? '', meanPlaces) * count;
      expect((off < 0n ? -off : off) * 2n <= count, `${label} mean`).toBe(true);
    }
    details.quantiles.forEach(({ value }, index) => {
      expect(sameNumber(value, String(expected.quantiles[index])), `${label} quantile ${index}`).toBe(true);
    });
  } else {
    for (const key of ['least', 'greatest', 'median'] as const) {
      expect(profile[key] ?? undefined, `${label} ${key}`).toBe(expected[key]);
    }
    expect(
      details.quantiles.map(({ value }) => value),
      `${label} quantiles`,
    ).toEqual(expected.quantiles);
  }
  expect(details.quantiles.length, `${label} quantiles`).toBe(expected.quantiles.length);
  expectFrequent(profile, cells, type, label);
  if (profile.distribution?.kind === 'ranges') {
    const { ranges } = profile.distribution;
    const low = (value: string) => ranges.findLastIndex(({ from }) => compare(type, from, value) <= 0);
    const counts = ranges.map(() => 0);
    for (const cell of cells) if (typeof cell === 'string') counts[low(cell)] = (counts[low(cell)] ?? 0) + 1;
    expect(
      ranges.map(({ count }) => count),
      `${label} ranges`,
    ).toEqual(counts);
  }
}

/** What the figures must be, computed from the cells with BigInt and without the engine. */
function expectedProfile(type: string, cells: readonly Cell[]) {
  const values = cells.filter((cell): cell is string | boolean => cell !== null && cell !== '');
  const sorted = values.toSorted((a, b) => compare(type, String(a), String(b)));
  const ranked = (percent: number) => sorted[Math.max(0, Math.ceil((percent * sorted.length) / 100) - 1)];
  const isOrdered = type === 'number' || type === 'date';
  const places = values.reduce(
    (most, value) => Math.max(most, (String(value).split('.')[1] ?? '').length),
    0,
  );
  const sum = values.reduce(
    (total, value) => total + (type === 'number' ? units(String(value), places) : 0n),
    0n,
  );
  return {
    filledCount: values.length,
    nullCount: cells.filter((cell) => cell === null).length,
    emptyTextCount: cells.filter((cell) => cell === '').length,
    distinctCount: new Set<unknown>(
      type === 'number' ? values.map((value) => units(String(value), places)) : values,
    ).size,
    least: type === 'boolean' ? undefined : sorted[0],
    greatest: type === 'boolean' ? undefined : sorted.at(-1),
    median: isOrdered ? ranked(50) : undefined,
    sum: type === 'number' && values.length > 0 ? { units: sum, places } : null,
    quantiles: isOrdered && values.length > 0 ? QUANTILE_PERCENTS.map(ranked) : [],
  };
}

function units(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

function compare(type: string, a: string, b: string): number {
  if (type === 'number')
    return Number(units(a, 20) - units(b, 20) > 0n) - Number(units(a, 20) - units(b, 20) < 0n);
  // Texts by their UTF-8 bytes, which are in the order of their characters; dates of one notation are texts in order.
  if (!SURROGATES.test(a) && !SURROGATES.test(b)) return a < b ? -1 : Number(a > b);
  const [one, other] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0));
  if (one === undefined || other === undefined) return 0;
  const place = one.findIndex((code, index) => code !== other[index]);
  return place === -1 ? one.length - other.length : (one[place] ?? 0) - (other[place] ?? -1);
}

/** Only where there are any, the order of JavaScript differs. */
const SURROGATES = /[\ud800-\udfff]/;

const sameNumber = (a: string | null | undefined, b: string | undefined) =>
  a != null && b !== undefined && units(a, 20) === units(b, 20);

function expectFrequent(
  { frequent }: ColumnProfile,
  cells: readonly Cell[],
  type: string,
  label: string,
): void {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    if (cell === null) continue;
    const key = type === 'number' ? String(units(String(cell), 20)) : String(cell);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const { value, count } of frequent) {
    const key = type === 'number' ? String(units(String(value), 20)) : String(value);
    expect(count, `${label} count of ${String(value)}`).toBe(counts.get(key));
  }
  const largest = [...counts.values()].toSorted((a, b) => b - a).slice(0, 50);
  expect(
    frequent.map(({ count }) => count),
    `${label} counts`,
  ).toEqual(largest);
}
