import type { Denomination } from '@/rows/price-rows/denominations';
import type { Statistics } from './statistics';

/** The reason why a sum is doubtful: the numbers have different currencies or units, or these are unknown. */
export interface Mixture {
  /** The columns with several values in the rows of the numbers. */
  readonly mixed: readonly MixedColumn[];
  /** The fields that would say it, but are not in the snapshot. */
  readonly unknown: readonly Denomination[];
}

export interface MixedColumn extends Denomination {
  /** In a row. */
  readonly index: number;
  readonly valueCount: number;
}

/**
 * Returns null if all numbers are counted in the same. `columnNames` are those of a row; `unknown` lists the fields that a
 * row lacks.
 */
export function mixtureOf(
  { numberCount, groups }: Statistics,
  columnNames: readonly string[],
  denominations: readonly Denomination[],
  unknown: readonly Denomination[],
): Mixture | null {
  // A single number is not added to another.
  if (numberCount < 2) return null;
  const valuesByIndex = new Map<number, Set<unknown>>();
  for (const { denominations: values } of groups) {
    for (const { index, value } of values) {
      const seen = valuesByIndex.get(index) ?? new Set();
      valuesByIndex.set(index, seen.add(value ?? null));
    }
  }
  const mixed = [...valuesByIndex].flatMap(([index, values]) => {
    const denomination = denominations.find(({ field }) => field === columnNames[index]);
    return denomination === undefined || values.size < 2
      ? []
      : [{ ...denomination, index, valueCount: values.size }];
  });
  return mixed.length === 0 && unknown.length === 0 ? null : { mixed, unknown };
}
