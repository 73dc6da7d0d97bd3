import { useSyncExternalStore } from 'react';
import type { DrawnColumn } from './drawn-column';
import type { CellPlace, GridCell, GridMatches, GridRows } from './grid-model';
import { GridRow } from './grid-row';
import type { GridTexts } from './grid-texts';
import type { GridView } from './grid-view';
import type { GridViewport } from './grid-viewport';
import { keyOfRow } from './row-keys';
import { marksOfRow } from './row-marks';
import type { SelectedArea } from './selection';

interface GridBodyProps<TRow> {
  readonly viewport: GridViewport;
  readonly rows: GridRows<TRow>;
  /** False while the number of rows is unknown: then what is drawn are placeholders, and `rows` is not asked. */
  readonly hasRows: boolean;
  readonly columns: readonly DrawnColumn[];
  /** The columns of the row with the focus: the focused one is among them even when it is scrolled out. */
  readonly focusColumns: readonly DrawnColumn[];
  readonly gutterWidthPx: number;
  readonly contentWidthPx: number;
  readonly pinnedStartPx: number;
  readonly getCell: (row: TRow, columnId: string) => GridCell;
  readonly formatCount: (count: number) => string;
  readonly tabStop: CellPlace | null;
  readonly texts: GridTexts;
  readonly markedAreas: readonly SelectedArea[];
  readonly matches: GridMatches | null;
  /** Of all shown columns. */
  readonly columnCount: number;
}

/** The rows in view, and the row with the focus wherever it is. */
export function GridBody<TRow>(props: GridBodyProps<TRow>) {
  const { viewport, rows, hasRows, tabStop, matches } = props;
  const view = useSyncExternalStore(viewport.subscribe, viewport.getView);
  const { rowHeightPx } = view.area;
  useSyncExternalStore(rows.subscribe, rows.getVersion);
  const { rowStart, rowEnd } = view.drawn;
  const focusRow = tabStop !== null && tabStop.rowIndex >= 0 ? tabStop.rowIndex : null;
  const isFocusAbove = focusRow !== null && focusRow < rowStart;
  const isFocusBelow = focusRow !== null && focusRow >= rowEnd && focusRow < view.rowCount;

  const drawRow = (rowIndex: number, standsAt: number) => {
    const state = hasRows ? rows.getRowState(rowIndex) : 'loading';
    return (
      <GridRow
        key={keyOfRow(view.keys, rowIndex)}
        rowIndex={rowIndex}
        topPx={(standsAt - view.blockStart) * rowHeightPx}
        columns={rowIndex === focusRow ? props.focusColumns : props.columns}
        gutterWidthPx={props.gutterWidthPx}
        contentWidthPx={props.contentWidthPx}
        pinnedStartPx={props.pinnedStartPx}
        rowNumber={hasRows ? props.formatCount(rowIndex + 1) : ''}
        state={state}
        row={hasRows && state === 'ready' ? rows.getRow(rowIndex) : null}
        getCell={props.getCell}
        tabStop={rowIndex === focusRow ? (tabStop?.columnId ?? null) : null}
        offersRetry={hasRows && offersRetry(rows, rowIndex, view)}
        texts={props.texts}
        marks={marksOfRow(props.markedAreas, rowIndex)}
        matches={matches?.columnsByRow.get(rowIndex)}
        currentMatch={matches?.current?.rowIndex === rowIndex ? matches.current.columnId : null}
        columnCount={props.columnCount}
      />
    );
  };

  const drawn = [];
  // Just outside of what is clipped: its own place may be further away than the browser can lay out.
  if (isFocusAbove) drawn.push(drawRow(focusRow, rowStart - 2));
  for (let rowIndex = rowStart; rowIndex < rowEnd; rowIndex += 1) drawn.push(drawRow(rowIndex, rowIndex));
  if (isFocusBelow) drawn.push(drawRow(focusRow, rowEnd + 1));
  return drawn;
}

/** One row of each run of rows that failed: its first, or the second in view where the first one may be cut off. */
function offersRetry<TRow>(
  { getRowState }: GridRows<TRow>,
  rowIndex: number,
  { visible, rowCount }: GridView,
): boolean {
  const isFailed = (row: number) => row >= 0 && row < rowCount && getRowState(row) === 'failed';
  if (!isFailed(rowIndex)) return false;
  const top = visible.rowStart;
  if (rowIndex === top) return top === 0 || !isFailed(top + 1);
  return !isFailed(rowIndex - 1) || (rowIndex === top + 1 && top > 0);
}
