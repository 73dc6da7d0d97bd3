/** The content of a cell. Any two states differ in appearance and accessible name, never only by color. */
export type GridCell =
  | {
      readonly state: 'value';
      readonly text: string;
      /** The whole value if `text` hides a part of it (decimals, time). Shown as a tooltip. */
      readonly title?: string;
      /** The color of the cell. It never appears alone: a negative number has its minus, other tones have a sign and a `note`. */
      readonly tone?: CellTone;
      /** The meaning of the tone in words. It is part of the accessible name and of the tooltip. */
      readonly note?: string;
    }
  /** Text of length zero. */
  | { readonly state: 'empty' }
  | { readonly state: 'null' }
  /** A value that the user may not see. `reason` names the missing right. */
  | { readonly state: 'withheld'; readonly reason?: string };

export type CellTone = 'negative' | 'past' | 'future';

/** The colors of highlights. Each has its own sign as well. */
export const HIGHLIGHT_COLOURS = ['red', 'amber', 'green', 'blue', 'violet'] as const;
export type HighlightColour = (typeof HIGHLIGHT_COLOURS)[number];

export interface GridHighlight {
  readonly colour: HighlightColour;
  /** The reason for the highlight. It is part of the accessible name and the tooltip of the cell in `columnId`. */
  readonly note: string;
  readonly columnId: string;
}

/** The highlight of a whole row, and highlights of its cells by column. Return the same object until the row changes. */
export interface RowHighlight {
  readonly row: GridHighlight | null;
  readonly cells: ReadonlyMap<string, GridHighlight>;
}

export type GridRowState = 'ready' | 'loading' | 'failed';

/** The data source of a grid: an external store of rows by index. The getters are synchronous and fetch nothing. */
export interface GridRows<TRow> {
  readonly rowCount: number;
  /** Calls `listener` whenever a getter may return something else. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns a number that changes whenever the listeners are called. */
  readonly getVersion: () => number;
  readonly getRowState: (rowIndex: number) => GridRowState;
  /** Returns null unless the row is ready. Returns the same object until the row's content changes. */
  readonly getRow: (rowIndex: number) => TRow | null;
  /** Called whenever the rows in view change. A data source that loads rows fetches missing ones here. */
  readonly setVisibleRows: (rows: VisibleRows) => void;
  readonly retry: (rowIndex: number) => void;
}

export interface GridColumn {
  readonly id: string;
  readonly label: string;
  readonly title?: string;
  readonly align: 'left' | 'right' | 'center';
  /** Whether the column identifies its row. Its cells are row headers (`role="rowheader"`) in a slightly stronger style. */
  readonly isKey?: boolean;
  /** Whether users look for this column first. It stays at the end of the view until they scroll to its position. At most one column. */
  readonly isMain?: boolean;
  /** Numbers are never cut: if one does not fit, the cell shows ### and a tooltip. Text may be cut, and takes the extra room. */
  readonly content?: 'figures' | 'text';
  /** Whether values may have a tone with a sign. If so, the column reserves room for the sign. */
  readonly hasSigns?: boolean;
  /** False if a click on the header does not sort. */
  readonly isSortable?: boolean;
}

export interface GridSort {
  readonly columnId: string;
  readonly direction: 'ascending' | 'descending';
}

/** Column settings that users change, and the row height. Ignores unknown ids. Columns that `order` omits follow in their own order. */
export interface ColumnState {
  readonly order: readonly string[];
  readonly pinnedStart: readonly string[];
  readonly pinnedEnd: readonly string[];
  readonly hidden: readonly string[];
  readonly widthsPx: Readonly<Record<string, number>>;
  /** The decimal places of number columns. A column without an entry has those of its format. */
  readonly digits?: Readonly<Record<string, ShownDigits>> | undefined;
  /** The row height. If undefined, the user's general setting applies. */
  readonly density?: GridDensity | undefined;
  readonly wrapsText?: boolean | undefined;
}

export type ShownDigits = number | 'all';

export const DEFAULT_COLUMN_STATE: ColumnState = {
  order: [],
  pinnedStart: [],
  pinnedEnd: [],
  hidden: [],
  widthsPx: {},
};

export type GridDensity = 'compact' | 'normal' | 'comfortable';

const ROW_HEIGHT_PX: Readonly<Record<GridDensity, number>> = {
  compact: 28,
  normal: 32,
  comfortable: 40,
};

/** The most lines of a row. All rows have the same number, so that a row's position does not depend on the rows before it. */
export const WRAPPED_LINES = 3;

const WRAPPED_LINE_HEIGHT_PX: Readonly<Record<GridDensity, number>> = {
  compact: 18,
  normal: 21,
  comfortable: 24,
};

const ROW_BORDER_PX = 1;

/** Returns the height of a row and of a line of text in it, px. */
export function rowMetrics(
  density: GridDensity,
  lines: number,
): { readonly rowHeightPx: number; readonly lineHeightPx: number } {
  if (lines === 1) {
    const rowHeightPx = ROW_HEIGHT_PX[density];
    return { rowHeightPx, lineHeightPx: rowHeightPx - ROW_BORDER_PX };
  }
  const lineHeightPx = WRAPPED_LINE_HEIGHT_PX[density];
  return { rowHeightPx: lines * lineHeightPx + ROW_BORDER_PX, lineHeightPx };
}

const HEADER_HEIGHT_PX = 36;
const HEADER_PICTURE_HEIGHT_PX = 32;

/** Returns the height of the header, px. It is the same before and after the header's charts have loaded. */
export function headerHeightPx({ hasPictures }: { readonly hasPictures: boolean }): number {
  return hasPictures ? HEADER_HEIGHT_PX + HEADER_PICTURE_HEIGHT_PX : HEADER_HEIGHT_PX;
}

/** Consecutive rows: `rowStart` is inclusive, `rowEnd` exclusive, both 0-based. */
export interface RowRange {
  readonly rowStart: number;
  readonly rowEnd: number;
}

/** The position of a cell. The header is row -1. */
export interface CellPosition {
  readonly rowIndex: number;
  readonly columnId: string;
}

export const HEADER_ROW = -1;

/** The rows in view from `rowStart` to `rowEnd` (exclusive, 0-based), and how the user scrolls. */
export interface VisibleRows {
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly direction: 'down' | 'up';
  /** Whether the rows move too fast for responses to arrive in time. The grid reports again when they slow down. */
  readonly isFast: boolean;
}

/** The cells to highlight as search matches. Rows render again only if the set of their columns is another object. */
export interface GridMatches {
  /** The columns with a match, by row. The grid reads the entries of rows in view only. */
  readonly columnsByRow: Pick<ReadonlyMap<number, ReadonlySet<string>>, 'get'>;
  /** The match that the user went to last, or null. */
  readonly current: CellPosition | null;
}

/** State that a grid passes on to the next grid with the same columns. A grid reads it on mount, and writes it later and on unmount. */
export interface GridCarry {
  readonly scrollLeftPx: number;
  /** The widths that columns need for their values. */
  readonly needsPx: ReadonlyMap<string, number>;
}
