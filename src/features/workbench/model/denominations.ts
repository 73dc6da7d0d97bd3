import { denominationKindsOf, type Denomination, type Denominators } from '@/rows/price-rows/denominations';
import type { DraftQuery } from './draft-query';

/** Whether the query allows only one value of a field, so that the rows cannot mix several values, such as currencies. */
export function isFixedBy({ filters }: Pick<DraftQuery, 'filters'>, field: string): boolean {
  return filters.some((filter) => {
    if (filter.kind !== 'text' || filter.isDisabled || filter.field !== field) return false;
    return filter.operator === 'is' || (filter.operator === 'is-any-of' && filter.values.length === 1);
  });
}

/**
 * Returns the currency and unit fields of a field's numbers. `known` fields are contained in the rows; `unknown` fields are not, although
 * the query allows several of their values. `applied` is the query of the rows; null if it is unknown.
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
