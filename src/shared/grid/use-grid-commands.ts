import { useCallback, type KeyboardEvent, type MouseEvent } from 'react';
import { moveOfKey, placeAfterMove, type CellMove, type NavigationBounds } from './cell-navigation';
import { scrollLeftToShowColumnPx, type ColumnLayout } from './column-window';
import type { DataGridProps } from './data-grid-props';
import type { CellPlace, GridColumn } from './grid-model';
import type { GridViewport } from './grid-viewport';
import { rowsPerPage, type RowAlignment } from './row-window';
import type { ColumnModel } from './use-column-model';
import { NO_SELECTION, extendedByMove, wholeColumns, wholeRows } from './selection';
import { placeOfElement, type GridFocus } from './use-grid-focus';
import type { GridSelectionModel } from './use-grid-selection';

/** Px that one key press makes a column wider or narrower. */
const RESIZE_STEP_PX = 16;

interface GridCommandsInput<TRow> {
  readonly props: DataGridProps<TRow>;
  readonly viewport: GridViewport;
  readonly layout: ColumnLayout;
  readonly columnsById: ReadonlyMap<string, GridColumn>;
  readonly columnModel: ColumnModel;
  readonly focus: GridFocus;
  readonly selecting: GridSelectionModel;
  readonly fitColumn: (columnId: string) => void;
}

/** What keys and pointer do. */
export interface GridCommands {
  /** Brings a cell into view; the header always is. */
  readonly showCell: (place: CellPlace, alignment: RowAlignment) => void;
  /** Brings a cell into view and gives it the focus. */
  readonly goTo: (place: CellPlace, alignment: RowAlignment) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
}

