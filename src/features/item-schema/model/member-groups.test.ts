import { expect, test } from 'vitest';
import { COLUMN_MEMBER_NAMES } from '@/contract/column.schema';
import { ITEM_COLUMNS, testColumn } from '@/test/item-columns';
import { memberGroups, rawText } from './member-groups';

test('each member is in exactly one group', () => {
  for (const column of ITEM_COLUMNS) {
    const names = memberGroups(column).flatMap(({ members }) => members.map(({ name }) => name));
    expect(names.sort()).toEqual([...COLUMN_MEMBER_NAMES].sort());
  }
});

test('members unknown to the contract have a group of their own', () => {
  const column = testColumn({ colour: 'red' } as object);
  expect(memberGroups(column).at(-1)).toEqual({
    name: 'further',
    members: [{ name: 'colour', meaning: null, value: 'red', isReadable: true }],
  });
});

test.each([
  ['text', 'text'],
  ['', ''],
  [null, 'null'],
  [18, '18'],
  [false, 'false'],
  [{ a: [1] }, '{"a":[1]}'],
  [undefined, ''],
])('%j as text', (value, text) => {
  expect(rawText(value)).toBe(text);
});
