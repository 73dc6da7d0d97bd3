/** A record of column metadata as the service sends it. docs/service-contract.md, section 3, lists its members. */
export interface ColumnRecord {
  readonly column_id: number;
  readonly name: string;
  readonly typeName: string;
  readonly max_length: number;
  readonly precision: number;
  readonly scale: number;
  readonly is_nullable: boolean;
  readonly default_value: string | null;
  readonly is_unique: boolean | null;
  readonly is_primary_key: boolean;
  readonly enableInABC: null;
  readonly typeName_display: string;
  readonly precision_display: string | null;
  readonly table_name: string;
  readonly DATA_TYPE: string;
  readonly FORMATTING: string;
  readonly ALIGN: string;
  readonly ViewSecurityRightID: string | null;
  readonly EditSecurityRightID: string | null;
  readonly EditTableSecurityRightID: string | null;
  readonly canEdit: boolean;
  readonly IsKey: boolean;
  readonly Condition: string;
  readonly isPriceColumn: boolean | null;
}

export type SqlType = Pick<
  ColumnRecord,
  | 'typeName'
  | 'max_length'
  | 'precision'
  | 'scale'
  | 'typeName_display'
  | 'precision_display'
  | 'DATA_TYPE'
  | 'FORMATTING'
  | 'ALIGN'
>;

function type(
  typeName: string,
  [max_length, precision, scale]: readonly [number, number, number],
  typeName_display: string,
  precision_display: string | null,
  [DATA_TYPE, FORMATTING, ALIGN]: readonly [string, string, string],
): SqlType {
  return {
    typeName,
    max_length,
    precision,
    scale,
    typeName_display,
    precision_display,
    DATA_TYPE,
    FORMATTING,
    ALIGN,
  };
}

function text(typeName: 'varchar' | 'nvarchar', length: number): SqlType {
  const isBounded = length > 0;
  return type(
    typeName,
    [length, 0, 0],
    isBounded ? `${typeName}(${length})` : `${typeName}(max)`,
    isBounded ? String(length) : null,
    ['Text', '', 'Left'],
  );
}

/** Functions that create SQL types, with the lengths, precisions and scales that the contract lists for columns of the item table. */
export const sqlTypes = {
  varchar: (length: number) => text('varchar', length),
  /** A length of 0 means that the text has no limit. */
  nvarchar: (length: number) => text('nvarchar', length),
  decimal: (precision: number, scale: number, formatting = '') =>
    type(
      'decimal',
      [precision > 19 ? 13 : precision > 9 ? 9 : 5, precision, scale],
      `decimal(${precision},${scale})`,
      `${precision},${scale}`,
      ['Number', formatting, 'Right'],
    ),
  int: (formatting = '') => type('int', [4, 10, 0], 'int', '10', ['Number', formatting, 'Right']),
  bigint: () => type('bigint', [8, 19, 0], 'bigint', '19', ['Number', '', 'Right']),
  date: () => type('date', [3, 10, 0], 'date', null, ['Date', 'Short Date', 'Right']),
  datetime: (formatting = 'Short Date') =>
    type('datetime', [8, 23, 3], 'datetime', '23,3', ['Date', formatting, 'Right']),
  datetime2: () => type('datetime2', [8, 27, 7], 'datetime2(7)', '27,7', ['Date', '', 'Right']),
  bit: () => type('bit', [1, 1, 0], 'bit', '1', ['Text', 'True/False', 'Left']),
  foreignKey: (target: string) => ({
    ...text('varchar', 20),
    typeName_display: `fk(${target})`,
  }),
};

/** Creates the record of a nullable, editable column that needs no right. `rest` overrides its members. */
export function columnRecord(
  table_name: string,
  column_id: number,
  name: string,
  sqlType: SqlType,
  rest: Partial<ColumnRecord> = {},
): ColumnRecord {
  return {
    column_id,
    name,
    typeName: sqlType.typeName,
    max_length: sqlType.max_length,
    precision: sqlType.precision,
    scale: sqlType.scale,
    is_nullable: true,
    default_value: null,
    is_unique: null,
    is_primary_key: false,
    enableInABC: null,
    typeName_display: sqlType.typeName_display,
    precision_display: sqlType.precision_display,
    table_name,
    DATA_TYPE: sqlType.DATA_TYPE,
    FORMATTING: sqlType.FORMATTING,
    ALIGN: sqlType.ALIGN,
    ViewSecurityRightID: null,
    EditSecurityRightID: null,
    EditTableSecurityRightID: null,
    canEdit: true,
    IsKey: false,
    Condition: '',
    isPriceColumn: null,
    ...rest,
  };
}
