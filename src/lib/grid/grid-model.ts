/** The content of a cell. Any two states differ in appearance and accessible name, never by colour alone. */
export type GridCell =
  | {
      readonly state: 'value';
      readonly text: string;
      /** The whole value where `text` hides a part of it (decimals, time); shown on hover. */
      readonly title?: string;
      /** Colours the cell. The other tones have a sign beside the value, and a note in words; a negative number has its minus. */
      readonly tone?: CellTone;
      /** The meaning of the tone: part of the accessible name, and shown on hover. */
      readonly note?: string;
    }
  /** Text of length zero. */
  | { readonly state: 'empty' }
  | { readonly state: 'null' }
  /** The user may not see the value; `reason` names the missing right. */
  | { readonly state: 'withheld'; readonly reason?: string };

export type CellTone = 'negative' | 'past' | 'future';

/** The colours of highlights; each has its own sign. */
export const HIGHLIGHT_COLOURS = ['red', 'amber', 'green', 'blue', 'violet'] as const;
export type HighlightColour = (typeof HIGHLIGHT_COLOURS)[number];

export interface GridHighlight {
  readonly colour: HighlightColour;
  /** The reason: part of the accessible name of the cell of `columnId`, and shown there on hover. */
  readonly note: string;
  readonly columnId: string;
}

/** The highlight of all cells of a row, and highlights of single cells by column. The same object while the row is the same. */
export interface RowHighlight {
  readonly row: GridHighlight | null;
  readonly cells: ReadonlyMap<string, GridHighlight>;
}

export type GridRowState = 'ready' | 'loading' | 'failed';

/** The data source of a grid: an external store of rows by index. Getters are synchronous and fetch nothing. */
export interface GridRows<TRow> {
  readonly rowCount: number;
  /** Calls `listener` after every change of what the getters return; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes whenever `listener` is called. */
  readonly getVersion: () => number;
  readonly getRowState: (rowIndex: number) => GridRowState;
  /** Null unless the row is ready. The same object while the row's content is the same. */
  readonly getRow: (rowIndex: number) => TRow | null;
  /** Called with the rows in view whenever they change: the place to fetch missing ones. */
  readonly setVisibleRows: (rows: VisibleRows) => void;
  readonly retry: (rowIndex: number) => void;
}

export interface GridColumn {
  readonly id: string;
  readonly label: string;
  readonly title?: string;
  readonly align: 'left' | 'right' | 'center';
  /** A key column names its row: `role="rowheader"`, in a slightly stronger style. */
  readonly isKey?: boolean;
  /** People look for this column in a row, so it stays at the end of the view until its own place is scrolled to. At most one. */
  readonly isMain?: boolean;
  /** Figures are never cut: without room, the cell shows ###, and the value on hover. Text may be cut, and takes the room left over. */
  readonly content?: 'figures' | 'text';
  /** Values may have a tone with a sign, so the column reserves room for it. */
  readonly hasSigns?: boolean;
  /** False where the header does not sort. */
  readonly isSortable?: boolean;
}

export interface GridSort {
  readonly columnId: string;
  readonly direction: 'ascending' | 'descending';
}

/** Column settings that users change, and the row height. Ignores unknown ids; columns missing in `order` follow in their own order. */
export interface ColumnState {
  readonly order: readonly string[];
  readonly pinnedStart: readonly string[];
  readonly pinnedEnd: readonly string[];
  readonly hidden: readonly string[];
  readonly widthsPx: Readonly<Record<string, number>>;
  /** Decimal places of number columns. Absent: those of the column's format. */
  readonly digits?: Readonly<Record<string, ShownDigits>> | undefined;
  /** Absent: the user's own setting. */
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

/** The most lines of a row. All rows have equally many, so that a row's position does not depend on the rows before it. */
export const WRAPPED_LINES = 3;

const WRAPPED_LINE_HEIGHT_PX: Readonly<Record<GridDensity, number>> = {
  compact: 18,
  normal: 21,
  comfortable: 24,
};

const ROW_BORDER_PX = 1;

/** Returns the height of rows and of the lines of text in them, px. */
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

/** Returns the height of the header, px: the same before and after its pictures are there. */
export function headerHeightPx({ hasPictures }: { readonly hasPictures: boolean }): number {
  return hasPictures ? HEADER_HEIGHT_PX + HEADER_PICTURE_HEIGHT_PX : HEADER_HEIGHT_PX;
}

/** A run of rows: `rowStart` inclusive, `rowEnd` exclusive, 0-based. */
export interface RowRange {
  readonly rowStart: number;
  readonly rowEnd: number;
}

/** The position of a cell; the header is row -1. */
export interface CellPosition {
  readonly rowIndex: number;
  readonly columnId: string;
}

export const HEADER_ROW = -1;

/** The rows in view, 0-based, from `rowStart` to `rowEnd` (exclusive), and how the user scrolls. */
export interface VisibleRows {
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly direction: 'down' | 'up';
  /** The rows move too fast for requests to arrive in time. Another report follows when they slow down. */
  readonly isFast: boolean;
}

/** Cells to highlight as search matches: the columns by row. Rows render again only with another set. */
export interface GridMatches {
  /** Read only for rows in view. */
  readonly columnsByRow: Pick<ReadonlyMap<number, ReadonlySet<string>>, 'get'>;
  /** The match the user went to last; null for none. */
  readonly current: CellPosition | null;
}

/** The state that a grid passes on to the next one with the same columns: read on mount, written on screen and on unmount. */
export interface GridCarry {
  readonly scrollLeftPx: number;
  /** The widths that columns needed for their values. */
  readonly needsPx: ReadonlyMap<string, number>;
}
