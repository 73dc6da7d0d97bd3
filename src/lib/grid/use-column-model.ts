import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
  type Table,
  type TableOptions,
} from '@tanstack/react-table';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { withMoved } from './column-drag';
import type { ColumnPin, VisibleColumn } from './column-layout';
import type { ColumnState, GridColumn } from './grid-model';
import { ownMember } from '../base/own-member';

const MIN_COLUMN_WIDTH_PX = 56;
const MAX_COLUMN_WIDTH_PX = 960;
const DEFAULT_COLUMN_WIDTH_PX = 140;

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});

/** The row type of the TanStack table, which manages columns only. It never receives the grid's rows. */
type NoRow = Record<string, never>;
const NO_ROWS: NoRow[] = [];

export interface ColumnModel {
  /** The visible columns in visual order: pinned at the start, scrolling, pinned at the end. */
  readonly visibleColumns: readonly VisibleColumn[];
  readonly resize: (columnId: string, widthPx: number) => void;
  readonly resizeAll: (widthsPx: ReadonlyMap<string, number>) => void;
  /** Moves a column to the position of another column, if both are pinned to the same side. */
  readonly moveTo: (columnId: string, targetId: string) => void;
  readonly pin: (columnId: string, pin: ColumnPin) => void;
  readonly hide: (columnId: string) => void;
}

/** Returns the order, widths, pins and visibility of the columns. The object changes only with `columns` and `columnState`. */
export function useColumnModel(
  columns: readonly GridColumn[],
  columnState: ColumnState,
  onColumnStateChange: (columnState: ColumnState) => void,
): ColumnModel {
  const latestOnChange = useRef(onColumnStateChange);
  useLayoutEffect(() => {
    latestOnChange.current = onColumnStateChange;
  });
  const columnDefs = useMemo(
    () =>
      columns.map(({ id, label }) => ({
        id,
        header: label,
        size: DEFAULT_COLUMN_WIDTH_PX,
        minSize: MIN_COLUMN_WIDTH_PX,
        maxSize: MAX_COLUMN_WIDTH_PX,
      })),
    [columns],
  );
  const options = useMemo((): TableOptions<typeof features, NoRow> => {
    const state = tableStateOf(columnState);
    const change = (changed: Partial<ColumnState>) => {
      latestOnChange.current({ ...columnState, ...changed });
    };
    return {
      features,
      columns: columnDefs,
      data: NO_ROWS,
      state,
      onColumnOrderChange: (updater) => change({ order: functionalUpdate(updater, state.columnOrder) }),
      onColumnPinningChange: (updater) => {
        const { start, end } = functionalUpdate(updater, state.columnPinning);
        change({ pinnedStart: start, pinnedEnd: end });
      },
      onColumnVisibilityChange: (updater) => {
        const visibility = functionalUpdate(updater, state.columnVisibility);
        change({
          hidden: Object.keys(visibility).filter((columnId) => ownMember(visibility, columnId) === false),
        });
      },
      onColumnSizingChange: (updater) => change({ widthsPx: functionalUpdate(updater, state.columnSizing) }),
    };
  }, [columnDefs, columnState]);
  const table = useTable(options);
  return useMemo(() => columnModelOf(table), [table]);
}

function tableStateOf({ order, pinnedStart, pinnedEnd, hidden, widthsPx }: ColumnState) {
  return {
    columnOrder: [...order],
    columnPinning: {
      start: [...pinnedStart],
      end: pinnedEnd.filter((columnId) => !pinnedStart.includes(columnId)),
    },
    columnVisibility: Object.fromEntries(hidden.map((columnId) => [columnId, false])),
    columnSizing: { ...widthsPx },
  };
}

type ColumnTable = Pick<
  Table<typeof features, NoRow>,
  | 'getAllLeafColumns'
  | 'getAllLeafColumnsById'
  | 'getStartVisibleLeafColumns'
  | 'getCenterVisibleLeafColumns'
  | 'getEndVisibleLeafColumns'
  | 'setColumnOrder'
  | 'setColumnPinning'
  | 'setColumnSizing'
>;

function columnModelOf(table: ColumnTable): ColumnModel {
  const columnsById = table.getAllLeafColumnsById();
  const visible = (pin: ColumnPin) => (column: { readonly id: string; readonly getSize: () => number }) => ({
    columnId: column.id,
    widthPx: Math.round(column.getSize()),
    pin,
  });
  const resizeAll = (widthsPx: ReadonlyMap<string, number>) => {
    const widths = [...widthsPx].map(
      ([columnId, widthPx]) => [columnId, widthWithinLimitsPx(widthPx)] as const,
    );
    table.setColumnSizing((before) => ({ ...before, ...Object.fromEntries(widths) }));
  };
  return {
    visibleColumns: [
      ...table.getStartVisibleLeafColumns().map(visible('start')),
      ...table.getCenterVisibleLeafColumns().map(visible(null)),
      ...table.getEndVisibleLeafColumns().map(visible('end')),
    ],
    resize: (columnId, widthPx) => resizeAll(new Map([[columnId, widthPx]])),
    resizeAll,
    moveTo(columnId, targetId) {
      const [column, target] = [ownMember(columnsById, columnId), ownMember(columnsById, targetId)];
      if (column === undefined || target === undefined) return;
      const pin = column.getIsPinned();
      if (pin !== target.getIsPinned()) return;
      if (pin === false) {
        const columnIds = table.getAllLeafColumns().map(({ id }) => id);
        table.setColumnOrder(withMoved(columnIds, columnId, targetId));
      } else {
        table.setColumnPinning((before) => ({
          ...before,
          [pin]: withMoved(before[pin], columnId, targetId),
        }));
      }
    },
    pin(columnId, pin) {
      if (pin !== 'end') {
        ownMember(columnsById, columnId)?.pin(pin ?? false);
        return;
      }
      // TanStack would append the column, so that it would be outermost at the end. It goes next to the scrolling columns instead.
      table.setColumnPinning(({ start, end }) => ({
        start: start.filter((other) => other !== columnId),
        end: [columnId, ...end.filter((other) => other !== columnId)],
      }));
    },
    hide: (columnId) => ownMember(columnsById, columnId)?.toggleVisibility(false),
  };
}

/** Limits a requested column width to the range that the grid allows. */
export function widthWithinLimitsPx(widthPx: number): number {
  return Math.round(Math.min(Math.max(widthPx, MIN_COLUMN_WIDTH_PX), MAX_COLUMN_WIDTH_PX));
}
