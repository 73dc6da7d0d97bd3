import type { Denomination } from '@/rows/price-rows/denominations';
import type { Statistics } from './statistics';

/** The reason why a sum is doubtful: the numbers have different currencies or units, or these are unknown. */
export interface Mixture {
  /** The columns of currencies or units that have several values in the rows of the numbers. */
  readonly mixed: readonly MixedColumn[];
  /** The fields that would state the currency or unit, but are missing from the snapshot. */
  readonly unknown: readonly Denomination[];
}

export interface MixedColumn extends Denomination {
  /** The position of the column in a row. */
  readonly index: number;
  readonly valueCount: number;
}

/** Returns null if all numbers have one currency and unit. `unknown` are the currency and unit fields that the rows do not have. */
export function mixtureOf(
  { numberCount, groups }: Statistics,
  columnNames: readonly string[],
  denominations: readonly Denomination[],
  unknown: readonly Denomination[],
): Mixture | null {
  // A sum of a single number mixes nothing.
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
