import { useEffect, useMemo } from 'react';
import type { GridTexts } from './cell-content';
import type { ColumnLayout } from './column-layout';
import type { DataGridProps } from './data-grid-props';
import type { GridColumn } from './grid-model';
import type { TextMeter } from './text-meter';
import { useColumnLayout } from './use-column-layout';
import { useColumnModel, type ColumnModel } from './use-column-model';
import { useFittedColumns, type FittedColumns } from './use-fitted-columns';
import type { AttachedViewport } from './use-grid-viewport';

export interface LaidOutColumns extends Pick<FittedColumns, 'probeRef'> {
  readonly columnModel: ColumnModel;
  readonly columnsById: ReadonlyMap<string, GridColumn>;
  readonly layout: ColumnLayout;
  /** Null until the grid is in the document. */
  readonly meter: TextMeter | null;
  /** Fits columns to their headers and to the loaded values near the visible rows. */
  readonly fitColumns: (columnIds: readonly string[]) => void;
}

/** Lays out a grid's columns with the widths that users chose or that values need, and reports pinned columns without room. */
export function useGridColumns<TRow>(
  { columns, rows, settings, initial, events, carryRef, formatInteger }: DataGridProps<TRow>,
  texts: GridTexts,
  { viewport, area, paneRef }: AttachedViewport,
): LaidOutColumns {
  const { definitions } = columns;
  const columnModel = useColumnModel(definitions, columns.state, columns.onStateChange);
  const columnsById = useMemo(() => new Map(definitions.map((column) => [column.id, column])), [definitions]);
  const { fit, probeRef, widthsNear } = useFittedColumns({
    columns: definitions,
    rows,
    getCell: columns.getCell,
    texts,
    columnState: columns.state,
    sort: columns.sort,
    filtered: columns.filtered,
    firstRow: initial.row,
    paneRef,
    formatCount: formatInteger,
    carryRef,
  });
  const layout = useColumnLayout(columnModel.visibleColumns, {
    fit,
    chosenPx: columns.state.widthsPx,
    columnsById,
    keepsKeys: settings.keepsKeys,
    viewportWidthPx: area.viewportWidthPx,
  });
  const { onPinsWithoutRoom } = events;
  useEffect(() => {
    const withoutRoom = layout.slots.filter((slot) => slot.pin !== slot.group);
    onPinsWithoutRoom(withoutRoom.map((slot) => slot.columnId));
  }, [layout, onPinsWithoutRoom]);

  const fitColumns = (columnIds: readonly string[]) => {
    const fittedColumns = columnIds.flatMap((columnId) => columnsById.get(columnId) ?? []);
    columnModel.resizeAll(widthsNear(viewport.getView().visible.rowStart, fittedColumns));
  };
  return { columnModel, columnsById, layout, meter: fit?.meter ?? null, probeRef, fitColumns };
}
