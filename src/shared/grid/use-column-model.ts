import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import type { ColumnToPlace } from './column-window';
import { NO_ARRANGEMENT, type ColumnArrangement, type GridColumn } from './grid-model';

const features = tableFeatures({
  columnSizingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
});

/** The table model is asked about columns only; rows are far too many for it and never pass through here. */
type NoRow = Record<string, never>;
const NO_ROWS: NoRow[] = [];

const MIN_COLUMN_WIDTH_PX = 56;
const MAX_COLUMN_WIDTH_PX = 960;
const DEFAULT_COLUMN_WIDTH_PX = 140;

export interface ColumnModel {
  /** Shown columns in visual order. */
  readonly shown: readonly ColumnToPlace[];
  readonly resize: (columnId: string, widthPx: number) => void;
  /** Moves a column among those that are pinned like it. */
  readonly move: (columnId: string, steps: -1 | 1) => void;
}

/** Order, widths, pinning and visibility of columns. The arrangement is the caller's, or kept here where there is none. */
export function useColumnModel(
  columns: readonly GridColumn[],
  given: ColumnArrangement | undefined,
  onArrangementChange: ((arrangement: ColumnArrangement) => void) | undefined,
): ColumnModel {
  const [own, setOwn] = useState(given ?? NO_ARRANGEMENT);
  const arrangement = given ?? own;
  const change = useCallback(
    (next: ColumnArrangement) => {
      setOwn(next);
      onArrangementChange?.(next);
    },
    [onArrangementChange],
  );
  const columnDefs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, NoRow> => ({
        id: column.id,
        header: column.label,
        size: column.widthPx ?? DEFAULT_COLUMN_WIDTH_PX,
        minSize: MIN_COLUMN_WIDTH_PX,
        maxSize: MAX_COLUMN_WIDTH_PX,
      })),
    [columns],
  );
  const state = useMemo(
    () => ({
      columnOrder: [...arrangement.order],
      columnPinning: { start: [...arrangement.pinnedStart], end: [...arrangement.pinnedEnd] },
      columnVisibility: Object.fromEntries(arrangement.hidden.map((columnId) => [columnId, false])),
      columnSizing: { ...arrangement.widthsPx },
    }),
    [arrangement],
  );
  const table = useTable({ features, columns: columnDefs, data: NO_ROWS, state });

  const start = table.getStartVisibleLeafColumns();
  const center = table.getCenterVisibleLeafColumns();
  const end = table.getEndVisibleLeafColumns();
  const widths = state.columnSizing;
  const shown = useMemo(() => {
    const place = (column: { id: string; columnDef: { size?: number } }, pin: ColumnToPlace['pin']) => ({
      columnId: column.id,
      widthPx: widthWithinLimitsPx(widths[column.id] ?? column.columnDef.size ?? DEFAULT_COLUMN_WIDTH_PX),
      pin,
    });
    return [
      ...start.map((column) => place(column, 'start')),
      ...center.map((column) => place(column, null)),
      ...end.map((column) => place(column, 'end')),
    ];
  }, [start, center, end, widths]);

  const resize = useCallback(
    (columnId: string, widthPx: number) => {
      change({
        ...arrangement,
        widthsPx: { ...arrangement.widthsPx, [columnId]: widthWithinLimitsPx(widthPx) },
      });
    },
    [arrangement, change],
  );

  const move = useCallback(
    (columnId: string, steps: -1 | 1) => {
      const from = shown.findIndex((column) => column.columnId === columnId);
      const moved = shown[from];
      const neighbour = shown[from + steps];
      if (moved === undefined || neighbour === undefined || moved.pin !== neighbour.pin) return;
      const swap = (ids: readonly string[]) =>
        ids.map((id) =>
          id === moved.columnId ? neighbour.columnId : id === neighbour.columnId ? moved.columnId : id,
        );
      const pinned = {
        ...arrangement,
        pinnedStart: swap(arrangement.pinnedStart),
        pinnedEnd: swap(arrangement.pinnedEnd),
      };
      change(
        moved.pin === null ? { ...arrangement, order: swap(fullOrder(columns, arrangement.order)) } : pinned,
      );
    },
    [arrangement, columns, change, shown],
  );

  return useMemo(() => ({ shown, resize, move }), [shown, resize, move]);
}

function widthWithinLimitsPx(widthPx: number): number {
  return Math.round(Math.min(Math.max(widthPx, MIN_COLUMN_WIDTH_PX), MAX_COLUMN_WIDTH_PX));
}

/** All column ids in the order they have: those ordered by hand first. */
function fullOrder(columns: readonly GridColumn[], order: readonly string[]): readonly string[] {
  const ids = columns.map((column) => column.id);
  const ordered = order.filter((id) => ids.includes(id));
  return [...ordered, ...ids.filter((id) => !ordered.includes(id))];
}
