import { columnRecord, type ColumnRecord, type SqlType } from '../column-record';
import type { FieldSource } from '../field';
import { RIGHTS } from '../rights';

type FieldMaker = (record: ColumnRecord) => FieldSource;

/** One line of a source's field list: name, SQL type, cell generator, and further members of the field's record. */
export type FieldLine = readonly [
  name: string,
  sqlType: SqlType,
  make: FieldMaker,
  rest?: Partial<ColumnRecord>,
];

export const KEY: Partial<ColumnRecord> = {
  is_nullable: false,
  is_primary_key: true,
  IsKey: true,
  canEdit: false,
};

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
