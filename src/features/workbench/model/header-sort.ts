import { nextRuleId, type DraftQuery, type DraftSort } from './draft-query';

/**
 * The query after a press on a column's header: ascending, then descending, then not sorted by it. A plain press sorts
 * by this column alone; an additive one adds or changes a level and keeps the others.
 */
export function sortedBy(draft: DraftQuery, column: string, isAdditive: boolean): DraftQuery {
  const index = draft.sort.findIndex((rule) => rule.field === column);
  const rule = draft.sort[index];
  const next = rule === undefined ? firstRule(draft, column) : turned(rule);
  if (!isAdditive) return { ...draft, sort: next === null ? [] : [next] };
  if (rule === undefined) return { ...draft, sort: next === null ? draft.sort : [...draft.sort, next] };
  return { ...draft, sort: draft.sort.flatMap((other, at) => (at === index ? (next ?? []) : other)) };
}

/** The query sorted by this column alone, or (null) no longer by it. */
export function sortedAs(
  draft: DraftQuery,
  column: string,
  direction: DraftSort['direction'] | null,
): DraftQuery {
  const rule = draft.sort.find(({ field }) => field === column) ?? firstRule(draft, column);
  if (direction !== null) return { ...draft, sort: [{ ...rule, direction }] };
  return { ...draft, sort: draft.sort.filter(({ field }) => field !== column) };
}

function firstRule(draft: DraftQuery, column: string): DraftSort {
  return { id: nextRuleId('sort', draft.sort), field: column, direction: 'ascending' };
}

function turned(rule: DraftSort): DraftSort | null {
  return rule.direction === 'ascending' ? { ...rule, direction: 'descending' } : null;
}
