import type { DraftQuery } from './draft-query';
import type { LocatedProblem, ProblemLocation } from './resolve-query';

/**
 * Locates the messages of a service that rejected a query. A message that names a column belongs to the conditions of
 * that column, else to its sort rule, else to the list of fields. Messages that name no column are omitted.
 */
export function serviceProblems(messages: readonly string[], draft: DraftQuery): readonly LocatedProblem[] {
  return messages.flatMap((message) =>
    locationsIn(message, draft).map((where) => ({ where, problem: { kind: 'refused', message } as const })),
  );
}

function locationsIn(message: string, draft: DraftQuery): readonly ProblemLocation[] {
  const names = (column: string) => namesColumn(message, column);
  const filters = draft.filters.flatMap((filter) =>
    filter.kind !== 'unset' && !filter.isDisabled && names(filter.field)
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

/** Matches whole words: "ValueDate" does not name the column "Value". */
function namesColumn(message: string, column: string): boolean {
  const isPartOfName = (character: string) => /[\p{L}\p{N}_]/u.test(character);
  for (let at = message.indexOf(column); at !== -1; at = message.indexOf(column, at + 1)) {
    const before = message.charAt(at - 1);
    const after = message.charAt(at + column.length);
    if (!isPartOfName(before) && !isPartOfName(after)) return true;
  }
  return false;
}
