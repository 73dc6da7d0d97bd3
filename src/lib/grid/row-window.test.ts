import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderedRows, rowSlots, rowsInView, scrollTopFor } from './row-window';

const METRICS = { rowHeightPx: 36, headHeightPx: 32 };

const range = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, offset) => start + offset);

describe('rows to render', () => {
  test.each<[string, Parameters<typeof renderedRows>, number[]]>([
    ['few rows are all rendered', [0, 21, 11, 0], range(0, 11)],
    ['the first of many', [0, 21, 2000, 0], range(0, 29)],
    ['in the midst, with the focus far above', [500, 21, 2000, 3], [3, ...range(492, 529)]],
    ['in the midst, with the focus far below', [500, 21, 2000, 1999], [...range(492, 529), 1999]],
    ['at the end', [1979, 21, 2000, 1990], range(1971, 2000)],
    ['after the list has become shorter', [1500, 21, 50, 0], [0, ...range(21, 50)]],
    ['none', [0, 21, 0, 0], []],
  ])('%s', (_, parameters, rows) => {
    expect(renderedRows(...parameters)).toEqual(rows);
  });

  test('ascending, each once, all in view and the one to keep among them', () => {
    fc.assert(
      fc.property(
        fc.nat(3000),
        fc.nat(2000),
        fc.nat(2500),
        fc.nat(3000),
        (firstRow, heightPx, rowCount, kept) => {
          const inView = rowsInView(heightPx, METRICS);
          const rows = renderedRows(firstRow, inView, rowCount, kept);
          expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b));
          expect(rows.every((row) => row < rowCount)).toBe(true);
          expect(rows.includes(kept)).toBe(kept < rowCount);
          for (const row of range(firstRow, Math.min(firstRow + inView - 1, rowCount)))
            expect(rows).toContain(row);
          expect(rows.length).toBeLessThanOrEqual(inView + 2 * 8 + 1);
        },
      ),
    );
  });
});

test('scrolling for a row shows it whole below the header, and moves no further', () => {
  fc.assert(
    fc.property(
      fc.nat(2000),
      fc.nat(80_000),
      fc.integer({ min: 100, max: 2000 }),
      (row, scrollTopPx, heightPx) => {
        const toPx = scrollTopFor(row, scrollTopPx, heightPx, METRICS);
        const { rowHeightPx, headHeightPx } = METRICS;
        const isSeen = (topPx: number) =>
          topPx <= row * rowHeightPx && (row + 1) * rowHeightPx + headHeightPx <= topPx + heightPx;
        expect(isSeen(toPx)).toBe(true);
        if (isSeen(scrollTopPx)) expect(toPx).toBe(scrollTopPx);
      },
    ),
  );
});

test('rendered rows and the gaps around them', () => {
  expect(rowSlots([3, 4, 9], 11)).toEqual([
    { kind: 'gap', firstIndex: 0, rowCount: 3 },
    { kind: 'row', index: 3 },
    { kind: 'row', index: 4 },
    { kind: 'gap', firstIndex: 5, rowCount: 4 },
    { kind: 'row', index: 9 },
    { kind: 'gap', firstIndex: 10, rowCount: 1 },
  ]);
});

test.each([
  [[], 0, []],
  [[0, 1], 0, []],
  [[0], 1, [{ kind: 'row', index: 0 }]],
  [[], 2, [{ kind: 'gap', firstIndex: 0, rowCount: 2 }]],
])('%j of %i', (rendered, rowCount, slots) => {
  expect(rowSlots(rendered, rowCount)).toEqual(slots);
});

test('no row is lost or rendered twice', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(60)), fc.nat(50), (indexes, rowCount) => {
      const rendered = indexes.sort((a, b) => a - b);
      const covered = rowSlots(rendered, rowCount).flatMap((slot) =>
        slot.kind === 'row'
          ? [slot.index]
          : Array.from({ length: slot.rowCount }, (_, offset) => slot.firstIndex + offset),
      );
      expect(covered).toEqual(Array.from({ length: rowCount }, (_, index) => index));
    }),
  );
});
