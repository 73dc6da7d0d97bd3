import { operandsOf, type DraftFilter, type DraftQuery, type DraftSort } from './draft-query';

/**
 * How many changes lead from one query to the other, as a person would count them: a field more or less, a filter or
 * sort rule added, removed or edited, and one for a new order of each. `allFields` is what no choice of fields means.
 */
export function countChanges(from: DraftQuery, to: DraftQuery, allFields: readonly string[]): number {
  return (
    listChanges(from.fields ?? allFields, to.fields ?? allFields) +
    listChanges(from.filters.map(filterKey), to.filters.map(filterKey)) +
    listChanges(from.sort.map(sortKey), to.sort.map(sortKey))
  );
}

function listChanges(from: readonly string[], to: readonly string[]): number {
  const removed = without(from, to);
  const added = without(to, from);
  const keptBefore = without(from, removed);
  const keptAfter = without(to, added);
  const isReordered = keptBefore.some((key, index) => keptAfter[index] !== key);
  // A rule that was edited shows up as one gone and one new: that is one change.
  return Math.max(removed.length, added.length) + (isReordered ? 1 : 0);
}

/** `list` without one occurrence of each of `others`. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const key of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  return list.filter((key) => {
    const count = counts.get(key) ?? 0;
    if (count > 0) counts.set(key, count - 1);
    return count === 0;
  });
}

// Only what the operator reads counts: a value kept for another operator changes nothing.
function filterKey(filter: DraftFilter): string {
  if (filter.kind === 'unset') return JSON.stringify([filter.isDisabled]);
  const operands = operandsOf(filter).map(({ value, text }) =>
    value === null ? { text: text ?? '' } : value,
  );
  return JSON.stringify([filter.isDisabled, filter.field, filter.operator, ...operands]);
}

function sortKey(rule: DraftSort): string {
  return JSON.stringify([rule.field, rule.direction]);
}
