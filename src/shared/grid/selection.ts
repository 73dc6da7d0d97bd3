import { placeAfterMove, type CellMove, type NavigationBounds } from './cell-navigation';
import type { CellPlace } from './grid-model';

/**
 * A part of a selection, as an idea and not as a list of cells, so that a billion rows are selected as quickly as one.
 * The anchor is where it began, the head where it reaches; both are part of it, whichever comes first.
 */
export type SelectionSpan =
  | { readonly kind: 'cells'; readonly anchor: CellPlace; readonly head: CellPlace }
  | { readonly kind: 'rows'; readonly anchorRow: number; readonly headRow: number }
  | { readonly kind: 'columns'; readonly anchorColumn: string; readonly headColumn: string }
  | { readonly kind: 'all' };

/** The last span is the one that grows. Without any, the cell with the focus is what is selected. */
export type GridSelection = readonly SelectionSpan[];

export const NO_SELECTION: GridSelection = [];

/** A rectangle of cells: rows by index, columns by their place among the shown ones; starts inclusive, ends exclusive. */
export interface SelectedArea {
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly columnStart: number;
  readonly columnEnd: number;
}

/** What is there to be selected. */
export interface SelectionBounds {
  readonly rowCount: number;
  /** Shown columns in visual order. */
  readonly columnIds: readonly string[];
}

/**
 * The rectangles of a selection, in its order; what is not there (a hidden column, rows beyond the last) is left out. A
 * selection without spans is the cell with the focus, unless that is in the header.
 */
export function selectedAreas(
  selection: GridSelection,
  focus: CellPlace | null,
  bounds: SelectionBounds,
): readonly SelectedArea[] {
  const spans: GridSelection =
    selection.length > 0 || focus === null || focus.rowIndex < 0
      ? selection
      : [{ kind: 'cells', anchor: focus, head: focus }];
  return spans.flatMap((span) => {
    const area = areaOf(span, bounds);
    return area.rowEnd > area.rowStart && area.columnEnd > area.columnStart ? [area] : [];
  });
}

function areaOf(span: SelectionSpan, bounds: SelectionBounds): SelectedArea {
  const { rowCount, columnIds } = bounds;
  const allRows = { rowStart: 0, rowEnd: rowCount };
  const allColumns = { columnStart: 0, columnEnd: columnIds.length };
  switch (span.kind) {
    case 'all':
      return { ...allRows, ...allColumns };
    case 'rows':
      return { ...rowsBetween(span.anchorRow, span.headRow, rowCount), ...allColumns };
    case 'columns':
      return { ...allRows, ...columnsBetween(span.anchorColumn, span.headColumn, columnIds) };
    case 'cells':
      return {
        ...rowsBetween(span.anchor.rowIndex, span.head.rowIndex, rowCount),
        ...columnsBetween(span.anchor.columnId, span.head.columnId, columnIds),
      };
  }
}

function rowsBetween(one: number, other: number, rowCount: number) {
  return {
    rowStart: Math.max(0, Math.min(one, other)),
    rowEnd: Math.min(rowCount, Math.max(one, other) + 1),
  };
}

function columnsBetween(one: string, other: string, columnIds: readonly string[]) {
  const [from, to] = [columnIds.indexOf(one), columnIds.indexOf(other)];
  // Where one of the two was hidden, what is left is the other one.
  const [start, end] = from === -1 ? [to, to] : to === -1 ? [from, from] : [from, to];
  if (start === -1) return { columnStart: 0, columnEnd: 0 };
  return { columnStart: Math.min(start, end), columnEnd: Math.max(start, end) + 1 };
}

/** Number of cells in rectangles, each counted once however many of them it is in. */
export function countCells(areas: readonly SelectedArea[]): number {
  return disjointAreas(areas).reduce(
    (total, area) => total + (area.rowEnd - area.rowStart) * (area.columnEnd - area.columnStart),
    0,
  );
}

/** Rectangles that cover the same cells and do not overlap. */
export function disjointAreas(areas: readonly SelectedArea[]): readonly SelectedArea[] {
  let disjoint: SelectedArea[] = [];
  for (const area of areas) {
    disjoint = [...disjoint.flatMap((other) => without(other, area)), area];
  }
  return disjoint;
}

