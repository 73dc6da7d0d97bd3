import type { Page } from '@playwright/test';
import { expect } from './expect';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';

/** The keys of the rows that differ between two versions of a price column, and of those that do not, computed from the service's rows. */
export interface ExpectedChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
}

/** Columns that only say when a row was written. */
const WRITTEN = new Set(['_dtLastModifiedDate']);

/** Compares all rows of two versions by a key in the simplest way. Values are the texts that the service sends. */
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

function rowsByKey(priceColumn: string, key: string, version: number): Map<string, string> {
  const rows = Array.from({ length: rowCountAt(priceColumn, { version }) }, (_, index) =>
    rowAt(priceColumn, index, version),
  );
  const texts = rows.map((row) => {
    const values = Object.entries(row).filter(([name]) => !WRITTEN.has(name));
    return [String(row[key]), JSON.stringify(values)] as const;
  });
  return new Map(texts);
}

/** Expects the numbers on the buttons of the **Changes** view. */
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
