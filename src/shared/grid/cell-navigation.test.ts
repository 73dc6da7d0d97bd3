import { describe, expect, it } from 'vitest';
import { moveOfKey, placeAfterMove, type CellMove } from './cell-navigation';

const press = (key: string, held: Partial<{ isCommand: boolean; isAlt: boolean }> = {}) =>
  moveOfKey({ key, isCommand: false, isAlt: false, ...held });

describe('moveOfKey', () => {
  it.each<[string, CellMove, CellMove | null]>([
    ['ArrowLeft', 'left', 'row-start'],
    ['ArrowRight', 'right', 'row-end'],
    ['ArrowUp', 'up', 'column-start'],
    ['ArrowDown', 'down', 'column-end'],
    ['Home', 'row-start', 'grid-start'],
    ['End', 'row-end', 'grid-end'],
    ['PageUp', 'page-up', null],
    ['PageDown', 'page-down', null],
  ])('%s moves %s, with Ctrl %s', (key, plain, withCommand) => {
    expect(press(key)).toBe(plain);
    expect(press(key, { isCommand: true })).toBe(withCommand);
  });

  it('goes sideways with Alt and the page keys, and leaves other Alt keys alone', () => {
    expect(press('PageDown', { isAlt: true })).toBe('page-right');
    expect(press('PageUp', { isAlt: true })).toBe('page-left');
    expect(press('ArrowLeft', { isAlt: true })).toBeNull();
    expect(press('PageDown', { isAlt: true, isCommand: true })).toBeNull();
  });

  it.each(['Tab', 'Enter', 'a', ' ', 'constructor'])('does not take %s', (key) => {
    expect(press(key)).toBeNull();
  });
});

describe('placeAfterMove', () => {
  const bounds = {
    rowCount: 1_000_000_000,
    columnIds: ['a', 'b', 'c', 'd'],
    rowsPerPage: 20,
    columnsPerPage: 2,
  };
  const after = (rowIndex: number, columnId: string, move: CellMove) =>
    placeAfterMove({ rowIndex, columnId }, move, bounds);

  it.each<[number, string, CellMove, number, string]>([
    [5, 'b', 'left', 5, 'a'],
    [5, 'a', 'left', 5, 'a'],
    [5, 'd', 'right', 5, 'd'],
    [5, 'b', 'down', 6, 'b'],
    [999_999_999, 'b', 'down', 999_999_999, 'b'],
    // Up from the first row is the header, and down from it the first row.
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
      expect(placeAfterMove({ rowIndex: -1, columnId: 'a' }, move, empty).rowIndex).toBe(-1);
    }
  });
});
