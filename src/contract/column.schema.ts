import * as z from 'zod';
import type { Column, ColumnType } from './column';
import {
  cutText,
  limitIssue,
  MAX_COLUMNS,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_UNKNOWN_MEMBERS,
} from './limits';
import { isRecord } from './member-path';
import { ownMember } from '@/lib/base/own-member';

const nameSchema = z.string().max(MAX_NAME_LENGTH);
const labelSchema = z.string().max(MAX_LABEL_LENGTH);
const textSchema = z.string().max(MAX_TEXT_LENGTH);

/** The members of a column metadata record (docs/service-contract.md, section 3). Unknown members are allowed. */
const MEMBERS = {
  column_id: z.int(),
  name: nameSchema.min(1),
  typeName: labelSchema,
  max_length: z.int().nullable(),
  precision: z.int().nullable(),
  scale: z.int().nullable(),
  is_nullable: z.boolean(),
  default_value: textSchema.nullable(),
  is_unique: z.boolean().nullable(),
  is_primary_key: z.boolean(),
  enableInABC: z.unknown(),
  typeName_display: labelSchema,
  precision_display: labelSchema.nullable(),
  table_name: nameSchema,
  DATA_TYPE: labelSchema,
  FORMATTING: labelSchema,
  ALIGN: labelSchema,
  ViewSecurityRightID: nameSchema.nullable(),
  EditSecurityRightID: nameSchema.nullable(),
  EditTableSecurityRightID: nameSchema.nullable(),
  canEdit: z.boolean(),
  IsKey: z.boolean(),
  Condition: textSchema,
  isPriceColumn: z.boolean().nullable(),
} as const;

type MemberName = keyof typeof MEMBERS;

/** The names of the 24 members in the service's response, in the order of the contract. */
export const COLUMN_MEMBER_NAMES = Object.keys(MEMBERS) as readonly MemberName[];

/** Replaces a right ID that is missing or not a string. No account has this right, so access to the column is denied. */
export const UNREADABLE_RIGHT = '(unreadable)';

/** Checks only that the records are objects: `columnFromRecord` reads their members, and a schema would read each a second time. */
export const columnRecordsSchema = z
  .array(z.custom<Record<string, unknown>>(isRecord))
  .superRefine((records, context) => {
    if (records.length > MAX_COLUMNS) context.addIssue(limitIssue('columns', MAX_COLUMNS));
  });

/**
 * Converts a metadata record to a column. Services are partly configured by hand, so one invalid member must not make the
 * table unusable: a member that is unreadable or too long gets the most cautious value and is listed in
 * `incompleteMembers`. `ordinal` is the 0-based position in the response; it identifies a record without a name.
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
  // No code uses this member. It is read so that `incompleteMembers` lists it if it is missing.
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
    raw: boundedRecord(record),
    // `incompleteMembers` must come last, because the calls of `read` above fill `unreadable`.
    incompleteMembers: COLUMN_MEMBER_NAMES.filter((member) => unreadable.has(member)),
  };
}

// An empty ID requires no right: the service's configuration screens leave an empty ID when a right is removed.
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

/** The names of the SQL types that the console knows, in lower case. */
export const SQL_TYPE_NAMES: readonly string[] = [...SQL_TYPES.keys()];

const DATA_TYPES = new Map<string, ColumnType>([
  ['text', 'text'],
  ['number', 'number'],
  ['date', 'date'],
  ['true/false', 'boolean'],
]);

function foreignKeyOf(typeLabel: string): Column['foreignKey'] {
  const [, table = '', column = ''] = /^fk\(([^.()]+)\.([^()]+)\)$/i.exec(typeLabel) ?? [];
  return table.trim() === '' || column.trim() === '' ? null : { table: table.trim(), column: column.trim() };
}

function boundedRecord(record: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(record);
  const isUsual =
    names.length <= COLUMN_MEMBER_NAMES.length + MAX_UNKNOWN_MEMBERS &&
    names.every((name) => name.length <= MAX_NAME_LENGTH && isShort(ownMember(record, name)));
  if (isUsual) return record;
  const known = names.filter((name) => Object.hasOwn(MEMBERS, name));
  const further = names.filter((name) => !Object.hasOwn(MEMBERS, name) && name.length <= MAX_NAME_LENGTH);
  const kept = [...known, ...further.slice(0, MAX_UNKNOWN_MEMBERS)];
  return Object.fromEntries(kept.map((name) => [name, boundedValue(ownMember(record, name))]));
}

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH;
  return typeof value !== 'object' || value === null;
}

function boundedValue(value: unknown): unknown {
  if (isShort(value)) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_TEXT_LENGTH ? value : cutText(text, MAX_TEXT_LENGTH);
}
