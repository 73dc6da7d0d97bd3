/** What a cell shows. The states never look or read alike, and none of them is told by colour alone. */
export type GridCell =
  | {
      readonly state: 'value';
      readonly text: string;
      /** The whole value, where `text` hides a part of it (decimals, time); shown on hover. */
      readonly title?: string;
    }
  /** Text of length zero. */
  | { readonly state: 'empty' }
  | { readonly state: 'null' }
  /** There is a value, and this person may not see it; `reason` names the right they lack. */
  | { readonly state: 'withheld'; readonly reason?: string };

/** Whether a row's content is here, on its way, or could not be fetched. */
export type GridRowState = 'ready' | 'loading' | 'failed';

/** Rows by index. Every function answers at once and fetches nothing. */
export interface GridRows<TRow> {
  /** Calls back after every change of what the other functions answer; returns the way to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes with every such change. */
  readonly getVersion: () => number;
  readonly getRowState: (rowIndex: number) => GridRowState;
  /** Null unless the row is ready. The same object as long as the row's content is the same. */
  readonly getRow: (rowIndex: number) => TRow | null;
}

export interface GridColumn {
  readonly id: string;
  /** The header's text. */
  readonly label: string;
  /** More about the column, shown on hover. */
  readonly title?: string;
  readonly align: 'left' | 'right' | 'center';
  /** Key columns name their row: `role="rowheader"`, drawn slightly stronger. */
  readonly isKey?: boolean;
  /** Px, until the person resizes. */
  readonly widthPx?: number;
  /** False where the header does not sort; the column is then no button. */
  readonly isSortable?: boolean;
}

export interface GridSort {
  readonly columnId: string;
  readonly direction: 'ascending' | 'descending';
}

/** What people do with columns, and with the height of rows. Ids that no column has are ignored; columns not named follow in their own order. */
export interface ColumnArrangement {
  readonly order: readonly string[];
  readonly pinnedStart: readonly string[];
  readonly pinnedEnd: readonly string[];
  readonly hidden: readonly string[];
  readonly widthsPx: Readonly<Record<string, number>>;
  /** Absent: as the person has rows elsewhere. */
  readonly density?: GridDensity | undefined;
  readonly wrapsText?: boolean | undefined;
}

export const NO_ARRANGEMENT: ColumnArrangement = {
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

/** Of text that wraps; all rows are of one height, or nobody could tell where the billionth stands. */
export const WRAPPED_LINES = 3;

const WRAPPED_LINE_HEIGHT_PX: Readonly<Record<GridDensity, number>> = {
  compact: 18,
  normal: 21,
  comfortable: 24,
};

const ROW_BORDER_PX = 1;

/** How high rows are, and the lines of text in them, px. */
export function rowMetrics(
  density: GridDensity,
  wrapsText: boolean,
): { readonly rowHeightPx: number; readonly lineHeightPx: number } {
  if (!wrapsText) {
    const rowHeightPx = ROW_HEIGHT_PX[density];
    return { rowHeightPx, lineHeightPx: rowHeightPx - ROW_BORDER_PX };
  }
  const lineHeightPx = WRAPPED_LINE_HEIGHT_PX[density];
  return { rowHeightPx: WRAPPED_LINES * lineHeightPx + ROW_BORDER_PX, lineHeightPx };
}

export const HEADER_HEIGHT_PX = 36;

/** A cell by place; the header is row -1. */
export interface CellPlace {
  readonly rowIndex: number;
  readonly columnId: string;
}

export const HEADER_ROW = -1;

/** What the person sees and how they travel; the owner of the rows decides from it what to fetch. */
export interface VisibleRows {
  /** Inclusive, 0-based. */
  readonly rowStart: number;
  /** Exclusive. */
  readonly rowEnd: number;
  readonly direction: 'down' | 'up';
  /** Too fast to read: nothing seen now will still be in view when it arrives. Followed by one more call when it slows. */
  readonly isFast: boolean;
}

/** Cells to be marked as found: the columns by row. Rows with another set than before are drawn anew. */
export interface GridMatches {
  readonly columnsByRow: ReadonlyMap<number, ReadonlySet<string>>;
  /** The one that was gone to last; null for none. */
  readonly current: CellPlace | null;
}
