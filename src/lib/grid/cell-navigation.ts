import { HEADER_ROW, type CellPosition } from './grid-model';

export type CellMove =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'page-left'
  | 'page-right'
  | 'row-start'
  | 'row-end'
  | 'column-start'
  | 'column-end'
  | 'grid-start'
  | 'grid-end';

export interface NavigationBounds {
  readonly rowCount: number;
  /** The visible columns in visual order. Not empty if there is a cell to move from. */
  readonly columnIds: readonly string[];
  readonly rowsPerPage: number;
  readonly columnsPerPage: number;
}

/** Returns the cell that a move leads to. Moves stop at the edges. The header counts as the row above the first row. */
export function positionAfterMove(
  from: CellPosition,
  move: CellMove,
  bounds: NavigationBounds,
): CellPosition {
  const lastRow = bounds.rowCount - 1;
  const firstRow = Math.min(0, lastRow);
  const column = bounds.columnIds.indexOf(from.columnId);
  const inRows = from.rowIndex >= 0;
  const at = (rowIndex: number, columnIndex: number): CellPosition => ({
    rowIndex: Math.min(Math.max(rowIndex, HEADER_ROW), lastRow),
    columnId:
      bounds.columnIds[Math.min(Math.max(columnIndex, 0), bounds.columnIds.length - 1)] ?? from.columnId,
  });
  switch (move) {
    case 'left':
      return at(from.rowIndex, column - 1);
    case 'right':
      return at(from.rowIndex, column + 1);
    case 'up':
      return at(from.rowIndex - 1, column);
    case 'down':
      return at(from.rowIndex + 1, column);
    case 'page-up':
      return at(inRows ? Math.max(firstRow, from.rowIndex - bounds.rowsPerPage) : HEADER_ROW, column);
    case 'page-down':
      return at(inRows ? from.rowIndex + bounds.rowsPerPage : firstRow, column);
    case 'page-left':
      return at(from.rowIndex, column - bounds.columnsPerPage);
    case 'page-right':
      return at(from.rowIndex, column + bounds.columnsPerPage);
    case 'row-start':
      return at(from.rowIndex, 0);
    case 'row-end':
      return at(from.rowIndex, bounds.columnIds.length - 1);
    case 'column-start':
      return at(inRows ? firstRow : HEADER_ROW, column);
    case 'column-end':
      return at(lastRow, column);
    case 'grid-start':
      return at(firstRow, 0);
    case 'grid-end':
      return at(lastRow, bounds.columnIds.length - 1);
  }
}

/** Returns the cell that Tab leads to: the next one in reading order, or the previous one with `isBack`. Null if Tab leaves the grid. */
export function positionAfterTab(
  from: CellPosition,
  isBack: boolean,
  { rowCount, columnIds }: Pick<NavigationBounds, 'rowCount' | 'columnIds'>,
): CellPosition | null {
  const column = columnIds.indexOf(from.columnId) + (isBack ? -1 : 1);
  const sameRow = columnIds[column];
  if (sameRow !== undefined) return { rowIndex: from.rowIndex, columnId: sameRow };
  const rowIndex = from.rowIndex + (isBack ? -1 : 1);
  const columnId = isBack ? columnIds.at(-1) : columnIds[0];
  return columnId === undefined || rowIndex < HEADER_ROW || rowIndex >= rowCount
    ? null
    : { rowIndex, columnId };
}

/** Returns the visible column after a column that was just hidden, or else the one before it. Null if there is neither. */
export function columnBeside(
  columnId: string,
  before: readonly string[],
  now: readonly string[],
): string | null {
  const index = before.indexOf(columnId);
  if (index === -1 || now.includes(columnId)) return null;
  const isShown = (other: string) => now.includes(other);
  return before.slice(index).find(isShown) ?? before.slice(0, index).findLast(isShown) ?? null;
}