/** What of an area lies outside of another: up to four rectangles. */
function without(area: SelectedArea, cut: SelectedArea): SelectedArea[] {
  const rowStart = Math.max(area.rowStart, cut.rowStart);
  const rowEnd = Math.min(area.rowEnd, cut.rowEnd);
  const columnStart = Math.max(area.columnStart, cut.columnStart);
  const columnEnd = Math.min(area.columnEnd, cut.columnEnd);
  if (rowStart >= rowEnd || columnStart >= columnEnd) return [area];
  return [
    { ...area, rowEnd: rowStart },
    { ...area, rowStart: rowEnd },
    { ...area, rowStart, rowEnd, columnEnd: columnStart },
    { ...area, rowStart, rowEnd, columnStart: columnEnd },
  ].filter((rest) => rest.rowEnd > rest.rowStart && rest.columnEnd > rest.columnStart);
}

/** Whether a cell is in one of the rectangles. */
export function isInAreas(areas: readonly SelectedArea[], rowIndex: number, columnIndex: number): boolean {
  return areas.some(
    (area) =>
      rowIndex >= area.rowStart &&
      rowIndex < area.rowEnd &&
      columnIndex >= area.columnStart &&
      columnIndex < area.columnEnd,
  );
}

/** What Shift with a press makes of a selection: its last span reaches to the place that was pressed. */
export function extendedTo(
  selection: GridSelection,
  focus: CellPlace | null,
  place: CellPlace,
): GridSelection {
  const last = selection.at(-1);
  const before = selection.slice(0, -1);
  switch (last?.kind) {
    case 'rows':
      return [...before, { ...last, headRow: place.rowIndex }];
    case 'columns':
      return [...before, { ...last, headColumn: place.columnId }];
    case 'cells':
      return [...before, { ...last, head: place }];
    case 'all':
    case undefined: {
      const anchor = focus === null || focus.rowIndex < 0 ? place : focus;
      return [...before, { kind: 'cells', anchor, head: place }];
    }
  }
}

/** What Ctrl with a press makes of it: one more span, beside what was selected already. */
export function withSpan(
  selection: GridSelection,
  focus: CellPlace | null,
  span: SelectionSpan,
): GridSelection {
  if (selection.length > 0) return [...selection, span];
  const isCell = focus !== null && focus.rowIndex >= 0;
  return isCell ? [{ kind: 'cells', anchor: focus, head: focus }, span] : [span];
}

/** What a navigation key with Shift makes of it, and the place to bring into view. */
export function extendedByMove(
  selection: GridSelection,
  focus: CellPlace,
  move: CellMove,
  bounds: NavigationBounds,
): { readonly selection: GridSelection; readonly head: CellPlace } {
  const head = placeAfterMove(headOf(selection, focus), move, bounds);
  const inRows = { rowIndex: Math.max(0, head.rowIndex), columnId: head.columnId };
  return { selection: extendedTo(selection, focus, inRows), head: inRows };
}

function headOf(selection: GridSelection, focus: CellPlace): CellPlace {
  const last = selection.at(-1);
  switch (last?.kind) {
    case 'rows':
      return { rowIndex: last.headRow, columnId: focus.columnId };
    case 'columns':
      return { rowIndex: focus.rowIndex, columnId: last.headColumn };
    case 'cells':
      return last.head;
    case 'all':
    case undefined:
      return focus;
  }
}

/** Ctrl+Space: the whole columns of what is selected last; of whole rows that is everything. */
export function wholeColumns(selection: GridSelection, focus: CellPlace): GridSelection {
  const last = selection.at(-1) ?? { kind: 'cells', anchor: focus, head: focus };
  switch (last.kind) {
    case 'all':
    case 'rows':
      return [{ kind: 'all' }];
    case 'columns':
      return [last];
    case 'cells':
      return [{ kind: 'columns', anchorColumn: last.anchor.columnId, headColumn: last.head.columnId }];
  }
}

/** Shift+Space: the whole rows of what is selected last; of whole columns that is everything. */
export function wholeRows(selection: GridSelection, focus: CellPlace): GridSelection {
  const last = selection.at(-1) ?? { kind: 'cells', anchor: focus, head: focus };
  switch (last.kind) {
    case 'all':
    case 'columns':
      return [{ kind: 'all' }];
    case 'rows':
      return [last];
    case 'cells':
      return [{ kind: 'rows', anchorRow: last.anchor.rowIndex, headRow: last.head.rowIndex }];
  }
}
