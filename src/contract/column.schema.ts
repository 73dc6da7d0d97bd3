import * as z from 'zod';
import type { Column, ColumnType } from './column';

/** The members of a column metadata record, contract section 3: what each must be. Unknown further members pass. */
const MEMBERS = {
  column_id: z.int(),
  name: z.string().min(1),
  typeName: z.string(),
  max_length: z.int().nullable(),
  precision: z.int().nullable(),
  scale: z.int().nullable(),
  is_nullable: z.boolean(),
  default_value: z.string().nullable(),
  is_unique: z.boolean().nullable(),
  is_primary_key: z.boolean(),
  enableInABC: z.unknown(),
  typeName_display: z.string(),
  precision_display: z.string().nullable(),
  table_name: z.string(),
  DATA_TYPE: z.string(),
  FORMATTING: z.string(),
  ALIGN: z.string(),
  ViewSecurityRightID: z.string().nullable(),
  EditSecurityRightID: z.string().nullable(),
  EditTableSecurityRightID: z.string().nullable(),
  canEdit: z.boolean(),
  IsKey: z.boolean(),
  Condition: z.string(),
  isPriceColumn: z.boolean().nullable(),
} as const;

type MemberName = keyof typeof MEMBERS;

/** The wire names of the 24 members, in the order of the contract. */
export const COLUMN_MEMBER_NAMES = Object.keys(MEMBERS) as readonly MemberName[];

/**
 * Stands for a right id that was missing or not a string. Nobody holds it, so a column whose rights cannot be read
 * is denied rather than shown.
 */
export const UNREADABLE_RIGHT = '(unreadable)';

export const columnRecordSchema = z.record(z.string(), z.unknown());

/**
 * A metadata record to a column. One bad member must not take the table down (the service is configured by hand in
 * places), so each is read by itself: what cannot be read gets the most cautious value and is listed in
 * `incompleteMembers`. `ordinal` (0-based place in the answer) names a record without a name.
 */
export function columnFromRecord(record: Record<string, unknown>, ordinal: number): Column {
  const unreadable = new Set<MemberName>();
  function read<M extends MemberName, F>(member: M, fallback: F): z.output<(typeof MEMBERS)[M]> | F {
    const result = Object.hasOwn(record, member) ? MEMBERS[member].safeParse(record[member]) : null;
    if (result?.success) return result.data as z.output<(typeof MEMBERS)[M]>;
    unreadable.add(member);
    return fallback;
  }

  const sqlType = read('typeName', '');
  const dataType = read('DATA_TYPE', '');
  const typeLabel = read('typeName_display', sqlType);
  const knownType = columnType(sqlType, dataType);
  const maxLength = read('max_length', null);
  const align = read('ALIGN', '').toLowerCase();
  // Nothing depends on it; read only to notice when it is missing.
  read('enableInABC', null);
  return {
    columnId: read('column_id', null),
    name: read('name', `(column ${ordinal + 1})`),
    table: read('table_name', ''),
    sqlType,
    typeLabel: typeLabel === '' ? sqlType : typeLabel,
    type: knownType ?? 'text',
    isTypeKnown: knownType !== null,
    // The service writes 0 (SQL Server itself -1) for an unbounded length.
    maxLength: maxLength !== null && maxLength > 0 ? maxLength : null,
    precision: read('precision', null),
    scale: read('scale', null),
    precisionLabel: read('precision_display', null),
    isNullable: read('is_nullable', true),
    defaultExpression: read('default_value', null),
    isUnique: read('is_unique', null) ?? false,
    isPrimaryKey: read('is_primary_key', false),
    isKey: read('IsKey', false),
    foreignKey: foreignKeyOf(typeLabel),
    dataType,
    formatting: read('FORMATTING', ''),
    align: align === 'left' || align === 'right' ? align : null,
    viewRight: rightId(read('ViewSecurityRightID', UNREADABLE_RIGHT)),
    editRight: rightId(read('EditSecurityRightID', UNREADABLE_RIGHT)),
    tableEditRight: rightId(read('EditTableSecurityRightID', UNREADABLE_RIGHT)),
    canEdit: read('canEdit', false),
    condition: read('Condition', ''),
    isPriceColumn: read('isPriceColumn', null),
    raw: record,
    // The last member: by now each has been read.
    incompleteMembers: COLUMN_MEMBER_NAMES.filter((member) => unreadable.has(member)),
  };
}

// An empty id asks for nothing; the service's configuration screens leave it so when a right is removed.
function rightId(id: string | null): string | null {
  return id === '' ? null : id;
}

function columnType(sqlType: string, dataType: string): ColumnType | null {
  return SQL_TYPES.get(sqlType.trim().toLowerCase()) ?? DATA_TYPES.get(dataType.trim().toLowerCase()) ?? null;
}

function types(type: ColumnType, names: string): [string, ColumnType][] {
  return names.split(' ').map((name) => [name, type]);
}

const SQL_TYPES = new Map<string, ColumnType>([
  ...types('text', 'char nchar varchar nvarchar text ntext uniqueidentifier xml'),
  ...types('number', 'decimal numeric money smallmoney int bigint smallint tinyint float real'),
  ...types('date', 'date datetime datetime2 smalldatetime'),
  ...types('boolean', 'bit'),
]);

const DATA_TYPES = new Map<string, ColumnType>([
  ['text', 'text'],
  ['number', 'number'],
  ['date', 'date'],
  ['true/false', 'boolean'],
]);

function foreignKeyOf(typeLabel: string): Column['foreignKey'] {
  const match = /^fk\(\s*([^.()]+)\.([^()]+?)\s*\)$/i.exec(typeLabel);
  return match?.[1] !== undefined && match[2] !== undefined ? { table: match[1], column: match[2] } : null;
}
