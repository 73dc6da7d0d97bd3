import { describe, expect, test } from 'vitest';
import { layOutColumns } from './column-layout';
import { cellNearPoint } from './hit-test';

const layout = layOutColumns(
  [
    { columnId: 'pinned', widthPx: 100, pin: 'start' },
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((columnId) => ({ columnId, widthPx: 200, pin: null })),
    { columnId: 'last', widthPx: 100, pin: 'end' },
  ],
  50,
  800,
);
const input = {
  layout,
  scrollLeftPx: 0,
  offsetPx: 0,
  headerHeightPx: 36,
  rowHeightPx: 32,
  viewportHeightPx: 320,
  rowCount: 1_000_000_000,
};
const near = (xPx: number, yPx: number, changes: Partial<typeof input> = {}) =>
  cellNearPoint(xPx, yPx, { ...input, ...changes });

describe('cellNearPoint', () => {
  test.each([
    ['in a pinned column', 60, 10, {}, { rowIndex: 0, columnId: 'pinned' }],
    ['in the row numbers: the first column', 5, 40, {}, { rowIndex: 1, columnId: 'pinned' }],
    ['in a column that scrolls', 160, 10, {}, { rowIndex: 0, columnId: 'a' }],
    ['the same place after scrolling', 160, 10, { scrollLeftPx: 200 }, { rowIndex: 0, columnId: 'b' }],
    [
      'a pinned column covers what scrolled below it',
      60,
      10,
      { scrollLeftPx: 200 },
      { rowIndex: 0, columnId: 'pinned' },
    ],
    ['pinned at the end', 790, 10, {}, { rowIndex: 0, columnId: 'last' }],
    ['right of everything', 5000, 10, {}, { rowIndex: 0, columnId: 'last' }],
    ['above: the first row in view', 160, -500, { offsetPx: 3200 }, { rowIndex: 100, columnId: 'a' }],
    ['below: the last row in view', 160, 5000, { offsetPx: 3200 }, { rowIndex: 109, columnId: 'a' }],
    [
      'in the last of a billion rows',
      160,
      319,
      { offsetPx: 32e9 - 320 },
      { rowIndex: 999_999_999, columnId: 'a' },
    ],
  ])('%s', (_, xPx, yPx, changes, expected) => {
    expect(near(xPx, yPx + input.headerHeightPx, changes)).toEqual(expected);
  });

  test('rows begin below a header of any height', () => {
    expect(near(160, 68 + 33, { headerHeightPx: 68 })).toEqual({ rowIndex: 1, columnId: 'a' });
  });

  test('is nothing without rows or columns', () => {
    expect(near(100, 100, { rowCount: 0 })).toBeNull();
    expect(near(100, 100, { layout: layOutColumns([], 50, 800) })).toBeNull();
  });
});
