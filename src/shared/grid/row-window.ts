/** A run of rows: `rowStart` inclusive, `rowEnd` exclusive, 0-based. */
export interface RowRange {
  readonly rowStart: number;
  readonly rowEnd: number;
}

/** Rows drawn beyond the visible ones on each side, so that small moves need no drawing at all. */
export const ROW_OVERSCAN = 2;

/**
 * Rows are placed relative to the first row of their block, and the block is moved as one: positions stay below
 * 2^16 px, where every coordinate of the browser is exact, and rows keep their place while the block is the same.
 */
export const ROWS_PER_BLOCK = 1024;

/** The rows of which at least a part is in the viewport. */
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

/** The rows to draw for a visible range. */
export function drawnRows(visible: RowRange, rowCount: number): RowRange {
  return {
    rowStart: Math.max(0, visible.rowStart - ROW_OVERSCAN),
    rowEnd: Math.min(rowCount, visible.rowEnd + ROW_OVERSCAN),
  };
}

/** The row that the positions of drawn rows are relative to. */
export function blockStart(drawn: RowRange): number {
  return Math.floor(drawn.rowStart / ROWS_PER_BLOCK) * ROWS_PER_BLOCK;
}

/** How to bring a row into view: with the least movement, as the first row unless it is in view whole, or as the first row. */
export type RowAlignment = 'nearest' | 'start-if-hidden' | 'start';

/** The offset, px, that shows a row whole. */
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

/** How many rows a page key moves: the last row in view becomes the first. */
export function rowsPerPage(viewportHeightPx: number, rowHeightPx: number): number {
  return Math.max(1, Math.floor(viewportHeightPx / rowHeightPx) - 1);
}
