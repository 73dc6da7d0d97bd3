import type { RowRange } from './grid-model';

/** Rows rendered beyond the visible ones on each side, so that small movements need no render. */
export const ROW_OVERSCAN = 2;

/** Rows are positioned within blocks: coordinates stay below 2^16 px, where every browser is exact. */
export const ROWS_PER_BLOCK = 1024;

/** Returns the rows that intersect the viewport. */
export function visibleRows(
  offsetPx: number,
  viewportHeightPx: number,
  rowHeightPx: number,
  rowCount: number,
): RowRange {
  const rowStart = Math.min(Math.max(0, Math.floor(offsetPx / rowHeightPx)), Math.max(0, rowCount - 1));
  const rowEnd = Math.min(rowCount, Math.ceil((offsetPx + viewportHeightPx) / rowHeightPx));
  return { rowStart, rowEnd: Math.max(rowEnd, Math.min(rowStart, rowCount)) };
}

/** Returns the rows to render for a visible range. */
export function renderedRows(visible: RowRange, rowCount: number): RowRange {
  return {
    rowStart: Math.max(0, visible.rowStart - ROW_OVERSCAN),
    rowEnd: Math.min(rowCount, visible.rowEnd + ROW_OVERSCAN),
  };
}

/** Returns the row that the positions of rendered rows are relative to. */
export function blockStart(rendered: RowRange): number {
  return Math.floor(rendered.rowStart / ROWS_PER_BLOCK) * ROWS_PER_BLOCK;
}

/** How to scroll a row into view: with the least movement; to the top unless it is in view whole; always to the top. */
export type RowAlignment = 'nearest' | 'start-if-hidden' | 'start';

/** Returns the offset, px, that shows a whole row. */
export function offsetToShowRowPx(
  rowIndex: number,
  offsetPx: number,
  viewportHeightPx: number,
  rowHeightPx: number,
  alignment: RowAlignment,
): number {
  const topPx = rowIndex * rowHeightPx;
  const lowestOffset = topPx + rowHeightPx - viewportHeightPx;
  const isWhole = topPx >= offsetPx && lowestOffset <= offsetPx;
  if (isWhole && alignment !== 'start') return offsetPx;
  const showsAtTop = alignment !== 'nearest' || topPx < offsetPx || rowHeightPx > viewportHeightPx;
  return showsAtTop ? topPx : lowestOffset;
}

/** Returns how many rows a page key moves: the last row in view becomes the first. */
export function rowsPerPage(viewportHeightPx: number, rowHeightPx: number): number {
  return Math.max(1, Math.floor(viewportHeightPx / rowHeightPx) - 1);
}
