import type { PivotSummary } from './read-pivot';

/** The number of shades, from the smallest to the greatest values. */
const SHADES = 6;

/** Returns the shade of a value compared with the other values of its measure, from 1 to `SHADES`; null for no shade. */
export type ShadeOf = (measure: number, value: string | null) => number | null;

/**
 * Returns the shade of each value of a pivot, by its size within its measure. Totals have no shade, because they would be the greatest
 * values. If there are many values, the middle 90 % of them determine the range, so that an outlier does not give all other values the same
 * shade.
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
    // Dates and texts get no shade, because they have no size.
    return values.some(Number.isNaN) ? null : coreRange(Float64Array.from(values).sort());
  });
  return (measure, value) => {
    const range = ranges[measure] ?? null;
    if (range === null || value === null) return null;
    const { least, greatest } = range;
    // The value is compared as a double, which is precise enough for a shade.
    const share = (Number(value) - least) / (greatest - least);
    return 1 + Math.min(Math.max(Math.floor(share * SHADES), 0), SHADES - 1);
  };
}

const OUTSIDE = 0.05;

/** Returns the range of values that the shades divide; null if all values are equal, or there are none. */
function coreRange(sorted: Float64Array): { readonly least: number; readonly greatest: number } | null {
  const cut = Math.floor(sorted.length * OUTSIDE);
  const least = sorted[cut];
  const greatest = sorted[sorted.length - 1 - cut];
  return least === undefined || greatest === undefined || least === greatest ? null : { least, greatest };
}
