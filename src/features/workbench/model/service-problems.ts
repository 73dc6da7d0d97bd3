import { isCondition, operandsOf, operatorOf, type DraftCondition, type DraftQuery } from './draft-query';
import type { LocatedProblem, ProblemLocation } from './resolve-query';

/** Describes how a service rejected a query. */
export interface Refusal {
  /** The HTTP status; null if the kind of failure already implies it. */
  readonly status: number | null;
  readonly messages: readonly string[];
}

const TOO_LARGE = 413;
const FIRST_FAULT_OF_SERVICE = 500;
/** A list with at least this many values is the likeliest cause of a refusal that names no column. */
const LONG_LIST = 1_000;

/**
 * Locates the messages of a service that rejected a query. A message that names a column belongs to the conditions of
 * that column, else to its sort rule, else to the list of fields. A message that names no column belongs to the longest list
 * of values, or is omitted if no list is long. A request that is too large is reported at that list even without a message.
 */
export function serviceProblems({ status, messages }: Refusal, draft: DraftQuery): readonly LocatedProblem[] {
  const isOfRequest = status !== null && status < FIRST_FAULT_OF_SERVICE;
  const list = isOfRequest ? longestList(draft, status === TOO_LARGE ? 1 : LONG_LIST) : null;
  const atList: ProblemLocation[] = list === null ? [] : [{ part: 'filter', id: list.id, editor: 'values' }];
  if (status === TOO_LARGE && messages.length === 0) {
    return atList.map((where) => ({ where, problem: { kind: 'too-large' } }));
  }
  return messages.flatMap((message) => {
    const named = locationsIn(message, draft);
    return (named.length > 0 ? named : atList).map((where) => ({
      where,
      problem: { kind: 'refused', message } as const,
    }));
  });
}

/** Returns the condition with the most values; null if none has at least `least` values. */
function longestList({ filters }: DraftQuery, least: number): DraftCondition | null {
  const lists = filters.filter(
    (filter): filter is DraftCondition =>
      isCondition(filter) &&
      !filter.isDisabled &&
      operatorOf(filter).editor === 'list' &&
      operandsOf(filter).length >= least,
  );
  return lists.reduce<DraftCondition | null>(
    (longest, list) => (longest === null || list.values.length > longest.values.length ? list : longest),
    null,
  );
}

function locationsIn(message: string, draft: DraftQuery): readonly ProblemLocation[] {
  const names = (column: string) => namesColumn(message, column);
  const filters = draft.filters.flatMap((filter) =>
    isCondition(filter) && !filter.isDisabled && names(filter.field)
      ? [{ part: 'filter', id: filter.id, editor: 'field' } as const]
      : [],
  );
  if (filters.length > 0) return filters;
  const sort = draft.sort.flatMap((rule) =>
    rule.field !== null && names(rule.field) ? [{ part: 'sort', id: rule.id } as const] : [],
  );
  if (sort.length > 0) return sort;
  const field = draft.fields?.find(names);
  return field === undefined ? [] : [{ part: 'fields', field }];
}

/** Whether a message contains a column's name as a whole word: "ValueDate" does not name the column "Value". */
function namesColumn(message: string, column: string): boolean {
  const isPartOfName = (character: string) => /[\p{L}\p{N}_]/u.test(character);
  for (let at = message.indexOf(column); at !== -1; at = message.indexOf(column, at + 1)) {
    const before = message.charAt(at - 1);
    const after = message.charAt(at + column.length);
    if (!isPartOfName(before) && !isPartOfName(after)) return true;
  }
  return false;
}
