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
  /** The data source. A new object means another set of rows; the object itself reports changes within its set. */
  readonly rows: GridRows<TRow>;
  readonly columns: GridColumns<TRow>;
  readonly settings: GridSettings;
  readonly matches: GridMatches | null;
  /** The position, focus and selection with which the grid opens. Later changes are ignored. */
  readonly initial: GridInitialView;
  /** State that this grid passes on to the next grid with the same columns. */
  readonly carryRef?: RefObject<GridCarry>;
  readonly events: GridEvents;
  /** Formats a row count or a row number. */
  readonly formatInteger: (value: number) => string;
  /** Announces a text politely to screen readers. The text replaces the grid's last announcement. */
  readonly announce: (text: string) => void;
  /** The button for rows that cannot be loaded if a retry cannot help. If null or undefined, the grid shows the retry button. */
  readonly wayOut?: GridWayOut | null;
}

export interface GridWayOut {
  readonly label: string;
  readonly onPress: () => void;
}

/** What columns show and how they are arranged. The grid compares the members, so the object may be new with every render. */
export interface GridColumns<TRow> {
  readonly definitions: readonly GridColumn[];
  /** Returns what a cell shows. Synchronous and pure: cells render again only if the function or the row is another one. */
  readonly getCell: (row: TRow, columnId: string) => GridCell;
  /** Returns a row's highlights, or null if it has none. Synchronous and pure, like `getCell`. If null, no row has highlights. */
  readonly getHighlight?: ((row: TRow) => RowHighlight | null) | null;
  readonly state: ColumnState;
  readonly onStateChange: (state: ColumnState) => void;
  /** The sort rules in order of precedence. */
  readonly sort: readonly GridSort[];
  /** The ids of the columns with a filter. Pass the same set object until the ids change. */
  readonly filtered: ReadonlySet<string>;
  /** Renders charts below the labels in the header. If null or undefined, the header has no charts and is lower. */
  readonly renderHeaderPicture?: RenderHeaderPicture | null;
}

/**
 * Renders the chart of a column that is in view, in a box of fixed height. It must render an element with the id
 * `descriptionId`, which describes the header to screen readers. Headers render again only if the function is another one.
 */
export type RenderHeaderPicture = (columnId: string, descriptionId: string) => ReactNode;

export interface GridSettings {
  readonly density: GridDensity;
  /** Whether long text wraps into up to WRAPPED_LINES lines. All rows are as high as the longest text in view so far needs. */
  readonly wrapsText: boolean;
  /** Whether key columns and the main column stay in view while other columns scroll, if the others keep enough room. */
  readonly keepsKeys: boolean;
  /** Whether Tab moves from cell to cell and leaves the grid only after Escape. If false, the grid is a single tab stop. */
  readonly tabMoves: boolean;
}

export interface GridInitialView {
  /** The first row in view, 0-based. */
  readonly row: number;
  /** The scrolled-out share of the first visible row's height: 0 to less than 1. */
  readonly rowCut: number;
  /** The active cell. If null, it is the first cell of `row`. */
  readonly focus: CellPosition | null;
  readonly selection: GridSelection;
}

export interface GridEvents {
  readonly onSort: (columnId: string, how: { readonly isAdditive: boolean }) => void;
  /** Called on mount and whenever the selection, the active cell or the visible columns change. */
  readonly onSelectionChange: (cells: SelectedCells) => void;
  /** Called for Enter, F2 or a double click on a cell of a loaded row. */
  readonly onOpenCell: (position: CellPosition) => void;
  /** Called when the user requests a context menu, by pointer or key, for a cell or, in row -1, for a column header. */
  readonly onMenu: (request: GridMenuRequest) => void;
  /** Receives every key before the grid handles it. `preventDefault` keeps the grid from handling the key. */
  readonly onKeyDown: (event: KeyboardEvent, position: CellPosition | null) => void;
  /** Called on mount and whenever the layout changes, with the pinned columns for which the view has no room. */
  readonly onPinsWithoutRoom: (columnIds: readonly string[]) => void;
}

export interface GridMenuRequest {
  readonly position: CellPosition;
  /** The position at which to open the menu, in px of the window. */
  readonly xPx: number;
  readonly yPx: number;
}

/** The commands that a grid offers through its ref. */
export interface DataGridHandle {
  /** Focuses a cell in a row and scrolls the row to the top, unless the whole row is already in view. */
  goToRow(rowIndex: number): void;
  /** Focuses a cell and scrolls it into view with the least movement. */
  focusCell(position: CellPosition): void;
  /** Focuses the active cell without scrolling. */
  focus(): void;
  /** Makes a cell the active cell and scrolls it into view with the least movement, without moving the focus. */
  activate(position: CellPosition): void;
  /** Scrolls a cell into view with the least movement, without moving the focus. */
  showCell(position: CellPosition): void;
  /** Changes the selection, without moving the focus. */
  select(selection: GridSelection): void;
  /** Moves a column by one position among the columns that are pinned to the same side. */
  moveColumn(columnId: string, steps: -1 | 1): void;
  widenColumn(columnId: string, steps: -1 | 1): void;
  /** Fits columns to their headers and the loaded values near the visible rows. The default is all visible columns. */
  fitColumns(columnIds?: readonly string[]): void;
  /** The first row that is at least partly in view. */
  readonly firstVisibleRow: number;
  /** The scrolled-out share of that row's height: 0 to less than 1. */
  readonly firstRowCut: number;
}
