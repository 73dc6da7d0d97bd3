import { useMemo, useState, type CSSProperties } from 'react';
import {
  layOutColumns,
  renderedColumns,
  type ColumnLayout,
  type ColumnSlot,
  type VisibleColumn,
} from './column-layout';
import classes from './grid-cell.module.css';
import type { CellTone, GridColumn } from './grid-model';
import { COLUMN_STEP_PX, type GridArea } from './grid-view';
import { useColumnWidths, type Fit } from './use-fitted-columns';
import { classNameOfCells, type TextMeter } from './text-meter';

/** A column in the form in which the header and all rows render it. */
export interface RenderedColumn {
  readonly slot: ColumnSlot;
  readonly column: GridColumn;
  /** The classes for the alignment and pinning of the column's cells. */
  readonly className: string;
  /** The style of the column's cells. They share one object, so that React need not compare its members. */
  readonly style: CSSProperties;
  /** Returns whether a text fits in the column's cells. */
  readonly fits: (text: string, tone: CellTone | undefined) => boolean;
}

interface ColumnLayoutInput {
  readonly fit: Fit | null;
  readonly chosenPx: Readonly<Record<string, number>>;
  readonly columnsById: ReadonlyMap<string, GridColumn>;
  readonly keepsKeys: boolean;
  readonly viewportWidthPx: number;
}

/** The assumed width of the row numbers until the grid is in the document and has measured it. */
const FIRST_GUTTER_PX = 60;

export function useColumnLayout(
  visibleColumns: readonly VisibleColumn[],
  { fit, chosenPx, columnsById, keepsKeys, viewportWidthPx }: ColumnLayoutInput,
): ColumnLayout {
  const columns = useColumnWidths(visibleColumns, chosenPx, columnsById, fit, viewportWidthPx);
  const gutterWidthPx = fit?.gutterWidthPx ?? FIRST_GUTTER_PX;
  return useMemo(() => {
    const kept = columns.map((column) => {
      const { isKey = false, isMain = false } = columnsById.get(column.columnId) ?? {};
      return { ...column, isKept: keepsKeys && isKey, isKeptAtEnd: keepsKeys && isMain && !isKey };
    });
    return layOutColumns(kept, gutterWidthPx, viewportWidthPx);
  }, [columns, columnsById, keepsKeys, gutterWidthPx, viewportWidthPx]);
}

/** Returns the columns that rows render. The array stays the same until its content changes. */
export function useRenderedColumns(
  layout: ColumnLayout,
  { columnScrollPx }: GridArea,
  columnsById: ReadonlyMap<string, GridColumn>,
  meter: TextMeter | null,
  alwaysRendered: string | null,
): readonly RenderedColumn[] {
  return useMemo(
    () =>
      renderedColumns(layout, columnScrollPx, COLUMN_STEP_PX, alwaysRendered).flatMap((slot) => {
        const column = columnsById.get(slot.columnId);
        return column === undefined ? [] : [renderedColumn(slot, column, layout, meter)];
      }),
    [layout, columnScrollPx, columnsById, meter, alwaysRendered],
  );
}

function renderedColumn(
  slot: ColumnSlot,
  column: GridColumn,
  { contentWidthPx, pinnedEndPx }: ColumnLayout,
  meter: TextMeter | null,
): RenderedColumn {
  let className = classNameOfCells(column);
  if (slot.sticks) className += ` ${classes['sticks']}`;
  if (slot.sticksAtEnd) className += ` ${classes['sticksAtEnd']}`;
  if (slot.pin === 'end') className += ` ${classes['pinnedEnd']}`;
  const { leftPx, widthPx, startEdgePx } = slot;
  const style: CSSProperties & Record<`--${string}`, string> = {
    left: `${leftPx}px`,
    width: `${widthPx}px`,
    ...(slot.sticks ? { '--grid-sticks-from': `${leftPx - startEdgePx}px` } : {}),
    ...(slot.sticksAtEnd
      ? { '--grid-sticks-to': `${contentWidthPx - pinnedEndPx - leftPx - widthPx}px` }
      : {}),
  };
  const fits =
    column.content === 'figures' && meter !== null
      ? (text: string, tone: CellTone | undefined) => meter.widthOfFiguresPx(text, column, tone) <= widthPx
      : () => true;
  return { slot, column, className, style, fits };
}

/** Returns the ids of the visible columns. The array stays the same until the ids change, whatever the widths are. */
export function useColumnIds(layout: ColumnLayout): readonly string[] {
  const now = layout.slots.map((slot) => slot.columnId);
  const [columnIds, setColumnIds] = useState(now);
  const isSame = now.length === columnIds.length && now.every((id, index) => id === columnIds[index]);
  if (isSame) return columnIds;
  setColumnIds(now);
  return now;
}
