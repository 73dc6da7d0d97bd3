import { describe, expect, test } from 'vitest';
import { ITEM_TABLE } from '@mocks/data/item-table';
import { columnMembers, unreadableProperties } from './column-members';
import { COLUMN_MEMBER_NAMES, columnFromRecord } from './column.schema';

const record: Record<string, unknown> = { ...ITEM_TABLE[4] };
const column = columnFromRecord(record, 4);

describe('members of a record', () => {
  test('all 24, each with a meaning of its own', () => {
    const members = columnMembers(column);
    expect(members.map(({ name }) => name)).toEqual(COLUMN_MEMBER_NAMES);
    expect(members).toHaveLength(24);
    expect(new Set(members.map(({ meaning }) => meaning)).size).toBe(24);
    expect(members.every(({ isReadable }) => isReadable)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['column_id', 77],
    ['name', 'Other'],
    ['typeName', 'numeric'],
    ['max_length', 77],
    ['precision', 17],
    ['scale', 2],
    ['is_nullable', false],
    ['default_value', '((0))'],
    ['is_unique', true],
    ['is_primary_key', true],
    ['typeName_display', 'numeric(17,2)'],
    ['precision_display', '17,2'],
    ['table_name', 'Other'],
    ['DATA_TYPE', 'Other'],
    ['FORMATTING', '0'],
    ['ALIGN', 'Left'],
    ['ViewSecurityRightID', 'other-right'],
    ['EditSecurityRightID', 'other-right'],
    ['EditTableSecurityRightID', 'other-right'],
    ['canEdit', false],
    ['IsKey', true],
    ['Condition', 'other'],
    ['isPriceColumn', true],
  ])('another %s is another property of that meaning, and of no other', (name, value) => {
    const other = columnFromRecord({ ...record, [name]: value }, 4);
    const changed = columnMembers(column)
      .map(({ meaning }) => meaning)
      .filter(
        (meaning) => meaning !== null && meaning !== 'isEnabledInAbc' && other[meaning] !== column[meaning],
      );
    expect(changed).toEqual([columnMembers(column).find((member) => member.name === name)?.meaning]);
  });

  test('what cannot be read is named by its property', () => {
    const broken = columnFromRecord({ ...record, is_nullable: 'maybe', canEdit: null }, 4);
    expect(unreadableProperties(broken)).toEqual(new Set(['isNullable', 'canEdit']));
  });

  test('further members come last, missing ones stay in their place', () => {
    const { scale: _, ...rest } = record;
    const members = columnMembers(columnFromRecord({ further: 1, ...rest }, 4));
    expect(members.at(-1)).toEqual({ name: 'further', meaning: null, value: 1, isReadable: true });
    expect(members[5]).toEqual({ name: 'scale', meaning: 'scale', value: undefined, isReadable: false });
  });

  test('a complete record has nothing unreadable', () => {
    expect(unreadableProperties(column)).toEqual(new Set());
  });
});
