import { useSyncExternalStore } from 'react';
import type { ColumnLayout } from './column-layout';
import type { CellPosition, GridCell, GridMatches, GridRows, RowHighlight } from './grid-model';
import type { GridTexts } from './cell-content';
import { GridRow } from './grid-row';
import type { GridView } from './grid-view';
import type { GridViewport } from './grid-viewport';
import { keyOfRow } from './row-keys';
import { marksOfRow } from './row-marks';
import type { SelectedArea } from './selection';
import type { RenderedColumn } from './use-column-layout';

interface GridBodyProps<TRow> {
  readonly viewport: GridViewport;
  readonly rows: GridRows<TRow>;
  readonly layout: ColumnLayout;
  readonly columns: readonly RenderedColumn[];
  /** The columns of the row with the focus. They include the focused column even when it is out of view. */
  readonly focusColumns: readonly RenderedColumn[];
  readonly getCell: (row: TRow, columnId: string) => GridCell;
  readonly getHighlight: ((row: TRow) => RowHighlight | null) | null;
  readonly formatCount: (count: number) => string;
  readonly tabStop: CellPosition | null;
  readonly texts: GridTexts;
  readonly markedAreas: readonly SelectedArea[];
  readonly matches: GridMatches | null;
}

/** Renders the rows in view, and the row with the focus wherever it is. */
export function GridBody<TRow>(props: GridBodyProps<TRow>) {
  const { viewport, rows, tabStop, matches } = props;
  const view = useSyncExternalStore(viewport.subscribe, viewport.getView);
  const { rowHeightPx } = view.area;
  useSyncExternalStore(rows.subscribe, rows.getVersion);
  const { rowStart, rowEnd } = view.rendered;
  const focusRow = tabStop !== null && tabStop.rowIndex >= 0 ? tabStop.rowIndex : null;
  const isFocusAbove = focusRow !== null && focusRow < rowStart;
  const isFocusBelow = focusRow !== null && focusRow >= rowEnd && focusRow < view.rowCount;

  const renderRow = (rowIndex: number, displayedAt: number) => {
    const state = rows.getRowState(rowIndex);
    const row = state === 'ready' ? rows.getRow(rowIndex) : null;
    return (
      <GridRow
        key={keyOfRow(view.keys, rowIndex)}
        rowIndex={rowIndex}
        topPx={(displayedAt - view.blockStart) * rowHeightPx}
        layout={props.layout}
        columns={rowIndex === focusRow ? props.focusColumns : props.columns}
        rowNumber={props.formatCount(rowIndex + 1)}
        state={state}
        row={row}
        getCell={props.getCell}
        highlight={row === null ? null : (props.getHighlight?.(row) ?? null)}
        tabStop={rowIndex === focusRow ? (tabStop?.columnId ?? null) : null}
        offersRetry={offersRetry(rows, rowIndex, view)}
        texts={props.texts}
        marks={marksOfRow(props.markedAreas, rowIndex)}
        matches={matches?.columnsByRow.get(rowIndex)}
        currentMatch={matches?.current?.rowIndex === rowIndex ? matches.current.columnId : null}
      />
    );
  };

  const rendered = [];
  // A focused row out of view is placed just outside the clipped area. Browsers may not be able to lay out its real position.
  if (isFocusAbove) rendered.push(renderRow(focusRow, rowStart - 2));
  for (let rowIndex = rowStart; rowIndex < rowEnd; rowIndex += 1)
    rendered.push(renderRow(rowIndex, rowIndex));
  if (isFocusBelow) rendered.push(renderRow(focusRow, rowEnd + 1));
  return rendered;
}

/** Whether the row has the retry button of a run of failed rows: the first row, or the second in view if the first may be cut off. */
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
