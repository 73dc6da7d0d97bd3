import type { PriceField } from '@/contract/column';
import { addedColumnName, partnersName, type AddedColumns } from '../conditions/added-columns';
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
