export interface RowMetrics {
  readonly rowHeightPx: number;
  /** Height of the sticky header that covers the rows at the top. */
  readonly headHeightPx: number;
}

/** Rows rendered beyond the edges, so that they are there when the wheel turns. */
const OVERSCAN_ROWS = 8;

/** Returns how many rows may be in view at once, whole or in part. */
export function rowsInView(heightPx: number, { rowHeightPx }: RowMetrics): number {
  return Math.ceil(heightPx / rowHeightPx) + 1;
}

/** Returns the rows to render (0-based, ascending): those from `firstRow` on, and always `focusRow`, which may have the focus. */
export function renderedRows(firstRow: number, inView: number, rowCount: number, focusRow: number): number[] {
  // The browser does not scroll back at once when a list becomes shorter.
  const firstPossible = Math.max(0, Math.min(firstRow, rowCount - inView));
  const start = Math.max(0, firstPossible - OVERSCAN_ROWS);
  const end = Math.min(rowCount, firstPossible + inView + OVERSCAN_ROWS);
  const rows = Array.from({ length: end - start }, (_, offset) => start + offset);
  if (focusRow < 0 || focusRow >= rowCount || (focusRow >= start && focusRow < end)) return rows;
  return focusRow < start ? [focusRow, ...rows] : [...rows, focusRow];
}

/** Returns the scrollTop that shows a whole row with the least movement. */
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

/** A row to render, or the space of rows that are not rendered. */
export type RowSlot =
  | { readonly kind: 'row'; readonly index: number }
  | { readonly kind: 'gap'; readonly firstIndex: number; readonly rowCount: number };

/** Returns all rows in order: those to render (0-based, ascending) one by one, the others as gaps between them. */
export function rowSlots(renderedIndexes: readonly number[], rowCount: number): RowSlot[] {
  const slots: RowSlot[] = [];
  let next = 0;
  const skipTo = (index: number) => {
    if (index > next) slots.push({ kind: 'gap', firstIndex: next, rowCount: index - next });
  };
  for (const index of renderedIndexes) {
    if (index >= rowCount) break;
    skipTo(index);
    slots.push({ kind: 'row', index });
    next = index + 1;
  }
  skipTo(rowCount);
  return slots;
}
