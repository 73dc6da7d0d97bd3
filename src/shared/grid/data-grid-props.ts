import type { KeyboardEvent, Ref, RefObject } from 'react';
import type {
  CellPlace,
  ColumnArrangement,
  GridCell,
  GridColumn,
  GridDensity,
  GridMatches,
  GridRows,
  GridSort,
  VisibleRows,
} from './grid-model';
import type { GridSelection } from './selection';
import type { SelectedCells } from './use-grid-selection';

/** What a screen asks of a grid by its ref. */
export interface DataGridHandle {
  /** Brings a row into view, as the first one unless it is in view already, and focuses a cell of it. */
  goToRow(rowIndex: number, options?: { readonly columnId?: string }): void;
  /** Brings a cell into view with the least movement and focuses it. */
  focusCell(place: CellPlace): void;
  /** Takes the focus to the cell that had it last, wherever that is; the view stays where it is. */
  focus(): void;
  /** Selects; the focus stays where it is. */
  select(selection: GridSelection): void;
  /** Moves a column by one place among those that are pinned like it. */
  moveColumn(columnId: string, steps: -1 | 1): void;
  /** Makes a column as wide as its header and the loaded values near the rows in view. */
  fitColumn(columnId: string): void;
  /** The same for every shown column. */
  fitAll(): void;
  /** Brings a cell into view with the least movement, and leaves the focus where it is. */
  showCell(place: CellPlace): void;
  /** Distance from the top of row 0 to the top of the view, px; exact at any number of rows. */
  readonly scrollOffsetPx: number;
  /** The first row of which a part is in view. */
  readonly firstVisibleRow: number;
  /** What of that row is scrolled out of view, as a share of its height: 0 to less than 1. */
  readonly firstRowCut: number;
}

export interface GridMenuRequest {
  readonly place: CellPlace;
  /** Where to open it, px of the window. */
  readonly xPx: number;
  readonly yPx: number;
}

/** What a screen gives a grid. */
export interface DataGridProps<TRow> {
  readonly ref?: Ref<DataGridHandle>;
  /** Accessible name. */
  readonly label: string;
  /** Id of an element that describes the grid. */
  readonly describedBy?: string;
  /** Null while it is unknown: placeholders fill the view. */
  readonly rowCount: number | null;
  readonly rows: GridRows<TRow>;
  /** What a cell shows; synchronous, and pure as long as the function is the same. */
  readonly getCell: (row: TRow, columnId: string) => GridCell;
  readonly columns: readonly GridColumn[];
  readonly density?: GridDensity | undefined;
  /** Long text goes on in up to WRAPPED_LINES lines; every row is as high as that takes. */
  readonly wrapsText?: boolean | undefined;
  /** Tab goes from cell to cell; after Escape it leaves. Else the grid has one tab stop, and Tab leaves it. */
  readonly tabMoves?: boolean | undefined;
  /** Absent: the grid keeps its own. */
  readonly arrangement?: ColumnArrangement;
  readonly onArrangementChange?: (arrangement: ColumnArrangement) => void;
  /** In order of precedence. */
  readonly sort?: readonly GridSort[];
  /** Columns that rows are left out by; their headers show it. The same set as long as it is the same columns. */
  readonly filteredColumns?: ReadonlySet<string>;
  readonly onSort?: (columnId: string, how: { readonly isAdditive: boolean }) => void;
  /** The row to begin with, 0-based; changes later on are ignored. */
  readonly initialRow?: number;
  /** What of that row is out of view to begin with, as a share of its height: 0 to less than 1. */
  readonly initialRowCut?: number;
  /** The active cell to begin with; absent or null: the first one of `initialRow`. Changes later on are ignored. */
  readonly initialFocus?: CellPlace | null;
  /** How far the columns are scrolled, px: where the grid begins and, once it is gone, where it was. */
  readonly sidewaysRef?: RefObject<number>;
  /** What was searched for and found. */
  readonly matches?: GridMatches | null;
  /** Called, at first and with every change of widths, with the pinned columns that the view has no room to hold. */
  readonly onPinsWithoutRoom?: (columnIds: readonly string[]) => void;
  readonly onVisibleRowsChange?: (rows: VisibleRows) => void;
  /** Null when the focus leaves the grid. */
  readonly onFocusChange?: (place: CellPlace | null) => void;
  /** What is selected to begin with; changes later on are ignored. */
  readonly initialSelection?: GridSelection;
  /** Called with every change of what is selected, and of the columns that are shown. */
  readonly onSelectionChange?: (cells: SelectedCells) => void;
  /** Enter, F2 or double click on a cell of a row that is there. */
  readonly onOpenCell?: (place: CellPlace) => void;
  /** Try again was pressed for a row that could not be fetched. */
  readonly onRetryRow?: (rowIndex: number) => void;
  /** Sees every key before the grid does; `preventDefault` keeps the grid from acting on it. */
  readonly onKeyDown?: (event: KeyboardEvent, place: CellPlace | null) => void;
  /** A menu is asked for, by pointer or key, for a cell or (row -1) for a column. */
  readonly onMenu?: (request: GridMenuRequest) => void;
  /** Says to screen readers what a change to the columns came to. */
  readonly announce?: (text: string) => void;
  /** Writes row numbers; by default as the language does. */
  readonly formatCount?: (count: number) => string;
}
