import type { ColumnState } from './grid-model';

/** Returns the visible columns in order: pinned at the start, others, pinned at the end. `useColumnModel` has the same order. */
export function shownColumnIds(
  columnIds: readonly string[],
  { order, pinnedStart, pinnedEnd, hidden }: ColumnState,
): readonly string[] {
  const isShown = (columnId: string) => columnIds.includes(columnId) && !hidden.includes(columnId);
  const ordered = new Set([...order.filter((columnId) => columnIds.includes(columnId)), ...columnIds]);
  const start = new Set(pinnedStart.filter(isShown));
  const end = new Set(pinnedEnd.filter((columnId) => isShown(columnId) && !start.has(columnId)));
  const isScrolling = (columnId: string) => isShown(columnId) && !start.has(columnId) && !end.has(columnId);
  return [...start, ...[...ordered].filter(isScrolling), ...end];
}
