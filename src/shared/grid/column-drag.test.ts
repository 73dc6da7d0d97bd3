import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arrangedColumns, withColumnMoved } from './arrangement';
import { columnDrop } from './column-drag';
import { placeColumns } from './column-window';
import { NO_ARRANGEMENT } from './grid-model';

const COLUMNS = ['a', 'b', 'c', 'd', 'e'].map(
  (id) => ({ id, label: id, align: 'left', widthPx: 100 }) as const,
);
const PINNED = { ...NO_ARRANGEMENT, pinnedStart: ['a', 'b'] };
const layout = placeColumns(arrangedColumns(COLUMNS, PINNED), 50, 1_000);

it.each([
  // Edges of the three that scroll: 250, 350, 450, 550.
  ['c', 340, 'c', 350],
  ['c', 460, 'd', 450],
  ['c', 900, 'e', 550],
  ['e', 260, 'c', 250],
  ['d', 360, 'd', 350],
  // Pinned ones stay among themselves.
  ['a', 900, 'b', 250],
  ['e', 0, 'c', 250],
])('%s dropped at %i px takes the place of %s', (columnId, xPx, targetId, edgePx) => {
  expect(columnDrop(columnId, xPx, layout, 0)).toEqual({ targetId, edgePx });
});

it('leaves pinned columns among themselves where there is no room to hold them', () => {
  const narrow = placeColumns(arrangedColumns(COLUMNS, PINNED), 50, 200);
  expect(narrow.slots.every(({ pin }) => pin === null)).toBe(true);
  expect(columnDrop('a', 460, narrow, 0)).toEqual({ targetId: 'b', edgePx: 250 });
});

it('counts from the view, wherever that is scrolled to', () => {
  expect(columnDrop('c', 460, layout, 100)).toEqual({ targetId: 'e', edgePx: 450 });
});

it('lands where the mark stands, among the columns that stay', () => {
  fc.assert(
    fc.property(fc.constantFrom('c', 'd', 'e'), fc.integer({ min: 200, max: 600 }), (columnId, xPx) => {
      const drop = columnDrop(columnId, xPx, layout, 0);
      if (drop === null) throw new Error('It lands somewhere.');
      const moved = arrangedColumns(COLUMNS, withColumnMoved(COLUMNS, PINNED, columnId, drop.targetId));
      const others = layout.slots.filter((slot) => slot.columnId !== columnId);
      const before = others.filter((slot) => slot.leftPx + slot.widthPx / 2 < drop.edgePx);
      const placed = moved.findIndex((column) => column.columnId === columnId);
      expect(moved.slice(0, placed).map((column) => column.columnId)).toEqual(
        before.map((slot) => slot.columnId),
      );
    }),
  );
});
