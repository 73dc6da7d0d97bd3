import { describe, expect, test } from 'vitest';
import { arrangedColumns, withColumnMoved, withPin, withWidth } from './arrangement';
import { NO_ARRANGEMENT, type ColumnArrangement } from './grid-model';

const COLUMNS = ['a', 'b', 'c', 'd'].map((id) => ({ id, label: id, align: 'left' }) as const);
const orderOf = (arrangement: ColumnArrangement) =>
  arrangedColumns(COLUMNS, arrangement)
    .map(({ columnId, pin }) => (pin === null ? columnId : `${columnId}:${pin}`))
    .join(' ');

describe('arrangement', () => {
  test('columns that nobody ordered follow in their own order', () => {
    expect(orderOf({ ...NO_ARRANGEMENT, order: ['c', 'gone', 'a'] })).toBe('c a b d');
  });

  test('pinned ones stand at their side, hidden ones nowhere', () => {
    const arrangement = withPin(withPin({ ...NO_ARRANGEMENT, hidden: ['b'] }, 'd', 'start'), 'a', 'end');
    expect(orderOf(arrangement)).toBe('d:start c a:end');
    expect(orderOf(withPin(arrangement, 'a', 'start'))).toBe('d:start a:start c');
    expect(orderOf(withPin(arrangement, 'd', null))).toBe('c d a:end');
  });

  test.each([
    ['a', 'c', 'b c a d'],
    ['d', 'a', 'd a b c'],
    ['b', 'b', 'a b c d'],
    ['b', 'gone', 'a b c d'],
  ])('%s is moved to where %s stands', (columnId, targetId, expected) => {
    expect(orderOf(withColumnMoved(COLUMNS, NO_ARRANGEMENT, columnId, targetId))).toBe(expected);
  });

  test('a pinned column moves among pinned ones only', () => {
    const pinned = { ...NO_ARRANGEMENT, pinnedStart: ['a', 'b'] };
    expect(orderOf(withColumnMoved(COLUMNS, pinned, 'b', 'a'))).toBe('b:start a:start c d');
    expect(orderOf(withColumnMoved(COLUMNS, pinned, 'b', 'd'))).toBe('a:start b:start c d');
  });

  test('widths stay within what can be seen and used', () => {
    expect(withWidth(NO_ARRANGEMENT, 'a', 3).widthsPx).toEqual({ a: 56 });
    expect(withWidth(NO_ARRANGEMENT, 'a', 30_000).widthsPx).toEqual({ a: 960 });
  });
});
