import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  constructTable,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { ColumnToPlace } from './column-window';
import type { ColumnArrangement, GridColumn } from './grid-model';

const MIN_COLUMN_WIDTH_PX = 56;
const MAX_COLUMN_WIDTH_PX = 960;
const DEFAULT_COLUMN_WIDTH_PX = 140;

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnSizingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
});

/** The table model is asked about columns only; rows are far too many for it and never pass through here. */
type NoRow = Record<string, never>;
const NO_ROWS: NoRow[] = [];

/** The columns that are shown, in visual order. */
export function arrangedColumns(
  columns: readonly GridColumn[],
  arrangement: ColumnArrangement,
): readonly ColumnToPlace[] {
  const { order, pinnedStart, pinnedEnd, hidden, widthsPx } = arrangement;
  const table = constructTable<typeof features, NoRow>({
    features,
    columns: columns.map((column) => ({
      id: column.id,
      header: column.label,
      size: column.widthPx ?? DEFAULT_COLUMN_WIDTH_PX,
      minSize: MIN_COLUMN_WIDTH_PX,
      maxSize: MAX_COLUMN_WIDTH_PX,
    })),
    data: NO_ROWS,
    initialState: {
      columnOrder: [...order],
      columnPinning: {
        start: [...pinnedStart],
        end: pinnedEnd.filter((columnId) => !pinnedStart.includes(columnId)),
      },
      columnVisibility: Object.fromEntries(hidden.map((columnId) => [columnId, false])),
      columnSizing: { ...widthsPx },
    },
  });
  const place =
    (pin: ColumnToPlace['pin']) =>
    (column: { readonly id: string; readonly getSize: () => number }): ColumnToPlace => ({
      columnId: column.id,
      widthPx: Math.round(column.getSize()),
      pin,
    });
  return [
    ...table.getStartVisibleLeafColumns().map(place('start')),
    ...table.getCenterVisibleLeafColumns().map(place(null)),
    ...table.getEndVisibleLeafColumns().map(place('end')),
  ];
}

export function withWidth(
  arrangement: ColumnArrangement,
  columnId: string,
  widthPx: number,
): ColumnArrangement {
  return {
    ...arrangement,
    widthsPx: { ...arrangement.widthsPx, [columnId]: widthWithinLimitsPx(widthPx) },
  };
}

/** With a column moved to where another one stands, among those that are pinned like it; the others make room. */
export function withColumnMoved(
  columns: readonly GridColumn[],
  arrangement: ColumnArrangement,
  columnId: string,
  targetId: string,
): ColumnArrangement {
  const shown = arrangedColumns(columns, arrangement);
  const moved = shown.find((column) => column.columnId === columnId);
  const target = shown.find((column) => column.columnId === targetId);
  if (moved === undefined || target === undefined || moved.pin !== target.pin) return arrangement;
  switch (moved.pin) {
    case 'start':
      return { ...arrangement, pinnedStart: movedTo(arrangement.pinnedStart, columnId, targetId) };
    case 'end':
      return { ...arrangement, pinnedEnd: movedTo(arrangement.pinnedEnd, columnId, targetId) };
    case null:
      return {
        ...arrangement,
        order: movedTo(fullOrder(columns, arrangement.order), columnId, targetId),
      };
  }
}

/** With a column pinned at a side, or (null) at none. */
export function withPin(
  arrangement: ColumnArrangement,
  columnId: string,
  pin: ColumnToPlace['pin'],
): ColumnArrangement {
  const others = (columnIds: readonly string[]) => columnIds.filter((other) => other !== columnId);
  const pinnedStart = others(arrangement.pinnedStart);
  const pinnedEnd = others(arrangement.pinnedEnd);
  return {
    ...arrangement,
    pinnedStart: pin === 'start' ? [...pinnedStart, columnId] : pinnedStart,
    pinnedEnd: pin === 'end' ? [columnId, ...pinnedEnd] : pinnedEnd,
  };
}

function movedTo(columnIds: readonly string[], columnId: string, targetId: string): readonly string[] {
  const target = columnIds.indexOf(targetId);
  const others = columnIds.filter((other) => other !== columnId);
  return others.toSpliced(target, 0, columnId);
}

/** The width that a column gets when that is asked for, px. */
export function widthWithinLimitsPx(widthPx: number): number {
  return Math.round(Math.min(Math.max(widthPx, MIN_COLUMN_WIDTH_PX), MAX_COLUMN_WIDTH_PX));
}

/** All column ids in the order they have: those ordered by hand first. */
function fullOrder(columns: readonly GridColumn[], order: readonly string[]): readonly string[] {
  const ids = columns.map((column) => column.id);
  const ordered = order.filter((id) => ids.includes(id));
  return [...ordered, ...ids.filter((id) => !ordered.includes(id))];
}
