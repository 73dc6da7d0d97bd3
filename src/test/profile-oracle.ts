import { expect } from 'vitest';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import type { AnalysedTable } from '@/analysis/engine/analysed-table';
import type { ColumnDetails, ColumnProfile } from '@/analysis/profiles/column-profile';
import { QUANTILE_PERCENTS, readColumnDetails, readColumnProfile } from '@/analysis/profiles/read-profile';

// This module computes the statistics of columns from their cells, with BigInt and without the engine.

/** A cell as the service sends it: numbers and dates are text. */
export type Cell = string | boolean | null;

/** Reads the statistics of a column. */
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

/** Expects the statistics of a column to match its cells, all of which must fit the column. */
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
      // The mean may differ from the exact one by half a unit of the last place.
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
    const { ranges, belowCount, aboveCount } = profile.distribution;
    const last = ranges.at(-1);
    const isAbove = (value: string) =>
      last !== undefined && compare(type, value, last.to) >= (last.includesEnd ? 1 : 0);
    const low = (value: string) => ranges.findLastIndex(({ from }) => compare(type, from, value) <= 0);
    const counts = ranges.map(() => 0);
    const beyond = { below: 0, above: 0 };
    for (const cell of cells) {
      if (typeof cell !== 'string') continue;
      if (isAbove(cell)) beyond.above += 1;
      else if (low(cell) === -1) beyond.below += 1;
      else counts[low(cell)] = (counts[low(cell)] ?? 0) + 1;
    }
    expect([belowCount, ...ranges.map(({ count }) => count), aboveCount], `${label} ranges`).toEqual([
      beyond.below,
      ...counts,
      beyond.above,
    ]);
  }
}

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
    median: isOrdered && sorted.length > 0 ? medianOf(type, sorted.map(String)) : undefined,
    sum: type === 'number' && values.length > 0 ? { units: sum, places } : null,
    quantiles: isOrdered && values.length > 0 ? QUANTILE_PERCENTS.map(ranked) : [],
  };
}

/** Returns the value halfway between the two middle values, which are the same value if the count is odd. */
function medianOf(type: string, sorted: readonly string[]): string {
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? '';
  const upper = sorted[Math.floor(sorted.length / 2)] ?? '';
  return type === 'number' ? middleNumber(lower, upper) : middleMoment(lower, upper);
}

function middleNumber(lower: string, upper: string): string {
  const digits = String((units(lower, 20) + units(upper, 20)) * 5n);
  const magnitude = digits.replace('-', '').padStart(22, '0');
  return `${digits.startsWith('-') ? '-' : ''}${magnitude.slice(0, -21)}.${magnitude.slice(-21)}`;
}

/** The result has one more fraction digit than the dates if needed, and a time unless it is midnight. */
function middleMoment(lower: string, upper: string): string {
  if (lower === upper) return lower;
  const digits = Math.max(...[lower, upper].map((text) => (text.split('.')[1] ?? '').length));
  const ticksOf = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.');
    const ms = Date.parse(`${whole.length === 10 ? `${whole}T00:00:00` : whole}Z`);
    return BigInt(ms / 1000) * 10n ** 8n + BigInt(fraction.padEnd(8, '0'));
  };
  const ticks = (ticksOf(lower) + ticksOf(upper)) / 2n;
  const second = ticks / 10n ** 8n;
  const text = new Date(Number(second) * 1000).toISOString().slice(0, 19);
  const fraction = String(ticks % 10n ** 8n).padStart(8, '0');
  const kept = fraction.slice(0, digits) + fraction.slice(digits).replace(/0+$/, '');
  const isDay = lower.length === 10 && upper.length === 10 && text.endsWith('T00:00:00') && kept === '';
  return isDay ? text.slice(0, 10) : `${text}${kept === '' ? '' : `.${kept}`}`;
}

function units(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

function compare(type: string, a: string, b: string): number {
  if (type === 'number')
    return Number(units(a, 20) - units(b, 20) > 0n) - Number(units(a, 20) - units(b, 20) < 0n);
  // Texts are ordered by code points, like their UTF-8 bytes. Dates in one notation are ordered as texts.
  if (!SURROGATES.test(a) && !SURROGATES.test(b)) return a < b ? -1 : Number(a > b);
  const [one, other] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0));
  if (one === undefined || other === undefined) return 0;
  const place = one.findIndex((code, index) => code !== other[index]);
  return place === -1 ? one.length - other.length : (one[place] ?? 0) - (other[place] ?? -1);
}

/** JavaScript's order of texts only differs from code points if they contain surrogates. */
const SURROGATES = /[\ud800-\udfff]/;

const sameNumber = (a: string | null | undefined, b: string | undefined) =>
  a != null && b !== undefined && units(a, 21) === units(b, 21);

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
