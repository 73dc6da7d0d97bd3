import { useCallback, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { positionAfterMove, positionAfterTab, type CellMove, type NavigationBounds } from './cell-navigation';
import { scrollLeftToShowColumnPx, type ColumnLayout } from './column-layout';
import type { DataGridProps } from './data-grid-props';
import { intentOfKey, isMove, type GridCommand } from './grid-keys';
import type { CellPosition, GridColumn } from './grid-model';
import type { GridViewport } from './grid-viewport';
import { rowsPerPage, type RowAlignment } from './row-layout';
import type { ColumnChanges } from './use-column-changes';
import { NO_SELECTION, extendedByMove, wholeColumns, wholeRows } from './selection';
import { positionOfElement, type GridFocus } from './use-grid-focus';
import type { GridSelectionModel } from './use-grid-selection';

type GridCommandsInput<TRow> = Pick<DataGridProps<TRow>, 'rows' | 'settings' | 'events'> & {
  readonly wayOut: DataGridProps<TRow>['wayOut'];
  readonly viewport: GridViewport;
  readonly layout: ColumnLayout;
  readonly columnsById: ReadonlyMap<string, GridColumn>;
  readonly changes: ColumnChanges;
  readonly focus: GridFocus;
  readonly selecting: GridSelectionModel;
  readonly fitColumns: (columnIds: readonly string[]) => void;
};

export interface GridCommands {
  /** Scrolls a cell into view. For the header, which is always in view, it scrolls only sideways. */
  readonly showCell: (position: CellPosition, alignment: RowAlignment) => void;
  /** Scrolls a cell into view and focuses it. */
  readonly goTo: (position: CellPosition, alignment: RowAlignment) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly openMenu: (element: Element) => void;
}

export function useGridCommands<TRow>(input: GridCommandsInput<TRow>): GridCommands {
  const { rows, settings, events, viewport, layout, columnsById, changes, focus, selecting } = input;
  const { rowCount } = rows;
  // True after Escape in a grid in which Tab moves through the cells. The next Tab then leaves the grid.
  const isLeaving = useRef(false);

  const showCell = useCallback(
    (position: CellPosition, alignment: RowAlignment) => {
      if (position.rowIndex >= 0) viewport.showRow(position.rowIndex, alignment);
      viewport.setScrollLeft(scrollLeftToShowColumnPx(position.columnId, viewport.getScrollLeftPx(), layout));
    },
    [viewport, layout],
  );

  function goTo(position: CellPosition, alignment: RowAlignment): void {
    showCell(position, alignment);
    focus.moveTo(position);
  }

  function moveFocus(from: CellPosition, move: CellMove): void {
    const bounds = navigationBounds();
    const { rowsPerPage: perPage } = bounds;
    const position = positionAfterMove(from, move, bounds);
    selecting.select(NO_SELECTION);
    if (from.rowIndex >= 0 && move === 'page-down') viewport.moveByRows(perPage);
    if (from.rowIndex >= 0 && move === 'page-up') viewport.moveByRows(-perPage);
    goTo(position, 'nearest');
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

  function extendSelection(from: CellPosition, move: CellMove): void {
    const { selection, head } = extendedByMove(selecting.selection, from, move, navigationBounds());
    selecting.select(selection);
    showCell(head, 'nearest');
  }

  function sortBy(columnId: string, isAdditive: boolean): void {
    if (columnsById.get(columnId)?.isSortable === false) return;
    events.onSort(columnId, { isAdditive });
  }

  function openCell(position: CellPosition): void {
    if (position.rowIndex >= rowCount) return;
    const state = rows.getRowState(position.rowIndex);
    if (state === 'failed') rows.retry(position.rowIndex);
    if (state === 'ready') events.onOpenCell(position);
  }

  function openMenuAt(target: EventTarget | null, position: CellPosition): void {
    if (!(target instanceof Element)) return;
    const box = (target.closest('[data-column]') ?? target).getBoundingClientRect();
    events.onMenu({ position, xPx: box.left + 8, yPx: box.bottom - 4 });
  }

  /** Handles a key. Returns whether the key had an effect. */
  function actOnKey(event: KeyboardEvent, position: CellPosition): boolean {
    if (event.key === 'Tab') return moveByTab(event, position);
    if (event.key !== 'Shift' && event.key !== 'Escape') isLeaving.current = false;
    const intent = intentOfKey(event, position.rowIndex < 0 ? 'header' : 'cell');
    if (intent === null) return false;
    if (!isMove(intent.command)) return act(intent.command, event, position);
    if (intent.extends && position.rowIndex >= 0) extendSelection(position, intent.command);
    else moveFocus(position, intent.command);
    return true;
  }

  function act(
    command: Exclude<GridCommand, CellMove>,
    event: KeyboardEvent,
    position: CellPosition,
  ): boolean {
    const { columnId } = position;
    switch (command) {
      case 'select-all':
        selecting.select([{ kind: 'all' }]);
        return true;
      case 'select-columns':
        selecting.select(wholeColumns(selecting.selection, position));
        return true;
      case 'select-rows':
        selecting.select(wholeRows(selecting.selection, position));
        return true;
      case 'collapse':
        isLeaving.current = selecting.selection.length === 0;
        if (isLeaving.current) return false;
        selecting.select(NO_SELECTION);
        return true;
      case 'open':
        openCell(position);
        return true;
      case 'menu':
        // Renders the cell before measuring it, because the active cell may have been scrolled out of view.
        flushSync(() => showCell(position, 'nearest'));
        openMenuAt(event.target, position);
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
        changes.widen(columnId, command === 'narrower' ? -1 : 1);
        return true;
    }
  }

  /** Handles Tab if it moves from cell to cell. If it does not, the browser handles it, and the grid is a single tab stop. */
  function moveByTab(event: KeyboardEvent, position: CellPosition): boolean {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!settings.tabMoves || isLeaving.current || !isPlain) return false;
    const next = positionAfterTab(position, event.shiftKey, navigationBounds());
    if (next === null) return false;
    selecting.select(NO_SELECTION);
    goTo(next, 'nearest');
    return true;
  }

  return {
    showCell,
    goTo,
    onKeyDown(event) {
      const position = positionOfElement(event.target);
      events.onKeyDown(event, position);
      if (event.defaultPrevented || position === null || event.nativeEvent.isComposing) return;
      // Ignores keys in a control inside a cell, because the control handles them itself.
      const isCell = event.target instanceof Element && event.target.matches('[data-column]');
      if (isCell && actOnKey(event, position)) event.preventDefault();
    },
    onClick(event) {
      isLeaving.current = false;
      const position = positionOfElement(event.target);
      if (position === null || !(event.target instanceof Element)) return;
      if (position.rowIndex < 0) {
        if (event.target.closest('[data-menu]') !== null) {
          openMenuAt(event.target, position);
          return;
        }
        const isSelecting = event.ctrlKey || event.metaKey;
        if (!isSelecting && event.target.closest('[data-resize]') === null)
          sortBy(position.columnId, event.shiftKey);
      } else if (event.target.closest('[data-retry]') !== null) {
        if (input.wayOut == null) rows.retry(position.rowIndex);
        else input.wayOut.onPress();
        // The button disappears with the failure, but its cell stays and can take the focus.
        focus.moveTo(position);
      }
    },
    onDoubleClick(event) {
      const position = positionOfElement(event.target);
      if (position === null || !(event.target instanceof Element)) return;
      if (position.rowIndex >= 0) openCell(position);
      else if (event.target.closest('[data-resize]') !== null) input.fitColumns([position.columnId]);
    },
    onContextMenu(event) {
      const position = positionOfElement(event.target);
      if (position === null) return;
      event.preventDefault();
      events.onMenu({ position, xPx: event.clientX, yPx: event.clientY });
    },
    openMenu(element) {
      const position = positionOfElement(element);
      if (position !== null) openMenuAt(element, position);
    },
  };
}

function columnsPerPage(layout: ColumnLayout): number {
  const { viewportWidthPx, pinnedStartPx, pinnedEndPx, keptEndPx } = layout;
  const scrollingPx = viewportWidthPx - pinnedStartPx - pinnedEndPx - keptEndPx;
  const averagePx = layout.contentWidthPx / Math.max(1, layout.slots.length);
  return Math.max(1, Math.floor(scrollingPx / averagePx) - 1);
}
