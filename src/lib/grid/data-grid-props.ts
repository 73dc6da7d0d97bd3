import type { KeyboardEvent, ReactNode, Ref, RefObject } from 'react';
import type {
  CellPosition,
  ColumnState,
  GridCarry,
  GridCell,
  GridColumn,
  GridDensity,
  GridMatches,
  GridRows,
  GridSort,
  RowHighlight,
} from './grid-model';
import type { GridSelection } from './selection';
import type { SelectedCells } from './use-grid-selection';

export interface DataGridProps<TRow> {
  readonly ref?: Ref<DataGridHandle>;
  readonly label: string;
  readonly describedBy?: string;
  /** A new object stands for another set of rows; its getters report changes within the set. */
  readonly rows: GridRows<TRow>;
  readonly columns: GridColumns<TRow>;
  readonly settings: GridSettings;
  readonly matches: GridMatches | null;
  /** The view that the grid opens with; later changes are ignored. */
  readonly initial: GridInitialView;
  /** State that a grid passes on to the next one with the same columns. */
  readonly carryRef?: RefObject<GridCarry>;
  readonly events: GridEvents;
  /** Formats a number of rows, or the number of a row. */
  readonly formatInteger: (value: number) => string;
  /** Announces a text to screen readers, politely; it replaces the grid's last announcement. */
  readonly announce: (text: string) => void;
  /** The action for rows that cannot be loaded if retrying cannot help; null or absent: the retry button. */
  readonly wayOut?: GridWayOut | null;
}

export interface GridWayOut {
  readonly label: string;
  readonly onPress: () => void;
}

/** The options for displaying rows. Only its members are compared, so the object itself may be new with every render. */
export interface GridColumns<TRow> {
  readonly definitions: readonly GridColumn[];
  /** Returns what a cell shows. Synchronous and pure: cells render again only with another function or row. */
  readonly getCell: (row: TRow, columnId: string) => GridCell;
  /** Returns the highlights of a row; null for none. Synchronous and pure, like `getCell`. Null or absent: no row has any. */
  readonly getHighlight?: ((row: TRow) => RowHighlight | null) | null;
  readonly state: ColumnState;
  readonly onStateChange: (state: ColumnState) => void;
  /** In order of precedence. */
  readonly sort: readonly GridSort[];
  /** Ids of columns with a filter: the same set object while the ids are the same. */
  readonly filtered: ReadonlySet<string>;
  /** Renders pictures below the labels. Null or absent: headers without pictures, which are lower. */
  readonly renderHeaderPicture?: RenderHeaderPicture | null;
}

/**
 * Renders the picture of a column that is in view, in a box of fixed height. It has to render an element with the id
 * `descriptionId`, which describes the header to screen readers. Headers render again only with another function.
 */
export type RenderHeaderPicture = (columnId: string, descriptionId: string) => ReactNode;

export interface GridSettings {
  readonly density: GridDensity;
  /** Long text continues in up to WRAPPED_LINES lines; all rows are as high as the longest text in view so far needs. */
  readonly wrapsText: boolean;
  /** Key columns and the main column stay in view while other columns scroll, if enough room is left for those. */
  readonly keepsKeys: boolean;
  /** Tab moves from cell to cell, and leaves the grid after Escape. Otherwise the grid is a single tab stop. */
  readonly tabMoves: boolean;
}

export interface GridInitialView {
  /** The first row in view, 0-based. */
  readonly row: number;
  /** The share of that row's height that is scrolled out of view: 0 to less than 1. */
  readonly rowCut: number;
  /** The active cell; null for the first cell of `row`. */
  readonly focus: CellPosition | null;
  readonly selection: GridSelection;
}

export interface GridEvents {
  readonly onSort: (columnId: string, how: { readonly isAdditive: boolean }) => void;
  /** Called on mount, and with every change of the selection, the active cell or the visible columns. */
  readonly onSelectionChange: (cells: SelectedCells) => void;
  /** Enter, F2 or double click on a cell of a loaded row. */
  readonly onOpenCell: (position: CellPosition) => void;
  /** The user requests a context menu, by pointer or key, for a cell or (row -1) for a column. */
  readonly onMenu: (request: GridMenuRequest) => void;
  /** Receives every key before the grid does; `preventDefault` keeps the grid from handling it. */
  readonly onKeyDown: (event: KeyboardEvent, position: CellPosition | null) => void;
  /** Called on mount, and with every change of the layout, with the pinned columns that do not fit into the view. */
  readonly onPinsWithoutRoom: (columnIds: readonly string[]) => void;
}

export interface GridMenuRequest {
  readonly position: CellPosition;
  /** Where to open the menu, px of the window. */
  readonly xPx: number;
  readonly yPx: number;
}

/** The commands of a grid, by its ref. */
export interface DataGridHandle {
  /** Focuses a cell of a row and scrolls the row to the top, unless it is in view already. */
  goToRow(rowIndex: number): void;
  /** Focuses a cell and scrolls it into view with the least movement. */
  focusCell(position: CellPosition): void;
  /** Focuses the active cell without scrolling. */
  focus(): void;
  /** Makes a cell the active one and scrolls it into view with the least movement, without moving the focus. */
  activate(position: CellPosition): void;
  /** Scrolls a cell into view with the least movement, without moving the focus. */
  showCell(position: CellPosition): void;
  /** Changes the selection, without moving the focus. */
  select(selection: GridSelection): void;
  /** Moves a column by one position among the columns that are pinned alike. */
  moveColumn(columnId: string, steps: -1 | 1): void;
  widenColumn(columnId: string, steps: -1 | 1): void;
  /** Fits columns to their headers and the loaded values near the rows in view; by default all visible columns. */
  fitColumns(columnIds?: readonly string[]): void;
  /** The first row that is at least partly in view. */
  readonly firstVisibleRow: number;
  /** The share of that row's height that is scrolled out of view: 0 to less than 1. */
  readonly firstRowCut: number;
}
