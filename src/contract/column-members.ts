import type { Column } from './column';
import { COLUMN_MEMBER_NAMES } from './column.schema';

type MemberName = (typeof COLUMN_MEMBER_NAMES)[number];

/** A property of a column that stands for one member of its record. */
export type ColumnProperty = Exclude<
  keyof Column,
  'type' | 'isTypeKnown' | 'foreignKey' | 'raw' | 'incompleteMembers'
>;

/** What a member says, in our words: the column's property, or `isEnabledInAbc`, which no screen builds on. */
export type MemberMeaning = ColumnProperty | 'isEnabledInAbc';

/** Contract section 3: which property of a column each member becomes. */
const MEANINGS = {
  column_id: 'columnId',
  name: 'name',
  typeName: 'sqlType',
  max_length: 'maxLength',
  precision: 'precision',
  scale: 'scale',
  is_nullable: 'isNullable',
  default_value: 'defaultExpression',
  is_unique: 'isUnique',
  is_primary_key: 'isPrimaryKey',
  enableInABC: 'isEnabledInAbc',
  typeName_display: 'typeLabel',
  precision_display: 'precisionLabel',
  table_name: 'table',
  DATA_TYPE: 'dataType',
  FORMATTING: 'formatting',
  ALIGN: 'align',
  ViewSecurityRightID: 'viewRight',
  EditSecurityRightID: 'editRight',
  EditTableSecurityRightID: 'tableEditRight',
  canEdit: 'canEdit',
  IsKey: 'isKey',
  Condition: 'condition',
  isPriceColumn: 'isPriceColumn',
} as const satisfies Record<MemberName, MemberMeaning>;

/** A member of a column's record as the service sent it. */
export interface ColumnMember {
  /** On the wire. */
  readonly name: string;
  /** Null for a member that the contract does not know. */
  readonly meaning: MemberMeaning | null;
  /** `undefined` where the member was missing. */
  readonly value: unknown;
  /** False where it was missing or of a wrong type. */
  readonly isReadable: boolean;
}

/** The 24 members of the contract in its order, then whatever else was sent. */
export function columnMembers(column: Column): ColumnMember[] {
  const unreadable = new Set(column.incompleteMembers);
  const known = COLUMN_MEMBER_NAMES.map((name) => ({
    name,
    meaning: MEANINGS[name],
    value: Object.hasOwn(column.raw, name) ? column.raw[name] : undefined,
    isReadable: !unreadable.has(name),
  }));
  const further = Object.entries(column.raw)
    .filter(([name]) => !Object.hasOwn(MEANINGS, name))
    .map(([name, value]) => ({ name, meaning: null, value, isReadable: true }));
  return [...known, ...further];
}

/** Properties that hold a stand-in, since their member was missing or of a wrong type. Never to be shown as facts. */
export function unreadableProperties(column: Column): ReadonlySet<MemberMeaning> {
  return new Set(
    COLUMN_MEMBER_NAMES.filter((name) => column.incompleteMembers.includes(name)).map(
      (name) => MEANINGS[name],
    ),
  );
}
