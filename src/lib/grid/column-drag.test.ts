import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnDrop, withMoved } from './column-drag';
import { layOutColumns, type VisibleColumn } from './column-layout';

const SCROLLING = ['c', 'd', 'e'];
const COLUMNS: readonly VisibleColumn[] = [
  ...['a', 'b'].map((columnId) => ({ columnId, widthPx: 100, pin: 'start' as const })),
  ...SCROLLING.map((columnId) => ({ columnId, widthPx: 100, pin: null })),
];
const layout = layOutColumns(COLUMNS, 50, 1_000);

it.each([
  // The edges of the three scrolling columns are at 250, 350, 450 and 550 px.
  ['c', 340, 'c', 350],
  ['c', 460, 'd', 450],
  ['c', 900, 'e', 550],
  ['e', 260, 'c', 250],
  ['d', 360, 'd', 350],
  // A pinned column can only be dropped among the columns pinned to the same side.
  ['a', 900, 'b', 250],
  ['e', 0, 'c', 250],
])('%s dropped at %i px takes the position of %s', (columnId, xPx, targetId, edgePx) => {
  expect(columnDrop(columnId, xPx, layout, 0)).toEqual({ targetId, edgePx });
});

it('moves pinned columns among themselves even where there is no room to hold them', () => {
  const narrow = layOutColumns(COLUMNS, 50, 200);
  expect(narrow.slots.every(({ pin }) => pin === null)).toBe(true);
  expect(columnDrop('a', 460, narrow, 0)).toEqual({ targetId: 'b', edgePx: 250 });
});

it('counts from the left edge of the view, also when it is scrolled', () => {
  expect(columnDrop('c', 460, layout, 100)).toEqual({ targetId: 'e', edgePx: 450 });
});

it('drops the column where the mark is, between the columns that stay', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SCROLLING), fc.integer({ min: 200, max: 600 }), (columnId, xPx) => {
      const drop = columnDrop(columnId, xPx, layout, 0);
      if (drop === null) throw new Error('It lands somewhere.');
      const moved = ['a', 'b', ...withMoved(SCROLLING, columnId, drop.targetId)];
      const others = layout.slots.filter((slot) => slot.columnId !== columnId);
      const before = others.filter((slot) => slot.leftPx + slot.widthPx / 2 < drop.edgePx);
      expect(moved.slice(0, moved.indexOf(columnId))).toEqual(before.map((slot) => slot.columnId));
    }),
  );
});
