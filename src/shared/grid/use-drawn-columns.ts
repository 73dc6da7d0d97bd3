import { useMemo } from 'react';
import { drawnColumns, placeColumns, type ColumnLayout, type ColumnToPlace } from './column-window';
import { drawnColumn, type DrawnColumn } from './drawn-column';
import type { GridColumn } from './grid-model';
import { COLUMN_STEP_PX, type GridArea } from './grid-view';

/** Where the columns stand. */
export function useColumnLayout(
  shown: readonly ColumnToPlace[],
  gutterWidthPx: number,
  viewportWidthPx: number,
): ColumnLayout {
  return useMemo(
    () => placeColumns(shown, gutterWidthPx, viewportWidthPx),
    [shown, gutterWidthPx, viewportWidthPx],
  );
}

/** The columns that rows draw: one and the same array as long as it has the same content. */
export function useDrawnColumns(
  layout: ColumnLayout,
  { columnScrollPx }: GridArea,
  columnsById: ReadonlyMap<string, GridColumn>,
  alwaysDrawn: string | null,
): readonly DrawnColumn[] {
  return useMemo(
    () =>
      drawnColumns(layout, columnScrollPx, COLUMN_STEP_PX, alwaysDrawn).flatMap((slot) => {
        const column = columnsById.get(slot.columnId);
        return column === undefined ? [] : [drawnColumn(slot, column)];
      }),
    [layout, columnScrollPx, columnsById, alwaysDrawn],
  );
}
