export const ROW_HEIGHT_PX = 36;
/** The header lies over the rows, at the top of what is seen of them. */
export const HEAD_HEIGHT_PX = 32;

/** Rows beyond the edges that are drawn too, so that a turn of the wheel finds them there. */
const OVERSCAN_ROWS = 8;

/**
 * The rows (0-based, ascending) to draw where `firstRow` is the first in view; the row at `keptRow` is drawn wherever it
 * is, since the focus may be on it.
 */
export function drawnRows(firstRow: number, heightPx: number, rowCount: number, keptRow: number): number[] {
  const rowsInView = Math.ceil(heightPx / ROW_HEIGHT_PX) + 1;
  // A list that has become shorter is not scrolled back at once.
  const firstPossible = Math.max(0, Math.min(firstRow, rowCount - rowsInView));
  const start = Math.max(0, firstPossible - OVERSCAN_ROWS);
  const end = Math.min(rowCount, firstPossible + rowsInView + OVERSCAN_ROWS);
  const rows = Array.from({ length: end - start }, (_, offset) => start + offset);
  if (keptRow < 0 || keptRow >= rowCount || (keptRow >= start && keptRow < end)) return rows;
  return keptRow < start ? [keptRow, ...rows] : [...rows, keptRow];
}

/** How far to scroll for a row to be seen whole, no further than needed. */
export function scrollTopFor(row: number, scrollTopPx: number, heightPx: number): number {
  const topPx = row * ROW_HEIGHT_PX;
  const lowestPx = topPx + ROW_HEIGHT_PX + HEAD_HEIGHT_PX - heightPx;
  return Math.max(0, Math.min(topPx, Math.max(scrollTopPx, lowestPx)));
}
