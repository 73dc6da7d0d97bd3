import type { Page } from '@playwright/test';
import { expect } from './expect';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';

/** The kinds of rows of a comparison of two versions of a price column, computed from the service's rows. */
export interface ExpectedChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
}

/** Columns that only note when a row was written. */
const WRITTEN = new Set(['_dtLastModifiedDate']);

/** Compares all rows of two versions by a key, the slow way; values are the texts that the service sends. */
export function expectedChanges(
  priceColumn: string,
  key: string,
  [earlier, later]: readonly [number, number],
): ExpectedChanges {
  const before = rowsByKey(priceColumn, key, earlier);
  const after = rowsByKey(priceColumn, key, later);
  const both = [...after.keys()].filter((each) => before.has(each));
  const isEqual = (each: string) => before.get(each) === after.get(each);
  return {
    added: [...after.keys()].filter((each) => !before.has(each)),
    removed: [...before.keys()].filter((each) => !after.has(each)),
    changed: both.filter((each) => !isEqual(each)),
    unchanged: both.filter(isEqual),
  };
}

/** The keys of the rows of both versions in which a column differs. */
export function expectedDifferences(
  priceColumn: string,
  key: string,
  [earlier, later]: readonly [number, number],
  column: string,
): readonly string[] {
  const before = rowsByKey(priceColumn, key, earlier, [column]);
  const after = rowsByKey(priceColumn, key, later, [column]);
  return [...after.keys()].filter((each) => before.has(each) && before.get(each) !== after.get(each));
}

/** The texts of a column by key, as the service sends them; empty where there is no value. */
export function valuesByKey(
  priceColumn: string,
  key: string,
  version: number,
  column: string,
): ReadonlyMap<string, string> {
  return new Map(
    Array.from({ length: rowCountAt(priceColumn, { version }) }, (_, index) => {
      const row = rowAt(priceColumn, index, version);
      return [String(row[key]), String(row[column] ?? '')] as const;
    }),
  );
}

/** Δ % in hundredths, halves to even, of the rows of both versions that have one. */
export function expectedPercents(
  priceColumn: string,
  key: string,
  [earlier, later]: readonly [number, number],
  column: string,
): ReadonlyMap<string, bigint> {
  const before = valuesByKey(priceColumn, key, earlier, column);
  const after = valuesByKey(priceColumn, key, later, column);
  return new Map(
    [...after].flatMap(([each, value]) => {
      const base = before.get(each) ?? '';
      if (base === '' || value === '' || units(base) === 0n) return [];
      const magnitude = units(base) < 0n ? -units(base) : units(base);
      return [[each, dividedHalfEven((units(value) - units(base)) * 10_000n, magnitude)] as const];
    }),
  );
}

/** Rounds halves to even. The divisor is above zero. */
export function dividedHalfEven(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const floor = magnitude / divisor;
  const rest = 2n * (magnitude % divisor);
  const rounded = rest > divisor || (rest === divisor && floor % 2n === 1n) ? floor + 1n : floor;
  return dividend < 0n ? -rounded : rounded;
}

/** A decimal of at most four places, in ten-thousandths. */
function units(decimal: string): bigint {
  const [integer = '', fraction = ''] = decimal.split('.');
  return BigInt(integer + fraction.padEnd(4, '0'));
}

function rowsByKey(
  priceColumn: string,
  key: string,
  version: number,
  columns: readonly string[] | null = null,
): Map<string, string> {
  const rows = Array.from({ length: rowCountAt(priceColumn, { version }) }, (_, index) =>
    rowAt(priceColumn, index, version),
  );
  const texts = rows.map((row) => {
    const values = Object.entries(row).filter(([name]) =>
      columns === null ? !WRITTEN.has(name) : columns.includes(name),
    );
    return [String(row[key]), JSON.stringify(values)] as const;
  });
  return new Map(texts);
}

/** Expects the counts of the view **Changes**, which are on its buttons. */
export async function expectChangeCounts(
  page: Page,
  { added = [], removed = [], changed = [], unchanged = [] }: Partial<ExpectedChanges>,
): Promise<void> {
  const kinds = page.getByRole('group', { name: 'Rows to show' }).getByRole('button');
  await expect(kinds).toHaveText([
    `Added ${added.length}`,
    `Removed ${removed.length}`,
    `Changed ${changed.length}`,
    `Unchanged ${unchanged.length}`,
  ]);
}
