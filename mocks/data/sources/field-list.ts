import { columnRecord, type ColumnRecord, type SqlType } from '../column-record';
import type { FieldSource } from '../field';
import { RIGHTS } from '../rights';

type FieldMaker = (record: ColumnRecord) => FieldSource;

/** One line of a source's field list: name, SQL type, how its cells are made, and what its record says besides. */
export type FieldLine = readonly [
  name: string,
  sqlType: SqlType,
  make: FieldMaker,
  rest?: Partial<ColumnRecord>,
];

/** What the record of a key column says. */
export const KEY: Partial<ColumnRecord> = {
  is_nullable: false,
  is_primary_key: true,
  IsKey: true,
  canEdit: false,
};

/** What the record of a column with costs says. */
export const COST: Partial<ColumnRecord> = {
  ViewSecurityRightID: RIGHTS.viewCost,
  EditSecurityRightID: RIGHTS.editCost,
};

/** The fields of a source table, numbered in their order. */
export function fieldList(table: string, lines: readonly FieldLine[]): FieldSource[] {
  return lines.map(([name, sqlType, make, rest], index) =>
    make(
      columnRecord(table, index + 1, name, sqlType, {
        EditTableSecurityRightID: RIGHTS.editItems,
        isPriceColumn: false,
        ...rest,
      }),
    ),
  );
}
