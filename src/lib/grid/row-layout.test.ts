import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ROWS_PER_BLOCK,
  ROW_OVERSCAN,
  blockStart,
  renderedRows,
  offsetToShowRowPx,
  rowsPerPage,
  visibleRows,
} from './row-layout';

describe('visibleRows', () => {
  it.each([
    // offset, viewport, row height, rows → start, end
    [0, 320, 32, 1_000, 0, 10],
    [1, 320, 32, 1_000, 0, 11],
    [32, 320, 32, 1_000, 1, 11],
    [31_680, 320, 32, 1_000, 990, 1_000],
    [0, 320, 32, 3, 0, 3],
    [0, 320, 32, 0, 0, 0],
    [31_999_999_680, 320, 32, 1_000_000_000, 999_999_990, 1_000_000_000],
    [31_999_999_679.5, 320, 32, 1_000_000_000, 999_999_989, 1_000_000_000],
    // The viewport has no height before it is measured.
    [0, 0, 32, 1_000, 0, 0],
  ])('offset %f, view %f, rows of %f × %i: %i to %i', (offset, view, height, rows, rowStart, rowEnd) => {
    expect(visibleRows(offset, view, height, rows)).toEqual({ rowStart, rowEnd });
  });

  it('covers the view and no row more, at any number of rows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.constantFrom(28, 32, 40),
        fc.integer({ min: 40, max: 3_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rowCount, heightPx, viewPx, part) => {
          const offsetPx = part * Math.max(0, rowCount * heightPx - viewPx);
          const { rowStart, rowEnd } = visibleRows(offsetPx, viewPx, heightPx, rowCount);
          expect(rowStart).toBeGreaterThanOrEqual(0);
          expect(rowEnd).toBeLessThanOrEqual(rowCount);
          expect(rowStart * heightPx).toBeLessThanOrEqual(offsetPx);
          expect((rowStart + 1) * heightPx).toBeGreaterThan(offsetPx);
          expect(rowEnd * heightPx).toBeGreaterThanOrEqual(Math.min(offsetPx + viewPx, rowCount * heightPx));
          expect(rowEnd - rowStart).toBeLessThanOrEqual(Math.ceil(viewPx / heightPx) + 1);
        },
      ),
    );
  });
});

describe('renderedRows', () => {
  it('adds the overscan and stops at both ends', () => {
    expect(renderedRows({ rowStart: 10, rowEnd: 20 }, 1_000)).toEqual({
      rowStart: 10 - ROW_OVERSCAN,
      rowEnd: 20 + ROW_OVERSCAN,
    });
    expect(renderedRows({ rowStart: 0, rowEnd: 5 }, 5)).toEqual({ rowStart: 0, rowEnd: 5 });
  });
});

describe('blockStart', () => {
  it('keeps positions small at the last of a billion rows', () => {
    const rendered = { rowStart: 999_999_970, rowEnd: 1_000_000_000 };
    expect(rendered.rowStart - blockStart(rendered)).toBeLessThan(ROWS_PER_BLOCK);
    expect(blockStart(rendered) % ROWS_PER_BLOCK).toBe(0);
  });
});

describe('offsetToShowRowPx', () => {
  it.each([
    // row, offset, alignment → offset
    [5, 0, 'nearest', 0],
    [5, 0, 'start-if-hidden', 0],
    [5, 0, 'start', 160],
    // Row 10 is partly below the view, and row 0 partly above it.
    [10, 10, 'nearest', 32],
    [0, 10, 'nearest', 0],
    [10, 10, 'start-if-hidden', 320],
    [500, 0, 'nearest', 15_712],
    [500, 0, 'start-if-hidden', 16_000],
    [999_999_999, 0, 'nearest', 31_999_999_680],
  ] as const)('row %i from offset %f, %s: %f', (rowIndex, offsetPx, alignment, expected) => {
    expect(offsetToShowRowPx(rowIndex, offsetPx, 320, 32, alignment)).toBe(expected);
  });

  it('shows the top of a row that is higher than the view', () => {
    expect(offsetToShowRowPx(3, 0, 20, 32, 'nearest')).toBe(96);
  });
});

describe('rowsPerPage', () => {
  it('leaves one row of the page before in view', () => {
    expect(rowsPerPage(320, 32)).toBe(9);
    expect(rowsPerPage(330, 32)).toBe(9);
    expect(rowsPerPage(20, 32)).toBe(1);
  });
});
