import type { DraftQuery } from './draft-query';

/** The columns that a query leaves rows out by. */
export function filteredColumns({ filters }: Pick<DraftQuery, 'filters'>): ReadonlySet<string> {
  return new Set(
    filters.flatMap((filter) => (filter.kind === 'unset' || filter.isDisabled ? [] : [filter.field])),
  );
}

/** The query without any condition of a column, those that are not sent included. */
export function withoutFilters(draft: DraftQuery, column: string): DraftQuery {
  return {
    ...draft,
    filters: draft.filters.filter((filter) => filter.kind === 'unset' || filter.field !== column),
  };
}
