import { useCallback, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { placeAfterMove, placeAfterTab, type CellMove, type NavigationBounds } from './cell-navigation';
import { scrollLeftToShowColumnPx, type ColumnLayout } from './column-window';
import type { DataGridProps } from './data-grid-props';
import { intentOfKey, isMove, type GridCommand } from './grid-keys';
import type { CellPlace, GridColumn } from './grid-model';
import type { GridViewport } from './grid-viewport';
import { rowsPerPage, type RowAlignment } from './row-window';
import type { ColumnChanges } from './use-column-changes';
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
  readonly changes: ColumnChanges;
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
  /** Opens the menu of the cell or header that an element is in. */
  readonly openMenu: (element: Element) => void;
}

export function useGridCommands<TRow>(input: GridCommandsInput<TRow>): GridCommands {
  const { props, viewport, layout, columnsById, changes, focus, selecting, fitColumn } = input;
  const rowCount = props.rowCount ?? 0;
  // Escape has been pressed in a grid whose cells Tab goes through: the next Tab leaves it.
  const isLeaving = useRef(false);

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
    const { viewportHeightPx, rowHeightPx } = viewport.getArea();
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

  function sortBy(columnId: string, isAdditive: boolean): void {
    if (columnsById.get(columnId)?.isSortable === false) return;
    props.onSort?.(columnId, { isAdditive });
  }

  function openCell(place: CellPlace): void {
    if (place.rowIndex >= rowCount) return;
    const state = props.rows.getRowState(place.rowIndex);
    if (state === 'failed') props.onRetryRow?.(place.rowIndex);
    if (state === 'ready') props.onOpenCell?.(place);
  }

  function openMenuAt(target: EventTarget | null, place: CellPlace): void {
    if (!(target instanceof Element)) return;
    const box = (target.closest('[data-column]') ?? target).getBoundingClientRect();
    props.onMenu?.({ place, xPx: box.left + 8, yPx: box.bottom - 4 });
  }

  /** True when the key has been acted on. */
  function actOnKey(event: KeyboardEvent, place: CellPlace): boolean {
    if (event.key === 'Tab') return moveByTab(event, place);
    if (event.key !== 'Shift' && event.key !== 'Escape') isLeaving.current = false;
    const intent = intentOfKey(event, place.rowIndex < 0 ? 'header' : 'cell');
    if (intent === null) return false;
    if (!isMove(intent.command)) return act(intent.command, event, place);
    if (intent.extends && place.rowIndex >= 0) extendSelection(place, intent.command);
    else moveFocus(place, intent.command);
    return true;
  }

  function act(command: Exclude<GridCommand, CellMove>, event: KeyboardEvent, place: CellPlace): boolean {
    const { columnId } = place;
    switch (command) {
      case 'select-all':
        selecting.select([{ kind: 'all' }]);
        return true;
      case 'select-columns':
        selecting.select(wholeColumns(selecting.selection, place));
        return true;
      case 'select-rows':
        selecting.select(wholeRows(selecting.selection, place));
        return true;
      case 'collapse':
        isLeaving.current = selecting.selection.length === 0;
        if (isLeaving.current) return false;
        selecting.select(NO_SELECTION);
        return true;
      case 'open':
        openCell(place);
        return true;
      case 'menu':
        if (props.onMenu === undefined) return false;
        // Drawn before it is measured. Rows scroll under a cell that keeps the focus, and who presses a key wants to see it.
        flushSync(() => showCell(place, 'nearest'));
        openMenuAt(event.target, place);
        return true;
      case 'sort':
      case 'sort-also':
        sortBy(columnId, command === 'sort-also');
        return true;
      case 'move-left':
      case 'move-right':
        changes.move(columnId, command === 'move-left' ? -1 : 1);
        return true;
      case 'narrower':
      case 'wider':
        changes.widen(columnId, command === 'narrower' ? -RESIZE_STEP_PX : RESIZE_STEP_PX);
        return true;
    }
  }

  /** Where Tab goes through the cells; elsewhere it leaves the grid by itself, which has one tab stop. */
  function moveByTab(event: KeyboardEvent, place: CellPlace): boolean {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (props.tabMoves !== true || isLeaving.current || !isPlain) return false;
    const next = placeAfterTab(place, event.shiftKey, navigationBounds());
    if (next === null) return false;
    selecting.select(NO_SELECTION);
    goTo(next, 'nearest');
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
      isLeaving.current = false;
      const place = placeOfElement(event.target);
      if (place === null || !(event.target instanceof Element)) return;
      if (place.rowIndex < 0) {
        if (event.target.closest('[data-menu]') !== null) {
          openMenuAt(event.target, place);
          return;
        }
        const isSelecting = event.ctrlKey || event.metaKey;
        if (!isSelecting && event.target.closest('[data-resize]') === null)
          sortBy(place.columnId, event.shiftKey);
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
    openMenu(element) {
      const place = placeOfElement(element);
      if (place !== null) openMenuAt(element, place);
    },
  };
}

function columnsPerPage(layout: ColumnLayout): number {
  const scrollingPx = layout.viewportWidthPx - layout.pinnedStartPx - layout.pinnedEndPx;
  const averagePx = layout.contentWidthPx / Math.max(1, layout.slots.length);
  return Math.max(1, Math.floor(scrollingPx / averagePx) - 1);
}
