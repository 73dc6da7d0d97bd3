import type { SelectedArea } from './selection';

/** A run of selected cells in a row, from column `start` to `end` (exclusive), and whether it has a top and a bottom border. */
export interface RowMark {
  readonly start: number;
  readonly end: number;
  readonly isTop: boolean;
  readonly isBottom: boolean;
}

const NO_MARKS: readonly RowMark[] = [];

const cache = new Map<string, readonly RowMark[]>();
/** The cache has room for all distinct rows that a selection can have on one screen. */
const CACHE_LIMIT = 512;

/** Returns a row's selected runs: the same array for equal runs, so that only rows whose selection changes render again. */
export function marksOfRow(areas: readonly SelectedArea[], rowIndex: number): readonly RowMark[] {
  const marks = areas
    .filter((area) => rowIndex >= area.rowStart && rowIndex < area.rowEnd)
    .map((area) => ({
      start: area.columnStart,
      end: area.columnEnd,
      isTop: rowIndex === area.rowStart,
      isBottom: rowIndex === area.rowEnd - 1,
    }));
  if (marks.length === 0) return NO_MARKS;
  const key = marks
    .map(({ start, end, isTop, isBottom }) => `${start}-${end}${isTop ? 't' : ''}${isBottom ? 'b' : ''}`)
    .join();
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(key, marks);
  return marks;
}

/** Returns the last mark that covers a cell. Null if the cell is not selected. */
export function markOfCell(marks: readonly RowMark[], columnIndex: number): RowMark | null {
  return marks.findLast((mark) => columnIndex >= mark.start && columnIndex < mark.end) ?? null;
}
