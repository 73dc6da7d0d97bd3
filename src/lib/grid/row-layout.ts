import type { RowRange } from './grid-model';

/** The number of rows rendered beyond the visible ones on each side, so that small movements need no render. */
export const ROW_OVERSCAN = 2;

/** Rows are positioned within blocks, so that coordinates stay below 2^16 px, where every browser is exact. */
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

/** Returns the visible rows and ROW_OVERSCAN rows before and after them. */
export function renderedRows(visible: RowRange, rowCount: number): RowRange {
  return {
    rowStart: Math.max(0, visible.rowStart - ROW_OVERSCAN),
    rowEnd: Math.min(rowCount, visible.rowEnd + ROW_OVERSCAN),
  };
}

/** Returns the first row of the block, from which the positions of the rendered rows are measured. */
export function blockStart(rendered: RowRange): number {
  return Math.floor(rendered.rowStart / ROWS_PER_BLOCK) * ROWS_PER_BLOCK;
}

/** How to scroll a row into view: with the least movement, to the top unless the whole row is visible, or always to the top. */
export type RowAlignment = 'nearest' | 'start-if-hidden' | 'start';

/** Returns the scroll offset, px, at which the whole row is visible. */
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

/** Returns how many rows PageDown and PageUp move: after PageDown, the last row in view becomes the first. */
export function rowsPerPage(viewportHeightPx: number, rowHeightPx: number): number {
  return Math.max(1, Math.floor(viewportHeightPx / rowHeightPx) - 1);
}
