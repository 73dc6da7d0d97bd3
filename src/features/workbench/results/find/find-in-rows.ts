import type { SnapshotRow } from '@/contract/extraction';
import { parseDecimal } from '@/lib/formats/parse-decimal';
import type { CellPosition, RowRange } from '@/lib/grid/grid-model';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import { textSearch } from '@/lib/base/search-terms';

/** The search stops at this number of matches, because no user steps through more. */
export const MAX_MATCHES = 10_000;

/** The search lets other tasks run after this time, so that typing and scrolling stay smooth. */
const SLICE_MS = 8;
/** The number of rows between two readings of the clock. Reading it for every row would slow down the search. */
const ROWS_PER_LOOK = 32;

export interface FindInput {
  readonly getRow: (rowIndex: number) => SnapshotRow | null;
  /** The loaded rows, in any order. */
  readonly ranges: readonly RowRange[];
  /** The columns to search, in visual order. */
  readonly columnIds: readonly string[];
  /** Whether a cell contains the text. */
  readonly holds: (row: SnapshotRow, columnId: string) => boolean;
}

export interface FindResult {
  /** The matches from top to bottom, and within a row in visual order; at most `MAX_MATCHES`. */
  readonly matches: readonly CellPosition[];
  readonly isCapped: boolean;
  readonly rowCount: number;
}

/** Searches the loaded rows in slices, between which `yieldToPage` runs other tasks. Rejects when aborted. */
export async function findInRows(
  input: FindInput,
  signal: AbortSignal,
  yieldToPage: () => Promise<void> = afterOtherTasks,
): Promise<FindResult> {
  const { getRow, columnIds, holds } = input;
  const matches: CellPosition[] = [];
  let rowCount = 0;
  let sliceEndMs = performance.now() + SLICE_MS;
  const ranges = input.ranges.toSorted((one, other) => one.rowStart - other.rowStart);
  for (const { rowStart, rowEnd } of ranges) {
    for (let rowIndex = rowStart; rowIndex < rowEnd; rowIndex += 1) {
      const row = getRow(rowIndex);
      if (row === null) continue;
      rowCount += 1;
      for (const columnId of columnIds) {
        if (!holds(row, columnId)) continue;
        if (matches.length === MAX_MATCHES) return { matches, isCapped: true, rowCount: countRows(ranges) };
        matches.push({ rowIndex, columnId });
      }
      if (rowCount % ROWS_PER_LOOK !== 0 || performance.now() < sliceEndMs) continue;
      await yieldToPage();
      signal.throwIfAborted();
      sliceEndMs = performance.now() + SLICE_MS;
    }
  }
  return { matches, isCapped: false, rowCount };
}

/** Returns the index of the match at a cell, or else of the next match, wrapping around; -1 without matches. */
export function firstMatchFrom(
  matches: readonly CellPosition[],
  from: CellPosition | null,
  columnIds: readonly string[],
): number {
  if (matches.length === 0) return -1;
  if (from === null) return 0;
  const found = matches.findIndex((match) => !isBefore(match, from, columnIds));
  return found === -1 ? 0 : found;
}

/** Returns the index of the match after or before a cell, wrapping around; -1 without matches. */
export function matchBeside(
  matches: readonly CellPosition[],
  from: CellPosition,
  by: 1 | -1,
  columnIds: readonly string[],
): number {
  if (by === -1) {
    const found = matches.findLastIndex((match) => isBefore(match, from, columnIds));
    return found === -1 ? matches.length - 1 : found;
  }
  const found = matches.findIndex((match) => isBefore(from, match, columnIds));
  return found === -1 && matches.length > 0 ? 0 : found;
}

function isBefore(one: CellPosition, other: CellPosition, columnIds: readonly string[]): boolean {
  if (one.rowIndex !== other.rowIndex) return one.rowIndex < other.rowIndex;
  return columnIds.indexOf(one.columnId) < columnIds.indexOf(other.columnId);
}

function countRows(ranges: readonly RowRange[]): number {
  return ranges.reduce((total, { rowStart, rowEnd }) => total + rowEnd - rowStart, 0);
}

function afterOtherTasks(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** Returns a function that looks for a text in a cell: as shown, as stored or as a number. Case and accents are ignored. */
export function cellMatcher(
  text: string,
  columns: Pick<ResultColumns, 'getCell' | 'valueOf' | 'typeOf'>,
  locale: string,
): (row: SnapshotRow, columnId: string) => boolean {
  const isFound = textSearch(text);
  const parsed = parseDecimal(text, { locale });
  const decimal = parsed.ok ? parsed.value : null;
  return (row, columnId) => {
    const value = columns.valueOf(row, columnId);
    if (value === undefined || value === null || value === '') return false;
    if (typeof value === 'string') {
      if (isFound(value)) return true;
      const type = columns.typeOf(columnId);
      if (type === 'number' && decimal !== null && value.includes(decimal)) return true;
      // A text cell displays exactly the stored text.
      if (type === 'text' || type === null) return false;
    }
    const cell = columns.getCell(row, columnId);
    return cell.state === 'value' && isFound(cell.text);
  };
}
