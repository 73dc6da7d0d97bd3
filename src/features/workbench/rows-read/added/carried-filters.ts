import type { PriceColumn, PriceField } from '@/contract/column';
import type { FilterCondition } from '@/contract/extraction';
import type { AddedColumns } from '@/analysis/conditions/added-columns';
import type { DraftQuery } from '../../model/draft-query';
import { resolveQuery } from '../../model/resolve-query';

/** The query that selected the rows to which columns are added. */
export interface QueryOfRows {
  readonly draft: DraftQuery;
  readonly priceColumn: PriceColumn;
  readonly isLocked: (field: PriceField) => boolean;
  /** The ISO date against which relative days are resolved. */
  readonly today: string;
}

/** Returns the query's conditions on key columns as conditions on the source. Returns none if the key is matched leniently. */
export function carriedFilters(
  { keys, isLenient }: AddedColumns,
  reference: PriceColumn,
  { draft, ...scope }: QueryOfRows,
): readonly FilterCondition[] {
  const resolved = resolveQuery(draft, scope);
  if (isLenient || !resolved.ok) return [];
  return keys.flatMap(({ current, reference: name }) => {
    const [own, other] = [
      scope.priceColumn.fields.find((field) => field.name === current),
      reference.fields.find((field) => field.name === name),
    ];
    if (own === undefined || other?.isFilterable !== true || own.type !== other.type) return [];
    return resolved.query.filters
      .filter(({ column }) => column === current)
      .map((filter) => ({ ...filter, column: name }));
  });
}
