import type { CellValue, SnapshotRow } from '@/contract/extraction';
import { averageDecimal, createDecimalTotals, readDecimal } from '@/shared/formats/decimal';
import { readIsoDateTime } from '@/shared/formats/iso-date';
import type { SelectedArea } from '@/shared/grid/selection';
import type { RowSpan } from '@/shared/paged-rows/row-span';

/** What a status line says of cells, as spreadsheets do; exact whatever their number and size. */
export interface Figures {
  /** Cells that hold something. */
  readonly count: number;
  readonly numberCount: number;
  /** Null without numbers, as are the others below. */
  readonly sum: string | null;
  readonly average: string | null;
  readonly min: string | null;
  readonly max: string | null;
  /** Of the moments, as they are stored; null without any. */
  readonly earliest: string | null;
  readonly latest: string | null;
}

/** What the cells of a column are to the figures; `other` are counted alone. */
export type FigureKind = 'number' | 'date' | 'other';

/** Places that an average gets beyond those of the sum. */
const AVERAGE_EXTRA_DIGITS = 2;

export interface FiguresCounter {
  readonly add: (value: CellValue, kind: FigureKind) => void;
  readonly figures: () => Figures;
}

export function createFiguresCounter(): FiguresCounter {
  const running = createDecimalTotals();
  let count = 0;
  let earliest: string | null = null;
  let latest: string | null = null;
  return {
    add(value, kind) {
      if (value === null || value === undefined || value === '') return;
      count += 1;
      if (typeof value !== 'string') return;
      if (kind === 'number') {
        const decimal = readDecimal(value);
        if (decimal !== null) running.add(decimal);
      } else if (kind === 'date' && isMoment(value)) {
        if (earliest === null || value < earliest) earliest = value;
        if (latest === null || value > latest) latest = value;
      }
    },
    figures() {
      const { count: numberCount, sum, min, max } = running.totals();
      const average = numberCount === 0 ? null : averageDecimal(sum, numberCount, AVERAGE_EXTRA_DIGITS);
      return { count, numberCount, sum: numberCount === 0 ? null : sum, average, min, max, earliest, latest };
    },
  };
}

/** Moments of this form are in the order of their texts, with a time or without. */
function isMoment(text: string): boolean {
  const moment = readIsoDateTime(text);
  return moment !== null && moment.offset === '';
}

/** Where to find the cells of a shown column in a row, and what they are. */
export interface FigureColumn {
  readonly place: number;
  readonly kind: FigureKind;
}

/**
 * Adds what of disjoint areas lies in the given rows, which are all there. `columns` by place among the shown ones. Gives
 * back how many rows of the areas that were, each counted once per area.
 */
export function addAreas(
  counter: FiguresCounter,
  areas: readonly SelectedArea[],
  columns: readonly FigureColumn[],
  span: RowSpan,
  rowAt: (rowIndex: number) => SnapshotRow | null,
): void {
  for (const area of areas) {
    const rowEnd = Math.min(area.rowEnd, span.rowEnd);
    for (let rowIndex = Math.max(area.rowStart, span.rowStart); rowIndex < rowEnd; rowIndex += 1) {
      const row = rowAt(rowIndex);
      if (row === null) continue;
      for (let at = area.columnStart; at < area.columnEnd; at += 1) {
        const column = columns[at];
        if (column !== undefined) counter.add(row[column.place], column.kind);
      }
    }
  }
}

/** The rows that areas lie in, joined, from top to bottom. */
export function rowsOfAreas(areas: readonly SelectedArea[]): readonly RowSpan[] {
  const joined: { rowStart: number; rowEnd: number }[] = [];
  for (const { rowStart, rowEnd } of areas.toSorted((a, b) => a.rowStart - b.rowStart)) {
    const last = joined.at(-1);
    if (last !== undefined && rowStart <= last.rowEnd) last.rowEnd = Math.max(last.rowEnd, rowEnd);
    else joined.push({ rowStart, rowEnd });
  }
  return joined;
}

export function countRows(spans: readonly RowSpan[]): number {
  return spans.reduce((total, { rowStart, rowEnd }) => total + rowEnd - rowStart, 0);
}

/** How many rows of the first lie in the second, neither of which overlaps itself. */
export function countCommonRows(spans: readonly RowSpan[], others: readonly RowSpan[]): number {
  let total = 0;
  for (const one of spans) {
    for (const other of others) {
      total += Math.max(0, Math.min(one.rowEnd, other.rowEnd) - Math.max(one.rowStart, other.rowStart));
    }
  }
  return total;
}