export function useGridCommands<TRow>(input: GridCommandsInput<TRow>): GridCommands {
  const { props, viewport, layout, columnsById, columnModel, focus, selecting, fitColumn } = input;
  const rowCount = props.rowCount ?? 0;

  const showCell = useCallback(
    (place: CellPlace, alignment: RowAlignment) => {
      if (place.rowIndex >= 0) viewport.showRow(place.rowIndex, alignment);
      viewport.setScrollLeft(scrollLeftToShowColumnPx(place.columnId, viewport.getScrollLeftPx(), layout));
    },
    [viewport, layout],
  );

  function goTo(place: CellPlace, alignment: RowAlignment): void {
    showCell(place, alignment);
    focus.moveTo(place);
  }

  function moveFocus(from: CellPlace, move: CellMove): void {
    const bounds = navigationBounds();
    const { rowsPerPage: perPage } = bounds;
    const place = placeAfterMove(from, move, bounds);
    selecting.select(NO_SELECTION);
    if (from.rowIndex >= 0 && move === 'page-down') viewport.moveByRows(perPage);
    if (from.rowIndex >= 0 && move === 'page-up') viewport.moveByRows(-perPage);
    goTo(place, 'nearest');
  }

  function navigationBounds(): NavigationBounds {
    const { viewportHeightPx, rowHeightPx } = viewport.getView();
    return {
      rowCount,
      columnIds: layout.slots.map((slot) => slot.columnId),
      rowsPerPage: rowsPerPage(viewportHeightPx, rowHeightPx),
      columnsPerPage: columnsPerPage(layout),
    };
  }

  function extendSelection(from: CellPlace, move: CellMove): void {
    const { selection, head } = extendedByMove(selecting.selection, from, move, navigationBounds());
    selecting.select(selection);
    showCell(head, 'nearest');
  }

  /** True when the key selects without moving anything. */
  function selectByKey(event: KeyboardEvent, place: CellPlace): boolean {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.altKey) return false;
    if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'a') {
      selecting.select([{ kind: 'all' }]);
      return true;
    }
    if (event.key === 'Escape' && selecting.selection.length > 0) {
      selecting.select(NO_SELECTION);
      return true;
    }
    if (event.key !== ' ' || isCommand === event.shiftKey) return false;
    if (isCommand) selecting.select(wholeColumns(selecting.selection, place));
    else if (place.rowIndex >= 0) selecting.select(wholeRows(selecting.selection, place));
    else return false;
    return true;
  }

  function sortBy(columnId: string, event: { readonly shiftKey: boolean }): void {
    if (columnsById.get(columnId)?.isSortable === false) return;
    props.onSort?.(columnId, { isAdditive: event.shiftKey });
  }

  function openCell(place: CellPlace): void {
    if (place.rowIndex >= rowCount) return;
    const state = props.rows.getRowState(place.rowIndex);
    if (state === 'failed') props.onRetryRow?.(place.rowIndex);
    if (state === 'ready') props.onOpenCell?.(place);
  }

  /** True when the key meant something for the header cell. */
  function actOnHeader(event: KeyboardEvent, columnId: string): boolean {
    if (event.key === 'Enter' || event.key === ' ') {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      sortBy(columnId, event);
      return true;
    }
    const slot = layout.slots.find((candidate) => candidate.columnId === columnId);
    const steps = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (slot === undefined || steps === 0 || event.altKey === event.shiftKey) return false;
    if (event.altKey) columnModel.resize(columnId, slot.widthPx + steps * RESIZE_STEP_PX);
    else columnModel.move(columnId, steps);
    return true;
  }

  /** The keys that open a menu: Shift+F10 and Menu anywhere, Alt+Down and Ctrl+Enter on a header. */
  function openMenuByKey(event: KeyboardEvent, place: CellPlace): boolean {
    const isMenuKey = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
    const isHeaderKey =
      place.rowIndex < 0 &&
      ((event.altKey && event.key === 'ArrowDown') || (event.ctrlKey && event.key === 'Enter'));
    if (props.onMenu === undefined || (!isMenuKey && !isHeaderKey)) return false;
    openMenuAt(event.target, place);
    return true;
  }

  function openMenuAt(target: EventTarget | null, place: CellPlace): void {
    if (!(target instanceof Element)) return;
    const box = (target.closest('[data-column]') ?? target).getBoundingClientRect();
    props.onMenu?.({ place, xPx: box.left + 8, yPx: box.bottom - 4 });
  }

  function actOnKey(event: KeyboardEvent, place: CellPlace): boolean {
    if (openMenuByKey(event, place)) return true;
    if (selectByKey(event, place)) return true;
    if (place.rowIndex < 0 && actOnHeader(event, place.columnId)) return true;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (place.rowIndex >= 0 && isPlain && (event.key === 'Enter' || event.key === 'F2')) {
      openCell(place);
      return true;
    }
    const move = moveOfKey({
      key: event.key,
      isCommand: event.ctrlKey || event.metaKey,
      isAlt: event.altKey,
    });
    if (move === null) return false;
    if (event.shiftKey && place.rowIndex >= 0) extendSelection(place, move);
    else moveFocus(place, move);
    return true;
  }

  return {
    showCell,
    goTo,
    onKeyDown(event) {
      const place = placeOfElement(event.target);
      props.onKeyDown?.(event, place);
      if (event.defaultPrevented || place === null || event.nativeEvent.isComposing) return;
      // A widget within a cell keeps its keys.
      const isCell = event.target instanceof Element && event.target.matches('[data-column]');
      if (isCell && actOnKey(event, place)) event.preventDefault();
    },
    onClick(event) {
      const place = placeOfElement(event.target);
      if (place === null || !(event.target instanceof Element)) return;
      if (place.rowIndex < 0) {
        if (event.target.closest('[data-menu]') !== null) {
          openMenuAt(event.target, place);
          return;
        }
        const isSelecting = event.ctrlKey || event.metaKey;
        if (!isSelecting && event.target.closest('[data-resize]') === null) sortBy(place.columnId, event);
      } else if (event.target.closest('[data-retry]') !== null) {
        props.onRetryRow?.(place.rowIndex);
        // The button goes with the failure; its cell stays.
        focus.moveTo(place);
      }
    },
    onDoubleClick(event) {
      const place = placeOfElement(event.target);
      if (place === null || !(event.target instanceof Element)) return;
      if (place.rowIndex >= 0) openCell(place);
      else if (event.target.closest('[data-resize]') !== null) fitColumn(place.columnId);
    },
    onContextMenu(event) {
      const place = placeOfElement(event.target);
      if (place === null || props.onMenu === undefined) return;
      event.preventDefault();
      props.onMenu({ place, xPx: event.clientX, yPx: event.clientY });
    },
  };
}

function columnsPerPage(layout: ColumnLayout): number {
  const scrollingPx = layout.viewportWidthPx - layout.pinnedStartPx - layout.pinnedEndPx;
  const averagePx = layout.contentWidthPx / Math.max(1, layout.slots.length);
  return Math.max(1, Math.floor(scrollingPx / averagePx) - 1);
}
