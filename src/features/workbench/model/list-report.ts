import { isCondition, type DraftCondition, type DraftQuery } from './draft-query';
import type { WorkbenchSearch } from './workbench-search';
import type { ReportedList } from '@/analysis/conditions/reported-list';

/** The values of the address parameter `report`, which shows or folds the report of a list. */
export const OPEN_REPORT = 'open';
export const FOLDED_REPORT = 'folded';

/** A list with more values than this was probably pasted, not typed. */
const MOST_TYPED = 20;

/** Returns the lists of "is any of" filters. A list of "is none of" cannot be reported, because its values are not in the rows. */
export function reportedLists(query: Pick<DraftQuery, 'filters'> | null): readonly ReportedList[] {
  return (query?.filters ?? []).flatMap((filter) =>
    !isCondition(filter) || filter.isDisabled || !isList(filter) ? [] : [listOf(filter)],
  );
}

function isList(condition: DraftCondition): condition is DraftCondition & { kind: 'text' | 'number' } {
  return condition.operator === 'is-any-of' && condition.values.length > 1;
}

function listOf({ id, field, kind, values }: DraftCondition & { kind: 'text' | 'number' }): ReportedList {
  return { id, field, type: kind, values: values.flatMap(({ value }) => value ?? []) };
}

/** Whether the query has a list that was pasted. */
export function hasPastedList({ filters }: Pick<DraftQuery, 'filters'>): boolean {
  return filters.some(
    (filter) => isCondition(filter) && !filter.isDisabled && filter.isPasted === true && isList(filter),
  );
}

/** Returns how an address shows the report; null if it does not. By default, only lists that are too long to be typed are reported. */
export function listReportState(
  { report }: Pick<WorkbenchSearch, 'report'>,
  lists: readonly ReportedList[],
): 'open' | 'folded' | null {
  if (lists.length === 0) return null;
  if (report === OPEN_REPORT || report === FOLDED_REPORT) return report;
  return lists.some(({ values }) => values.length > MOST_TYPED) ? OPEN_REPORT : null;
}
