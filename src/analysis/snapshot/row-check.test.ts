import { expect, test } from 'vitest';
import type { SnapshotRow } from '@/contract/extraction';
import { testField } from '@/test/test-price-column';
import type { DoubledKeys } from './doubled-keys';
import { createRowCheck } from './row-check';

const KEY = testField('Number', { isKey: true, isPrimaryKey: true });
const FIELDS = [KEY, testField('Name'), testField('Value')];

function checkOf(columns: readonly string[], fields = FIELDS) {
  const found: DoubledKeys[] = [];
  const check = createRowCheck(columns, { fields }, (doubled) => found.push(doubled));
  if (check === null) throw new Error('There is a key.');
  return { ...check, found };
}

const ALL = ['Number', 'Name', 'Value'];
const SOME = ['Number', 'Value'];
const rows = (from: number, to: number): SnapshotRow[] =>
  Array.from({ length: to - from }, (_, index) => [`n${from + index}`, `${from + index}`]);

test('a row that is there already in every field contradicts the snapshot, and its key is named', () => {
  const check = checkOf(ALL);
  check.add([
    ['1', 'a', '5'],
    ['2', 'b', '6'],
  ]);
  const again: SnapshotRow[] = [
    ['3', 'c', '7'],
    ['2', 'b', '6'],
  ];
  expect(() => check.add(again)).toThrow(
    expect.objectContaining({ mismatch: 'double-key', repeated: { rowCount: 1, keys: ['2'], pages: [] } }),
  );
});

test('a row twice within one page contradicts it as well', () => {
  const check = checkOf(ALL);
  const twice: SnapshotRow = ['4', 'a', '5'];
  expect(() => check.add([twice, [...twice]])).toThrow(expect.objectContaining({ mismatch: 'double-key' }));
});

test('rows of one key that differ are an error of the source: they stay, and the key is told', () => {
  const check = checkOf(ALL);
  check.add([
    ['1', 'a', '5'],
    ['2', 'b', '6'],
  ]);
  check.add([['2', 'b', '7']]);
  check.add([['1', 'x', '5']]);
  expect(check.found.at(-1)).toEqual({ keyCount: 2, keys: ['2', '1'], alikeCount: 0 });
});

test('the same in some of the fields may be either: the rows stay, and the doubt is told', () => {
  const check = checkOf(SOME);
  check.add([
    ['1', '5'],
    ['2', '6'],
  ]);
  check.add([['1', '5']]);
  expect(check.found.at(-1)).toEqual({ keyCount: 1, keys: ['1'], alikeCount: 1 });
});

test('a page of nothing but rows of other pages contradicts the snapshot whatever the fields', () => {
  const check = checkOf(SOME);
  check.add(rows(0, 100));
  expect(() => check.add(rows(50, 70))).toThrow(
    expect.objectContaining({ repeated: expect.objectContaining({ rowCount: 20 }) }),
  );
});

test('a row that was dropped may come again', () => {
  const check = checkOf(ALL);
  const [one, two]: SnapshotRow[] = [
    ['1', 'a', '5'],
    ['2', 'b', '6'],
  ];
  check.add([one ?? [], two ?? []]);
  check.remove([one ?? [], two ?? []]);
  check.add([[...(two ?? [])], [...(one ?? [])]]);
  expect(check.found).toEqual([]);
  expect(() => check.add([[...(one ?? [])]])).toThrow(expect.objectContaining({ mismatch: 'double-key' }));
});

test('a key of several parts is told with all of them, and is none without one of them', () => {
  const fields = [KEY, testField('List', { isKey: true, isPrimaryKey: true }), testField('Value')];
  const check = checkOf(['Number', 'List', 'Value'], fields);
  check.add([
    ['1', 'A', '5'],
    ['1', 'B', '5'],
    ['1', null, '5'],
  ]);
  check.add([
    ['1', 'B', '6'],
    ['1', null, '6'],
  ]);
  expect(check.found.at(-1)).toEqual({ keyCount: 2, keys: ['1 · B', '1 · ∅'], alikeCount: 0 });
  expect(createRowCheck(['Number', 'Value'], { fields }, () => undefined)).toBeNull();
});
