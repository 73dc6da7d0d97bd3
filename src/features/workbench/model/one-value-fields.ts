import { isCondition, operandsOf, type DraftQuery } from './draft-query';

/** Returns the fields that have the same value in all rows of the query, because a condition requires that value. */
export function oneValueFields(query: Pick<DraftQuery, 'filters'> | null): ReadonlySet<string> {
  const fixed = (query?.filters ?? []).flatMap((filter) =>
    isCondition(filter) &&
    !filter.isDisabled &&
    EQUALITIES.has(filter.operator) &&
    operandsOf(filter).length === 1
      ? [filter.field]
      : [],
  );
  return new Set(fixed);
}

/** Operators that require one value. Date operators are left out, because a day contains many points in time. */
const EQUALITIES: ReadonlySet<string> = new Set(['is', 'equals', 'is-any-of']);
