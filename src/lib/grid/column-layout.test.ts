import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  renderedColumns,
  fitWidths,
  layOutColumns,
  scrollLeftToShowColumnPx,
  shiftOfSlotPx,
  type ColumnLayout,
  type ColumnPin,
  type VisibleColumn,
} from './column-layout';

function columnsOf(count: number, widthPx = 100, pins: Record<number, ColumnPin> = {}): VisibleColumn[] {
  return Array.from({ length: count }, (_, index) => ({
    columnId: `c${index}`,
    widthPx,
    pin: pins[index] ?? null,
  }));
}
const idsOf = (slots: readonly { columnId: string }[]) => slots.map((slot) => slot.columnId);

const keeping = (columnIds: readonly string[], columns: readonly VisibleColumn[]) =>
  columns.map((column) => ({ ...column, isKept: columnIds.includes(column.columnId) }));
const shownLeftPx = (layout: ColumnLayout, index: number, scrollLeftPx: number) => {
  const slot = layout.slots[index];
  return slot === undefined ? NaN : slot.leftPx - scrollLeftPx + shiftOfSlotPx(slot, layout, scrollLeftPx);
};

describe('layOutColumns', () => {
  it('puts columns side by side, right of the row numbers', () => {
    const layout = layOutColumns(columnsOf(3), 50, 1_000);
    expect(layout.slots.map((slot) => slot.leftPx)).toEqual([50, 150, 250]);
    expect(layout.contentWidthPx).toBe(350);
    expect(layout.pinnedStartPx).toBe(50);
  });

  it.each([
    // Pinned columns and row numbers may take six tenths of the view. The outermost pinned columns stay, those at the start first.
    [1_000, ['c0', 'c1', 'c9']],
    [500, ['c0', 'c1']],
    [320, ['c0']],
    [240, []],
  ])('at %i px keeps the pins that leave room for the others', (viewPx, kept) => {
    const columns = columnsOf(10, 100, { 0: 'start', 1: 'start', 9: 'end' });
    const layout = layOutColumns(columns, 50, viewPx);
    expect(idsOf(layout.slots.filter((slot) => slot.pin !== null))).toEqual(kept);
    expect(layout.pinnedStartPx + layout.pinnedEndPx).toBe(50 + kept.length * 100);
    // A column can be moved within the same group, whether or not its pin has room.
    expect(layout.slots.map((slot) => slot.group)).toEqual(columns.map((column) => column.pin));
  });
});

describe('renderedColumns', () => {
  const layout = layOutColumns(columnsOf(200, 100, { 0: 'start', 199: 'end' }), 50, 1_000);

  it('renders what is between the pinned columns, and these', () => {
    expect(idsOf(renderedColumns(layout, 0, 0, null))).toEqual([
      'c0',
      ...Array.from({ length: 8 }, (_, index) => `c${index + 1}`),
      'c199',
    ]);
    expect(idsOf(renderedColumns(layout, 5_000, 0, null))[1]).toBe('c51');
  });

  it('keeps the focused column in its place among them', () => {
    expect(idsOf(renderedColumns(layout, 5_000, 0, 'c3')).slice(0, 3)).toEqual(['c0', 'c3', 'c51']);
    expect(idsOf(renderedColumns(layout, 0, 0, 'c150')).slice(-2)).toEqual(['c150', 'c199']);
  });

  it('leaves no gap anywhere in the leeway, and renders in visual order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 56, max: 960 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 320, max: 3_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 63 }),
        (widths, viewPx, part, movedPx) => {
          const columns = widths.map((widthPx, index) => ({ columnId: `c${index}`, widthPx, pin: null }));
          const any = layOutColumns(columns, 50, viewPx);
          const scrollLeftPx = part * Math.max(0, any.contentWidthPx - viewPx);
          const rendered = renderedColumns(any, scrollLeftPx, 64, null);
          const fromPx = scrollLeftPx + movedPx + 50;
          const toPx = Math.min(scrollLeftPx + movedPx + viewPx, any.contentWidthPx);
          let reachedPx = fromPx;
          for (const slot of rendered) {
            if (slot.leftPx <= reachedPx) reachedPx = Math.max(reachedPx, slot.leftPx + slot.widthPx);
          }
          expect(reachedPx).toBeGreaterThanOrEqual(toPx);
          const indexes = rendered.map((slot) => slot.columnIndex);
          expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
        },
      ),
    );
  });
});

