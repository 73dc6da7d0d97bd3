import type { Column } from '@/contract/column';
import { columnMembers, type ColumnMember, type MemberMeaning } from '@/contract/column-members';

export type MemberGroupName =
  | 'identity'
  | 'type'
  | 'values'
  | 'keys'
  | 'display'
  | 'rights'
  | 'other'
  | 'further';

export interface MemberGroup {
  readonly name: MemberGroupName;
  readonly members: readonly ColumnMember[];
}

const GROUPS: readonly (readonly [Exclude<MemberGroupName, 'further'>, readonly MemberMeaning[]])[] = [
  ['identity', ['name', 'table', 'columnId']],
  ['type', ['typeLabel', 'sqlType', 'dataType', 'maxLength', 'precision', 'scale', 'precisionLabel']],
  ['values', ['isNullable', 'defaultExpression', 'condition']],
  ['keys', ['isPrimaryKey', 'isUnique', 'isKey']],
  ['display', ['formatting', 'align']],
  ['rights', ['viewRight', 'editRight', 'tableEditRight', 'canEdit']],
  ['other', ['isPriceColumn', 'isEnabledInAbc']],
];

/** Groups the members of the column's metadata record by subject. Groups without members are omitted. */
export function memberGroups(column: Column): MemberGroup[] {
  const members = columnMembers(column);
  const groups: MemberGroup[] = GROUPS.map(([name, meanings]) => ({
    name,
    members: meanings.flatMap((meaning) => members.filter((member) => member.meaning === meaning)),
  }));
  const further = members.filter(({ meaning }) => meaning === null);
  return further.length === 0 ? groups : [...groups, { name: 'further', members: further }];
}

/** Formats a member's value: text as it is, any other value as JSON. Returns an empty text if the member was not sent. */
export function rawText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
