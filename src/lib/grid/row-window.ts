export interface RowMetrics {
  readonly rowHeightPx: number;
  /** The height of the sticky header, which covers the rows at the top. */
  readonly headHeightPx: number;
}

/** The number of rows rendered beyond the edges, so that they are already visible when the user turns the wheel. */
const OVERSCAN_ROWS = 8;

/** Returns how many rows can be at least partly in view at the same time. */
export function rowsInView(heightPx: number, { rowHeightPx }: RowMetrics): number {
  return Math.ceil(heightPx / rowHeightPx) + 1;
}

/** Returns the indexes of the rows to render, ascending: the rows from `firstRow` on, and always `focusRow`, which may have the focus. */
export function renderedRows(firstRow: number, inView: number, rowCount: number, focusRow: number): number[] {
  // When a list becomes shorter, the browser does not scroll back at once, so `firstRow` may be beyond the end.
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

/** A row to render, or the empty space for rows that are not rendered. */
export type RowSlot =
  | { readonly kind: 'row'; readonly index: number }
  | { readonly kind: 'gap'; readonly firstIndex: number; readonly rowCount: number };

/** Returns slots for all rows in order: one for each row to render (0-based, ascending), and one for each gap between them. */
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