describe('shiftOfSlotPx', () => {
  it('keeps pinned columns at both edges at any scroll position', () => {
    const layout = layOutColumns(columnsOf(30, 100, { 0: 'start', 29: 'end' }), 50, 1_000);
    for (const scrollLeftPx of [0, 1, 777, 2_050]) {
      expect(shownLeftPx(layout, 0, scrollLeftPx)).toBe(50);
      expect(shownLeftPx(layout, 29, scrollLeftPx) + 100).toBe(1_000);
    }
  });

  it('leaves end columns beside the others where all fit', () => {
    const layout = layOutColumns(columnsOf(3, 100, { 2: 'end' }), 50, 1_000);
    expect(shownLeftPx(layout, 2, 0)).toBe(250);
  });

  it('lets a kept column scroll to the edge, and holds it there', () => {
    const layout = layOutColumns(keeping(['c2', 'c4'], columnsOf(30)), 50, 1_000);
    expect([0, 100, 200, 777].map((scrollLeftPx) => shownLeftPx(layout, 2, scrollLeftPx))).toEqual([
      250, 150, 50, 50,
    ]);
    expect([0, 200, 300, 777].map((scrollLeftPx) => shownLeftPx(layout, 4, scrollLeftPx))).toEqual([
      450, 250, 150, 150,
    ]);
  });

  it('keeps the first columns that fit into two fifths of the view', () => {
    const layout = layOutColumns(keeping(['c2', 'c4', 'c5'], columnsOf(30)), 50, 650);
    expect(idsOf(layout.slots.filter(({ sticks }) => sticks))).toEqual(['c2', 'c4']);
    const narrow = layOutColumns(keeping(['c2'], columnsOf(30)), 50, 320);
    expect(narrow.slots.filter(({ sticks }) => sticks)).toEqual([]);
  });
});

describe('scrollLeftToShowColumnPx', () => {
  const layout = layOutColumns(columnsOf(30, 100, { 0: 'start', 29: 'end' }), 50, 1_000);

  it.each([
    // column, from → to. Columns are fully visible between 150 and 900 px of the view.
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

describe('scrollLeftToShowColumnPx with kept columns', () => {
  const layout = layOutColumns(keeping(['c2', 'c20'], columnsOf(30)), 50, 1_000);

  it.each([
    ['c3', 1_000, 200],
    // This column is left of the kept column, which does not cover it at this scroll position.
    ['c1', 1_000, 100],
    ['c2', 1_000, 1_000],
    // This kept column has not reached its sticky position yet.
    ['c20', 0, 1_150],
    ['c20', 2_050, 2_050],
  ])('%s from %i: %i', (columnId, fromPx, toPx) => {
    expect(scrollLeftToShowColumnPx(columnId, fromPx, layout)).toBe(toPx);
  });
});

describe('the main column', () => {
  const mainAt = (index: number, count = 30) =>
    columnsOf(count).map((column, at) => ({ ...column, isKeptAtEnd: at === index }));
  const layout = layOutColumns(mainAt(10), 50, 400);

  it('waits at the end of the view, then scrolls with the others', () => {
    // The natural position of the column is at 1,050 px.
    expect([0, 500, 750, 800, 1_200].map((scrollLeftPx) => shownLeftPx(layout, 10, scrollLeftPx))).toEqual([
      300, 300, 300, 250, -150,
    ]);
    expect(idsOf(renderedColumns(layout, 0, 0, null))).toEqual(['c0', 'c1', 'c2', 'c3', 'c10']);
    expect(layout.keptEndPx).toBe(100);
  });

  it('is not held where it is in view by itself, or would leave too little room', () => {
    for (const each of [layOutColumns(mainAt(2), 50, 400), layOutColumns(mainAt(10), 50, 240)]) {
      expect(each.slots.some(({ sticksAtEnd }) => sticksAtEnd)).toBe(false);
      expect(each.keptEndPx).toBe(0);
    }
  });

  it.each([
    // The column covers the last 100 px of the view until the view reaches its natural position.
    ['c2', 0, 50],
    ['c9', 0, 750],
    ['c10', 0, 0],
    ['c10', 2_000, 1_000],
    ['c11', 0, 850],
  ])('showing %s from %i scrolls to %i', (columnId, fromPx, toPx) => {
    expect(scrollLeftToShowColumnPx(columnId, fromPx, layout)).toBe(toPx);
  });
});

describe('fitWidths', () => {
  const text = (columnId: string, needPx: number, chosenPx: number | null = null) => ({
    columnId,
    needPx,
    isText: true,
    chosenPx,
  });
  const figures = (columnId: string, needPx: number) => ({ columnId, needPx, isText: false, chosenPx: null });
  const columns = [figures('id', 300), text('name', 250), text('remark', 400), text('code', 80)];

  it.each([
    // If there is no extra room, long text is cut, and numbers are shown whole.
    [500, { id: 300, name: 170, remark: 170, code: 80 }],
    [800, { id: 300, name: 250, remark: 170, code: 80 }],
    [900, { id: 300, name: 250, remark: 270, code: 80 }],
    // The extra room goes to the column with the widest text.
    [1_500, { id: 300, name: 250, remark: 870, code: 80 }],
  ])('in %i px', (roomPx, expected) => {
    expect(Object.fromEntries(fitWidths(columns, roomPx))).toEqual(expected);
  });

  it('does not cut a header before what tells it from others', () => {
    const widths = fitWidths(
      [
        { ...text('snapshot · Name', 250), headerPx: 210 },
        { ...figures('snapshot · Value', 180), headerPx: 215 },
        { ...text('short', 60), headerPx: 56 },
        { ...text('chosen', 250, 100), headerPx: 210 },
      ],
      0,
    );
    expect([...widths.values()]).toEqual([210, 215, 60, 100]);
  });

  it('leaves widths that were chosen, and codes, as they are', () => {
    const widths = fitWidths([figures('id', 300), text('name', 250, 100), text('code', 80)], 1_500);
    expect(Object.fromEntries(widths)).toEqual({ id: 300, name: 100, code: 80 });
  });
});
