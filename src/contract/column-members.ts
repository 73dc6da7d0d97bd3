import type { Column } from './column';
import { COLUMN_MEMBER_NAMES } from './column.schema';

type MemberName = (typeof COLUMN_MEMBER_NAMES)[number];

/** A property of `Column` whose value comes from one member of the service's metadata record. */
export type ColumnProperty = Exclude<
  keyof Column,
  'type' | 'isTypeKnown' | 'foreignKey' | 'raw' | 'incompleteMembers'
>;

/** The property of `Column` that a member is read into, or `isEnabledInAbc`, which no screen uses. */
export type MemberMeaning = ColumnProperty | 'isEnabledInAbc';

/** The property that each member is read into (docs/service-contract.md, section 3). */
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

export interface ColumnMember {
  /** The member's name in the service's response. */
  readonly name: string;
  /** The property that the member is read into; null if the contract does not name this member. */
  readonly meaning: MemberMeaning | null;
  /** `undefined` if the member is missing. */
  readonly value: unknown;
  /** False if the member is missing or has a wrong type. */
  readonly isReadable: boolean;
}

/** Returns the contract's 24 members in the order of the contract, followed by members that the contract does not name. */
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

/** Returns the properties whose value is only a fallback. Screens must not show such a value as a fact. */
export function unreadableProperties(column: Column): ReadonlySet<MemberMeaning> {
  return new Set(
    COLUMN_MEMBER_NAMES.filter((name) => column.incompleteMembers.includes(name)).map(
      (name) => MEANINGS[name],
    ),
  );
}
