import { computedOf, type DraftComputedColumn } from './computed-draft';
import { operandsOf, usesOther, type DraftFilter, type DraftQuery, type DraftSort } from './draft-query';

/** Counts changed fields and rules, and reordered lists. `allFields` are the fields of a query that does not choose fields. */
export function countChanges(from: DraftQuery, to: DraftQuery, allFields: readonly string[]): number {
  return (
    listChanges(from.fields ?? allFields, to.fields ?? allFields) +
    listChanges(from.filters.map(filterKey), to.filters.map(filterKey)) +
    listChanges(from.sort.map(sortKey), to.sort.map(sortKey)) +
    listChanges((from.computed ?? []).map(computedKey), (to.computed ?? []).map(computedKey))
  );
}

function listChanges(from: readonly string[], to: readonly string[]): number {
  const removed = without(from, to);
  const added = without(to, from);
  const sharedBefore = without(from, removed);
  const sharedAfter = without(to, added);
  const isReordered = sharedBefore.some((key, index) => sharedAfter[index] !== key);
  // An edited rule appears as one removed and one added, and counts as one change.
  return Math.max(removed.length, added.length) + (isReordered ? 1 : 0);
}

/** Removes one occurrence of each of `others` from the list. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const key of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  return list.filter((key) => {
    const count = counts.get(key) ?? 0;
    if (count > 0) counts.set(key, count - 1);
    return count === 0;
  });
}

/** Caches the keys of filters, which are immutable. The key of a filter with a long list of values is long, too. */
const filterKeys = new WeakMap<DraftFilter, string>();

/** Returns a text that is equal for filters with the same rows, whatever their ids. */
export function filterKey(filter: DraftFilter): string {
  const known = filterKeys.get(filter) ?? newFilterKey(filter);
  filterKeys.set(filter, known);
  return known;
}

// Ignores the operands that the operator does not use.
function newFilterKey(filter: DraftFilter): string {
  if (filter.kind === 'unset') return JSON.stringify([filter.isDisabled]);
  if (filter.kind === 'group') {
    return JSON.stringify([filter.isDisabled, filter.join, ...filter.parts.map(filterKey)]);
  }
  const { isDisabled, field, operator, comparesField = false, other } = filter;
  const operands = operandsOf(filter).map(({ value, text }) =>
    value === null ? { text: text ?? '' } : value,
  );
  const others = usesOther(filter) ? [{ other: other ?? '', comparesField }] : [];
  return JSON.stringify([isDisabled, field, operator, ...operands, ...others]);
}

function computedKey(column: DraftComputedColumn): string {
  const { name, formula, places } = computedOf(column);
  return JSON.stringify([name, formula, places]);
}

function sortKey(rule: DraftSort): string {
  return JSON.stringify([rule.field, rule.direction]);
}

/** How a rule of the draft relates to the rows on screen. A rule that is turned off is not sent. */
export type RuleState = 'run' | 'not-run' | 'off';

/** Returns the state of each rule of the draft, by its id. A sort rule that has moved to another position counts as not run. */
export function ruleStates(applied: DraftQuery | null, draft: DraftQuery): ReadonlyMap<string, RuleState> {
  const filters = new Set(applied?.filters.map(filterKey));
  const sort = applied?.sort.map(sortKey) ?? [];
  const computed = new Set(applied?.computed?.map(computedKey));
  return new Map([
    ...draft.filters.map((filter): [string, RuleState] => {
      const isApplied = filters.has(filterKey(filter));
      return [filter.id, filter.isDisabled ? 'off' : isApplied ? 'run' : 'not-run'];
    }),
    ...draft.sort.map((rule, index): [string, RuleState] => [
      rule.id,
      sort[index] === sortKey(rule) ? 'run' : 'not-run',
    ]),
    ...(draft.computed ?? []).map((column): [string, RuleState] => [
      column.id,
      computed.has(computedKey(column)) ? 'run' : 'not-run',
    ]),
  ]);
}
