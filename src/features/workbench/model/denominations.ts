import { denominationKindsOf, type Denomination } from '@/rows/price-rows/denominations';
import type { DraftQuery } from './draft-query';

/** Returns whether the query admits a single value of a field, so that its rows cannot mix several. */
export function isFixedBy({ filters }: Pick<DraftQuery, 'filters'>, field: string): boolean {
  return filters.some((filter) => {
    if (filter.kind !== 'text' || filter.isDisabled || filter.field !== field) return false;
    return filter.operator === 'is' || (filter.operator === 'is-any-of' && filter.values.length === 1);
  });
}

/** The fields with the currency and unit of numbers. */
export interface Denominators {
  readonly known: readonly Denomination[];
  /** Those that the rows lack. */
  readonly unknown: readonly Denomination[];
}

/**
 * Returns the fields with the currency and unit of a field's numbers: those that the rows have, and those that the rows lack
 * although the query admits several of their values. `applied` is the query of the rows; null when it is unknown.
 */
export function denominatorsOf(
  field: Parameters<typeof denominationKindsOf>[0],
  denominations: readonly Denomination[],
  hasColumn: (name: string) => boolean,
  applied: DraftQuery | null,
): Denominators {
  const known: Denomination[] = [];
  const unknown: Denomination[] = [];
  for (const kind of denominationKindsOf(field)) {
    const ofKind = denominations.filter((denomination) => denomination.kind === kind);
    const there = ofKind.filter((denomination) => hasColumn(denomination.field));
    known.push(...there);
    if (there.length > 0) continue;
    unknown.push(...ofKind.filter((missing) => applied === null || !isFixedBy(applied, missing.field)));
  }
  return { known, unknown };
}
