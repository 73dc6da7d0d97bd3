import { describe, expect, it } from 'vitest';
import { columnBeside, positionAfterMove, positionAfterTab, type CellMove } from './cell-navigation';

describe('positionAfterMove', () => {
  const bounds = {
    rowCount: 1_000_000_000,
    columnIds: ['a', 'b', 'c', 'd'],
    rowsPerPage: 20,
    columnsPerPage: 2,
  };
  const after = (rowIndex: number, columnId: string, move: CellMove) =>
    positionAfterMove({ rowIndex, columnId }, move, bounds);

  it.each<[number, string, CellMove, number, string]>([
    [5, 'b', 'left', 5, 'a'],
    [5, 'a', 'left', 5, 'a'],
    [5, 'd', 'right', 5, 'd'],
    [5, 'b', 'down', 6, 'b'],
    [999_999_999, 'b', 'down', 999_999_999, 'b'],
    // The header is above the first row, so `up` leads from the first row to it and `down` leads back.
    [0, 'b', 'up', -1, 'b'],
    [-1, 'b', 'up', -1, 'b'],
    [-1, 'b', 'down', 0, 'b'],
    [5, 'b', 'page-up', 0, 'b'],
    [5, 'b', 'page-down', 25, 'b'],
    [999_999_990, 'b', 'page-down', 999_999_999, 'b'],
    [-1, 'b', 'page-down', 0, 'b'],
    [-1, 'b', 'page-up', -1, 'b'],
    [5, 'a', 'page-right', 5, 'c'],
    [5, 'b', 'page-left', 5, 'a'],
    [5, 'c', 'row-start', 5, 'a'],
    [-1, 'c', 'row-end', -1, 'd'],
    [5, 'c', 'column-start', 0, 'c'],
    [-1, 'c', 'column-start', -1, 'c'],
    [5, 'c', 'column-end', 999_999_999, 'c'],
    [5, 'c', 'grid-start', 0, 'a'],
    [-1, 'c', 'grid-end', 999_999_999, 'd'],
  ])('from %i %s %s to %i %s', (rowIndex, columnId, move, toRow, toColumn) => {
    expect(after(rowIndex, columnId, move)).toEqual({ rowIndex: toRow, columnId: toColumn });
  });

  it('stays in the header where there is no row', () => {
    const empty = { ...bounds, rowCount: 0 };
    const moves: CellMove[] = ['down', 'page-down', 'column-end', 'grid-start', 'grid-end', 'column-start'];
    for (const move of moves) {
      expect(positionAfterMove({ rowIndex: -1, columnId: 'a' }, move, empty).rowIndex).toBe(-1);
    }
  });
});

describe('positionAfterTab', () => {
  const bounds = { rowCount: 2, columnIds: ['a', 'b'] };
  const walk = (isBack: boolean, rowIndex: number, columnId: string) => {
    const places: string[] = [];
    for (
      let position: { rowIndex: number; columnId: string } | null = { rowIndex, columnId };
      position !== null;
      position = positionAfterTab(position, isBack, bounds)
    ) {
      places.push(`${position.rowIndex}${position.columnId}`);
    }
    return places.join(' ');
  };

  it('goes through every cell, the header first, and then leaves', () => {
    expect(walk(false, -1, 'a')).toBe('-1a -1b 0a 0b 1a 1b');
    expect(walk(true, 1, 'b')).toBe('1b 1a 0b 0a -1b -1a');
  });
});

it('what stood in a column that is hidden goes on beside it', () => {
  const before = ['a', 'b', 'c', 'd'];
  expect(columnBeside('b', before, ['a', 'c', 'd'])).toBe('c');
  expect(columnBeside('b', before, ['a', 'd'])).toBe('d');
  expect(columnBeside('d', before, ['c', 'a', 'b'])).toBe('c');
  expect(columnBeside('b', before, ['d', 'c', 'b', 'a'])).toBeNull();
  expect(columnBeside('b', before, [])).toBeNull();
  expect(columnBeside('', before, ['a'])).toBeNull();
});
