import type { PivotSummary } from './read-pivot';

/** How many shades there are, from the least to the greatest values. */
const SHADES = 6;

/** The shade of a value among those of its measure: 1 to `SHADES`; null for none. */
export type ShadeOf = (measure: number, value: string | null) => number | null;

/**
 * Returns the shades of the values of a pivot, by their size within their measure. Totals are not among them: they would be the
 * greatest of all. The middle 90 % of many values determine the range, so that one that is far off does not leave one shade
 * for all others.
 */
export function pivotShades({ rowGroups, columnGroups, cell }: PivotSummary, measureCount: number): ShadeOf {
  const ranges = Array.from({ length: measureCount }, (_, measure) => {
    const values = rowGroups.flatMap(({ total }, row) => {
      const own = columnGroups.length === 0 ? [total] : columnGroups.map((__, column) => cell(row, column));
      return own.flatMap((each) => {
        const value = each?.[measure] ?? null;
        return value === null ? [] : [Number(value)];
      });
    });
    // Dates and texts have no size.
    return values.some(Number.isNaN) ? null : coreRange(Float64Array.from(values).sort());
  });
  return (measure, value) => {
    const range = ranges[measure] ?? null;
    if (range === null || value === null) return null;
    const { least, greatest } = range;
    // A double is exact enough for a shade.
    const share = (Number(value) - least) / (greatest - least);
    return 1 + Math.min(Math.max(Math.floor(share * SHADES), 0), SHADES - 1);
  };
}

const OUTSIDE = 0.05;

/** Null where all values are equal, or there are none. */
function coreRange(sorted: Float64Array): { readonly least: number; readonly greatest: number } | null {
  const cut = Math.floor(sorted.length * OUTSIDE);
  const least = sorted[cut];
  const greatest = sorted[sorted.length - 1 - cut];
  return least === undefined || greatest === undefined || least === greatest ? null : { least, greatest };
}
