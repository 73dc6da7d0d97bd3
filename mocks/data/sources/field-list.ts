import { columnRecord, type ColumnRecord, type SqlType } from '../column-record';
import type { FieldSource } from '../field';
import { RIGHTS } from '../rights';

type FieldMaker = (record: ColumnRecord) => FieldSource;

/** A field of a source: its name, SQL type, function that creates it, and further members of its metadata record. */
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

/** Creates the fields of a source table, numbered in their order. */
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
