import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawnColumns,
  gutterWidthPx,
  pinnedShiftPx,
  placeColumns,
  scrollLeftToShowColumnPx,
  type ColumnPin,
  type ColumnToPlace,
} from './column-window';

function columnsOf(count: number, widthPx = 100, pins: Record<number, ColumnPin> = {}): ColumnToPlace[] {
  return Array.from({ length: count }, (_, index) => ({
    columnId: `c${index}`,
    widthPx,
    pin: pins[index] ?? null,
  }));
}
const idsOf = (slots: readonly { columnId: string }[]) => slots.map((slot) => slot.columnId);

describe('placeColumns', () => {
  it('puts columns side by side, right of the row numbers', () => {
    const layout = placeColumns(columnsOf(3), 50, 1_000);
    expect(layout.slots.map((slot) => slot.leftPx)).toEqual([50, 150, 250]);
    expect(layout.contentWidthPx).toBe(350);
    expect(layout.pinnedStartPx).toBe(50);
  });

  it.each([
    // Six tenths of the view are for pins and row numbers: the outermost columns stay, the first ones before the last.
    [1_000, ['c0', 'c1', 'c9']],
    [500, ['c0', 'c1']],
    [320, ['c0']],
    [240, []],
  ])('at %i px keeps the pins that leave room for the others', (viewPx, kept) => {
    const columns = columnsOf(10, 100, { 0: 'start', 1: 'start', 9: 'end' });
    const layout = placeColumns(columns, 50, viewPx);
    expect(idsOf(layout.slots.filter((slot) => slot.pin !== null))).toEqual(kept);
    expect(layout.pinnedStartPx + layout.pinnedEndPx).toBe(50 + kept.length * 100);
    // Among which it is moved does not depend on the room there is.
    expect(layout.slots.map((slot) => slot.group)).toEqual(columns.map((column) => column.pin));
  });
});

describe('drawnColumns', () => {
  const layout = placeColumns(columnsOf(200, 100, { 0: 'start', 199: 'end' }), 50, 1_000);

  it('draws what is between the pinned columns, and these', () => {
    expect(idsOf(drawnColumns(layout, 0, 0, null))).toEqual([
      'c0',
      ...Array.from({ length: 8 }, (_, index) => `c${index + 1}`),
      'c199',
    ]);
    expect(idsOf(drawnColumns(layout, 5_000, 0, null))[1]).toBe('c51');
  });

  it('keeps the focused column in its place among them', () => {
    expect(idsOf(drawnColumns(layout, 5_000, 0, 'c3')).slice(0, 3)).toEqual(['c0', 'c3', 'c51']);
    expect(idsOf(drawnColumns(layout, 0, 0, 'c150')).slice(-2)).toEqual(['c150', 'c199']);
  });

  it('leaves no gap anywhere in the leeway, and draws in visual order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 56, max: 960 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 320, max: 3_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 63 }),
        (widths, viewPx, part, movedPx) => {
          const columns = widths.map((widthPx, index) => ({ columnId: `c${index}`, widthPx, pin: null }));
          const any = placeColumns(columns, 50, viewPx);
          const scrollLeftPx = part * Math.max(0, any.contentWidthPx - viewPx);
          const drawn = drawnColumns(any, scrollLeftPx, 64, null);
          const fromPx = scrollLeftPx + movedPx + 50;
          const toPx = Math.min(scrollLeftPx + movedPx + viewPx, any.contentWidthPx);
          let reachedPx = fromPx;
          for (const slot of drawn) {
            if (slot.leftPx <= reachedPx) reachedPx = Math.max(reachedPx, slot.leftPx + slot.widthPx);
          }
          expect(reachedPx).toBeGreaterThanOrEqual(toPx);
          const indexes = drawn.map((slot) => slot.columnIndex);
          expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
        },
      ),
    );
  });
});

describe('pinnedShiftPx', () => {
  it('holds columns at both edges at any scroll position', () => {
    const layout = placeColumns(columnsOf(30, 100, { 0: 'start', 29: 'end' }), 50, 1_000);
    for (const scrollLeftPx of [0, 1, 777, 2_050]) {
      const first = layout.slots[0];
      const last = layout.slots[29];
      const shownLeft = (first?.leftPx ?? 0) + pinnedShiftPx('start', layout, scrollLeftPx) - scrollLeftPx;
      const shownRight =
        (last?.leftPx ?? 0) + 100 + pinnedShiftPx('end', layout, scrollLeftPx) - scrollLeftPx;
      expect(shownLeft).toBe(50);
      expect(shownRight).toBe(1_000);
    }
  });

  it('leaves end columns beside the others where all fit', () => {
    const layout = placeColumns(columnsOf(3, 100, { 2: 'end' }), 50, 1_000);
    expect(pinnedShiftPx('end', layout, 0)).toBe(0);
  });
});

describe('scrollLeftToShowColumnPx', () => {
  const layout = placeColumns(columnsOf(30, 100, { 0: 'start', 29: 'end' }), 50, 1_000);

  it.each([
    // column, from → to: between 150 and 900 of the view is room
    ['c1', 0, 0],
    ['c8', 0, 50],
    ['c28', 0, 2_050],
    ['c1', 2_050, 0],
    ['c20', 2_050, 1_900],
    ['c0', 777, 777],
    ['c29', 777, 777],
    ['unknown', 777, 777],
  ])('%s from %i: %i', (columnId, fromPx, toPx) => {
    expect(scrollLeftToShowColumnPx(columnId, fromPx, layout)).toBe(toPx);
  });

  it('shows every column whole from anywhere, with the least movement', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 2_050 }), (index, fromPx) => {
        const to = scrollLeftToShowColumnPx(`c${index}`, fromPx, layout);
        const left = 50 + index * 100 - to;
        expect(left).toBeGreaterThanOrEqual(150);
        expect(left + 100).toBeLessThanOrEqual(900);
        expect(scrollLeftToShowColumnPx(`c${index}`, to, layout)).toBe(to);
      }),
    );
  });
});

describe('gutterWidthPx', () => {
  it('grows with the digits and not with every row', () => {
    expect(gutterWidthPx(1)).toBe(gutterWidthPx(999));
    expect(gutterWidthPx(1_000_000_000)).toBeGreaterThan(gutterWidthPx(1_000_000));
    expect(gutterWidthPx(1_000_000_000) % 4).toBe(0);
  });
});
