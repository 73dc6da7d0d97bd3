import { useCallback, useMemo, useState } from 'react';
import { arrangedColumns, withColumnMoved, withWidth } from './arrangement';
import type { ColumnToPlace } from './column-window';
import { NO_ARRANGEMENT, type ColumnArrangement, type GridColumn } from './grid-model';

export interface ColumnModel {
  /** Shown columns in visual order. */
  readonly shown: readonly ColumnToPlace[];
  readonly resize: (columnId: string, widthPx: number) => void;
  readonly resizeAll: (widthsPx: ReadonlyMap<string, number>) => void;
  /** Moves a column to where another one stands, if that is pinned like it. */
  readonly moveTo: (columnId: string, targetId: string) => void;
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
  const shown = useMemo(() => arrangedColumns(columns, arrangement), [columns, arrangement]);
  const resizeAll = useCallback(
    (widthsPx: ReadonlyMap<string, number>) => {
      let next = arrangement;
      for (const [columnId, widthPx] of widthsPx) next = withWidth(next, columnId, widthPx);
      change(next);
    },
    [arrangement, change],
  );
  const resize = useCallback(
    (columnId: string, widthPx: number) => resizeAll(new Map([[columnId, widthPx]])),
    [resizeAll],
  );
  const moveTo = useCallback(
    (columnId: string, targetId: string) => change(withColumnMoved(columns, arrangement, columnId, targetId)),
    [arrangement, change, columns],
  );
  return useMemo(() => ({ shown, resize, resizeAll, moveTo }), [shown, resize, resizeAll, moveTo]);
}
