/** What all rows of a list measure. */
export interface RowMetrics {
  readonly rowHeightPx: number;
  /** Of what lies over the rows, at the top of what is seen of them. */
  readonly headHeightPx: number;
}

/** Rows beyond the edges that are drawn too, so that a turn of the wheel finds them there. */
const OVERSCAN_ROWS = 8;

/** How many rows may be seen at once, in part or whole. */
export function rowsInView(heightPx: number, { rowHeightPx }: RowMetrics): number {
  return Math.ceil(heightPx / rowHeightPx) + 1;
}

/**
 * The rows (0-based, ascending) to draw where `firstRow` is the first in view; the row at `keptRow` is drawn wherever it
 * is, since the focus may be on it.
 */
export function drawnRows(firstRow: number, inView: number, rowCount: number, keptRow: number): number[] {
  // A list that has become shorter is not scrolled back at once.
  const firstPossible = Math.max(0, Math.min(firstRow, rowCount - inView));
  const start = Math.max(0, firstPossible - OVERSCAN_ROWS);
  const end = Math.min(rowCount, firstPossible + inView + OVERSCAN_ROWS);
  const rows = Array.from({ length: end - start }, (_, offset) => start + offset);
  if (keptRow < 0 || keptRow >= rowCount || (keptRow >= start && keptRow < end)) return rows;
  return keptRow < start ? [keptRow, ...rows] : [...rows, keptRow];
}

/** How far to scroll for a row to be seen whole, no further than needed. */
export function scrollTopFor(
  row: number,
  scrollTopPx: number,
  heightPx: number,
  { rowHeightPx, headHeightPx }: RowMetrics,
): number {
  const topPx = row * rowHeightPx;
  const lowestPx = topPx + rowHeightPx + headHeightPx - heightPx;
  return Math.max(0, Math.min(topPx, Math.max(scrollTopPx, lowestPx)));
}
