import { useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { PriceField } from '@/contract/column';
import type { DataGridHandle } from '@/lib/grid/data-grid-props';
import type { ColumnState } from '@/lib/grid/grid-model';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { useResultColumns, type ResultColumns } from '@/rows/price-rows/result-columns';
import { useWorkbenchActions, useWorkbenchScope } from '../controller/use-workbench';
import { isExpired, type OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { snapshotFailure, type SnapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import { anchorAtRow, captureAnchor, type ViewportAnchor } from '../snapshot/viewport-anchor';
import { usePartsOnScreen, type PartsOnScreen } from './use-parts-on-screen';
import { useShownRows, type ShownRows } from './use-shown-rows';
import { useResultsView, type ResultsView } from './view/use-results-view';

/** The rows on screen with their grid: what the toolbar, the grid and the notices share. */
export interface RowsOnScreen extends ShownRows, PartsOnScreen {
  /** The whole snapshot. `openSnapshot` has only some of its rows if `isSubset` is true. */
  readonly whole: OpenSnapshot;
  readonly columns: ResultColumns;
  /** The fields of the columns: those of the service, and the computed ones. */
  readonly fields: readonly PriceField[];
  readonly columnState: ColumnState;
  readonly onColumnStateChange: (columnState: ColumnState) => void;
  readonly view: ResultsView;
  readonly gridRef: RefObject<DataGridHandle | null>;
  readonly takeFocus: () => void;
  /** The selected cells; null until the grid has reported its selection. */
  readonly selected: SelectedCells | null;
  /** Records the selection that the grid has reported. The function stays the same in all renders. */
  readonly onSelected: (cells: SelectedCells) => void;
  /** The 0-based row that a link points to; null if there is none. */
  readonly requestedRow: number | null;
  /** Set if no more rows of the snapshot can be loaded. */
  readonly stop: { readonly failure: SnapshotFailure | null; readonly hasExpired: boolean } | null;
  /** Returns the current scroll position, at which the next snapshot opens. */
  readonly getAnchor: () => ViewportAnchor;
  /** Takes a new snapshot of the same query. */
  readonly takeNew: () => void;
}

interface RowsOnScreenInput {
  readonly openSnapshot: OpenSnapshot;
  readonly initialRow: number | null;
  readonly columnState: ColumnState;
  readonly onColumnStateChange: (columnState: ColumnState) => void;
}

export function useRowsOnScreen(input: RowsOnScreenInput): RowsOnScreen {
  const { openSnapshot: whole, columnState, onColumnStateChange } = input;
  const gridRef = useRef<DataGridHandle>(null);
  const [selected, setSelected] = useState<SelectedCells | null>(null);
  const shown = useShownRows(whole, anchorIn);
  const { openSnapshot, isSubset, isPending } = shown;
  const { priceColumn } = useWorkbenchScope();
  const { refresh } = useWorkbenchActions();
  const view = useResultsView(columnState, onColumnStateChange);
  const parts = usePartsOnScreen(openSnapshot, {
    wantsPictures: view.settings.hasPictures,
    subset: isSubset ? (isPending ? 'pending' : 'open') : null,
  });
  const columns = useResultColumns(openSnapshot, priceColumn, columnState.digits);
  const { rows, computedFields } = openSnapshot;
  const fields = useMemo(
    () => [...priceColumn.fields, ...(computedFields ?? [])],
    [priceColumn, computedFields],
  );
  // Does not use `getVersion`, because only the grid must render when pages arrive.
  const stop = useSyncExternalStore(rows.subscribe, rows.getFatalFailure);

  function anchorIn(opened: OpenSnapshot): ViewportAnchor {
    const firstRow = gridRef.current?.firstVisibleRow ?? 0;
    const firstRowCut = gridRef.current?.firstRowCut ?? 0;
    const { focus = null, selection = [] } = selected ?? {};
    return captureAnchor(opened, { firstRow, firstRowCut, focus, selection });
  }

  function getAnchor(): ViewportAnchor {
    // A position in a subset has no equivalent in the whole next snapshot.
    return isSubset ? anchorAtRow(0) : anchorIn(openSnapshot);
  }

  return {
    ...shown,
    ...parts,
    whole,
    columns,
    fields,
    columnState,
    onColumnStateChange,
    view,
    gridRef,
    takeFocus: () => gridRef.current?.focus(),
    selected,
    onSelected: setSelected,
    requestedRow: input.initialRow,
    stop: stop === null ? null : { failure: snapshotFailure(stop.error), hasExpired: isExpired(stop.error) },
    getAnchor,
    takeNew: () => refresh(getAnchor()),
  };
}
