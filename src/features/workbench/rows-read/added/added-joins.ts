import type { PriceColumn, PriceField } from '@/contract/column';
import type { FilterCondition } from '@/contract/extraction';
import { addedColumnName, partnersName, type AddedColumns } from '../../model/added-columns';
import type { DraftQuery } from '../../model/draft-query';
import { resolveQuery } from '../../model/resolve-query';
import type { AnalysedTable } from '../engine/analysed-table';
import type { Join } from '../steps/joined-columns';

/** Returns the join that adds columns to rows. `today`: the ISO date against which relative days are resolved. */
export function joinOf({ label, keys, columns, several, isLenient }: AddedColumns, today: string): Join {
  return {
    keys,
    columns: columns.map((name) => ({ name, as: addedColumnName(label, name) })),
    partnersAs: partnersName(label),
    several,
    isLenient,
    today,
  };
}

/** Returns a table without the columns that count matching rows, except for those that `fields` contains. */
export function askedTable(
  table: AnalysedTable,
  added: readonly AddedColumns[],
  fields: readonly PriceField[],
): AnalysedTable {
  const unasked = added
    .map(({ label }) => partnersName(label))
    .filter((name) => fields.every((field) => field.name !== name));
  return { ...table, unasked, columns: table.columns.filter(({ name }) => !unasked.includes(name)) };
}

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
