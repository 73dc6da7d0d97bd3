import { positionAfterMove, type CellMove, type NavigationBounds } from './cell-navigation';
import type { CellPosition } from './grid-model';

/** A range of any size. It begins at the anchor and ends at the head. Both are included, and either may come first. */
export type SelectionSpan =
  | { readonly kind: 'cells'; readonly anchor: CellPosition; readonly head: CellPosition }
  | { readonly kind: 'rows'; readonly anchorRow: number; readonly headRow: number }
  | { readonly kind: 'columns'; readonly anchorColumn: string; readonly headColumn: string }
  | { readonly kind: 'all' };

/** A list of spans, of which only the last one can grow. An empty selection means the active cell. */
export type GridSelection = readonly SelectionSpan[];

export const NO_SELECTION: GridSelection = [];

/** A rectangle of cells, as indexes of rows and visible columns. Starts are inclusive, ends exclusive. */
export interface SelectedArea {
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly columnStart: number;
  readonly columnEnd: number;
}

export interface SelectionBounds {
  readonly rowCount: number;
  readonly columnIds: readonly string[];
}

/** Returns the rectangles of a selection, without cells that no longer exist. An empty selection yields the active cell. */
export function selectedAreas(
  selection: GridSelection,
  focus: CellPosition | null,
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
  // If one of the two columns is hidden, only the other one is selected.
  const [start, end] = from === -1 ? [to, to] : to === -1 ? [from, from] : [from, to];
  if (start === -1) return { columnStart: 0, columnEnd: 0 };
  return { columnStart: Math.min(start, end), columnEnd: Math.max(start, end) + 1 };
}

/** Counts the cells in rectangles. A cell in several rectangles counts once. */
export function countCells(areas: readonly SelectedArea[]): number {
  return disjointAreas(areas).reduce(
    (total, area) => total + (area.rowEnd - area.rowStart) * (area.columnEnd - area.columnStart),
    0,
  );
}

/** Returns rectangles that do not overlap and cover the same cells as `areas`. */
export function disjointAreas(areas: readonly SelectedArea[]): readonly SelectedArea[] {
  let disjoint: SelectedArea[] = [];
  for (const area of areas) {
    disjoint = [...disjoint.flatMap((other) => without(other, area)), area];
  }
  return disjoint;
}

/** Returns the part of `area` outside `cut`, as up to four rectangles. */
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

/** Extends the last span to the pressed cell, for a press with Shift. */
export function extendedTo(
  selection: GridSelection,
  focus: CellPosition | null,
  position: CellPosition,
): GridSelection {
  const last = selection.at(-1);
  const before = selection.slice(0, -1);
  switch (last?.kind) {
    case 'rows':
      return [...before, { ...last, headRow: position.rowIndex }];
    case 'columns':
      return [...before, { ...last, headColumn: position.columnId }];
    case 'cells':
      return [...before, { ...last, head: position }];
    case 'all':
    case undefined: {
      const anchor = focus === null || focus.rowIndex < 0 ? position : focus;
      return [...before, { kind: 'cells', anchor, head: position }];
    }
  }
}

/** Adds a span to the selection, for a press with Ctrl. */
export function withSpan(
  selection: GridSelection,
  focus: CellPosition | null,
  span: SelectionSpan,
): GridSelection {
  if (selection.length > 0) return [...selection, span];
  const isCell = focus !== null && focus.rowIndex >= 0;
  return isCell ? [{ kind: 'cells', anchor: focus, head: focus }, span] : [span];
}

/** Extends the selection, for a navigation key with Shift. Also returns the cell to scroll into view. */
export function extendedByMove(
  selection: GridSelection,
  focus: CellPosition,
  move: CellMove,
  bounds: NavigationBounds,
): { readonly selection: GridSelection; readonly head: CellPosition } {
  const head = positionAfterMove(headOf(selection, focus), move, bounds);
  const inRows = { rowIndex: Math.max(0, head.rowIndex), columnId: head.columnId };
  return { selection: extendedTo(selection, focus, inRows), head: inRows };
}

function headOf(selection: GridSelection, focus: CellPosition): CellPosition {
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

/** Handles Ctrl+Space: selects the whole columns of the last span. If that span consists of whole rows, selects everything. */
export function wholeColumns(selection: GridSelection, focus: CellPosition): GridSelection {
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

/** Handles Shift+Space: selects the whole rows of the last span. If that span consists of whole columns, selects everything. */
export function wholeRows(selection: GridSelection, focus: CellPosition): GridSelection {
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
