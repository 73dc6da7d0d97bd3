import type { DOMAttributes, FocusEvent, PointerEvent, MouseEvent } from 'react';
import type { ColumnLayout } from './column-layout';
import type { DataGridProps } from './data-grid-props';
import type { ColumnChanges } from './use-column-changes';
import { useColumnDrag, type ColumnDragging } from './use-column-drag';
import type { GridCommands } from './use-grid-commands';
import { positionOfElement, usePointerPress, type GridFocus } from './use-grid-focus';
import type { GridSelectionModel } from './use-grid-selection';
import type { AttachedViewport } from './use-grid-viewport';
import { useTouchHold } from './use-touch-hold';

interface GridEventsInput extends Pick<AttachedViewport, 'viewport' | 'scrollerRef' | 'headerTrackRef'> {
  readonly layout: ColumnLayout;
  readonly changes: ColumnChanges;
  readonly commands: GridCommands;
  readonly focus: GridFocus;
  readonly selecting: GridSelectionModel;
  readonly onMenu: DataGridProps<unknown>['events']['onMenu'];
}

/** Returns the event handlers of the grid's element, and the column whose header is being dragged, or null. */
export function useGridEvents({
  viewport,
  scrollerRef,
  headerTrackRef,
  layout,
  changes,
  commands,
  focus,
  selecting,
  onMenu,
}: GridEventsInput): {
  readonly dragging: ColumnDragging | null;
  readonly handlers: DOMAttributes<HTMLElement>;
} {
  const { dragging, onPointerDown } = useColumnDrag({
    scrollerRef,
    headerRef: headerTrackRef,
    viewport,
    layout,
    onMove: changes.moveTo,
    onHold: commands.openMenu,
  });
  const watchHold = useTouchHold((request) => {
    if (selecting.selectForMenu(request.position) === 'cell') focus.moveTo(request.position);
    onMenu(request);
  });
  const pointer = usePointerPress();
  const onFocus = (event: FocusEvent) => {
    if (event.target === scrollerRef.current) {
      focus.take();
      return;
    }
    focus.onFocus(event);
    // Tabbing into the grid scrolls the active cell into view. A press must not do so, because the cell under the pointer would move.
    const position = positionOfElement(event.target);
    if (position !== null && !pointer.isPressed() && !focus.isTaking())
      commands.showCell(position, 'nearest');
  };
  return {
    dragging,
    handlers: {
      onKeyDown: commands.onKeyDown,
      onClick: commands.onClick,
      onDoubleClick: commands.onDoubleClick,
      onContextMenu: commands.onContextMenu,
      onMouseDown: selecting.onMouseDown,
      onMouseOver: showClippedText,
      onPointerDown: (event: PointerEvent) => {
        pointer.press();
        onPointerDown(event);
        watchHold(event);
      },
      onFocus,
      onBlur: focus.onBlur,
    },
  };
}

/** Handles `mouseover` on the grid. If the cell under the pointer cuts its text off, the whole text becomes its title. */
function showClippedText({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row] > [data-column]') : null;
  if (cell === null || cell.hasAttribute('title') || !isClipped(cell)) return;
  const text = cell.textContent;
  cell.title = text;
  const hide = () => {
    // The element may now show another cell, which has its own title.
    if (cell.title === text) cell.removeAttribute('title');
  };
  cell.addEventListener('mouseleave', hide, { once: true });
}

function isClipped({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
