import type { SnapshotRow } from '@/contract/extraction';
import type { CellPlace } from '@/shared/grid/grid-model';
import type { RowSpan } from '@/shared/paged-rows/row-span';

/** More places than these are counted as "over": nobody steps through them. */
export const MAX_MATCHES = 10_000;

/** Work at a stretch; keys and scrolling come between. */
const SLICE_MS = 8;
/** Rows looked at between two looks at the clock. */
const ROWS_PER_LOOK = 32;

export interface FindInput {
  readonly getRow: (rowIndex: number) => SnapshotRow | null;
  /** What is loaded, in no order. */
  readonly ranges: readonly RowSpan[];
  /** Where to look, in visual order. */
  readonly columnIds: readonly string[];
  /** Whether a cell holds what is looked for. */
  readonly holds: (row: SnapshotRow, columnId: string) => boolean;
}

export interface FindResult {
  /** From top to bottom, in a row in visual order; MAX_MATCHES at most. */
  readonly matches: readonly CellPlace[];
  readonly isCapped: boolean;
  /** Rows looked through. */
  readonly rowCount: number;
}

/**
 * Looks through loaded rows, in slices between which the page goes on. Rejects with the signal's reason when it is
 * aborted. `yieldToPage` resolves once the page has had its turn.
 */
export async function findInRows(
  input: FindInput,
  signal: AbortSignal,
  yieldToPage: () => Promise<void> = afterOtherTasks,
): Promise<FindResult> {
  const { getRow, columnIds, holds } = input;
  const matches: CellPlace[] = [];
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

/** The place of the match to go to from a cell: itself where it is one, else the next below; -1 where there is none. */
export function firstMatchFrom(
  matches: readonly CellPlace[],
  from: CellPlace | null,
  columnIds: readonly string[],
): number {
  if (matches.length === 0) return -1;
  if (from === null) return 0;
  const found = matches.findIndex((match) => !isBefore(match, from, columnIds));
  return found === -1 ? 0 : found;
}

/** The place of the next match after a cell, or before it, round the ends; -1 where there is none. */
export function matchBeside(
  matches: readonly CellPlace[],
  from: CellPlace,
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

function isBefore(one: CellPlace, other: CellPlace, columnIds: readonly string[]): boolean {
  if (one.rowIndex !== other.rowIndex) return one.rowIndex < other.rowIndex;
  return columnIds.indexOf(one.columnId) < columnIds.indexOf(other.columnId);
}

function countRows(ranges: readonly RowSpan[]): number {
  return ranges.reduce((total, { rowStart, rowEnd }) => total + rowEnd - rowStart, 0);
}

function afterOtherTasks(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
