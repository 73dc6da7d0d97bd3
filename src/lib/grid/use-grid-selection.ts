import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type RefObject,
} from 'react';
import { createAutoscroll } from './autoscroll';
import { coveredStartPx, type ColumnLayout } from './column-layout';
import type { CellPosition } from './grid-model';
import type { GridViewport } from './grid-viewport';
import { cellNearPoint } from './hit-test';
import {
  NO_SELECTION,
  extendedTo,
  isInAreas,
  selectedAreas,
  withSpan,
  type GridSelection,
  type SelectedArea,
  type SelectionSpan,
} from './selection';
import { useColumnIds } from './use-column-layout';
import type { GridFocus } from './use-grid-focus';
import { positionOfElement } from './use-grid-focus';

/** A selection and the cells that it covers. */
export interface SelectedCells {
  readonly selection: GridSelection;
  /** The active cell, even while the focus is outside the grid. Row -1 is the header. */
  readonly focus: CellPosition | null;
  /** The selected rectangles. Their column numbers are indexes of `columnIds`. */
  readonly areas: readonly SelectedArea[];
  readonly columnIds: readonly string[];
}

export interface GridSelectionModel {
  readonly selection: GridSelection;
  /** The areas to highlight. Empty if only the active cell is selected. */
  readonly markedAreas: readonly SelectedArea[];
  readonly select: (selection: GridSelection) => void;
  readonly onMouseDown: (event: MouseEvent) => void;
  /** Prepares for a context menu. The menu applies to the whole selection if it contains the cell; if not, the cell becomes selected. */
  readonly selectForMenu: (position: CellPosition) => 'cell' | 'selection';
}

interface GridSelectionInput {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly viewport: GridViewport;
  readonly layout: ColumnLayout;
  readonly rowCount: number;
  readonly focus: GridFocus;
  readonly initialSelection: GridSelection;
  readonly onSelectionChange: (cells: SelectedCells) => void;
}

/** The edges of the view at which a drag scrolls: top and bottom (`rows`), start and end of the scrolling columns. */
interface DragAlong {
  readonly rows: boolean;
  readonly toStart: boolean;
  readonly toEnd: boolean;
}

const ROWS_ALONG: DragAlong = { rows: true, toStart: false, toEnd: false };
const COLUMNS_ALONG: DragAlong = { rows: false, toStart: true, toEnd: true };

/** Returns the selection, and handlers that change it with the pointer. */
export function useGridSelection(input: GridSelectionInput): GridSelectionModel {
  const { scrollerRef, viewport, layout, rowCount, focus, onSelectionChange } = input;
  const { tabStop } = focus;
  const [selection, select] = useState(input.initialSelection);
  const columnIds = useColumnIds(layout);
  const markedAreas = useMemo(
    () => selectedAreas(selection, null, { rowCount, columnIds }),
    [selection, rowCount, columnIds],
  );
  // Uses a layout effect, which runs before the next key event: Ctrl+C must copy what the previous press selected.
  useLayoutEffect(() => {
    const areas = selectedAreas(selection, tabStop, { rowCount, columnIds });
    onSelectionChange({ selection, focus: tabStop, areas, columnIds });
  }, [selection, tabStop, rowCount, columnIds, onSelectionChange]);

  // The values that a drag reads, because it lasts longer than the render in which it started.
  const latest = useRef({ layout, rowCount });
  useEffect(() => {
    latest.current = { layout, rowCount };
  }, [layout, rowCount]);
  const endDrag = useRef<(() => void) | null>(null);
  useEffect(() => () => endDrag.current?.(), []);

  const startDrag = useCallback(
    (along: DragAlong, onMove: (position: CellPosition) => void) => {
      endDrag.current?.();
      const dragging = new AbortController();
      const { signal } = dragging;
      let pointer: { readonly xPx: number; readonly yPx: number } | null = null;
      let frame = 0;
      const vertical = createAutoscroll();
      const sideways = createAutoscroll();
      const follow = () => {
        const scroller = scrollerRef.current;
        if (scroller === null || pointer === null) return;
        const { layout: columns, rowCount: rows } = latest.current;
        const { headerHeightPx, rowHeightPx, viewportHeightPx } = viewport.getArea();
        const box = scroller.getBoundingClientRect();
        const xPx = pointer.xPx - box.left;
        const yPx = pointer.yPx - box.top;
        const nowMs = performance.now();
        const topPx = along.rows ? headerHeightPx : -Infinity;
        const bottomPx = along.rows ? headerHeightPx + viewportHeightPx : Infinity;
        const stepY = vertical.step(yPx, topPx, bottomPx, nowMs);
        const startPx = along.toStart ? coveredStartPx(columns, viewport.getScrollLeftPx()) : -Infinity;
        const endPx = along.toEnd ? columns.viewportWidthPx - columns.pinnedEndPx : Infinity;
        const stepX = sideways.step(xPx, startPx, endPx, nowMs);
        if (stepY.px !== 0) viewport.moveByRows(stepY.px / rowHeightPx);
        if (stepX.px !== 0) viewport.setScrollLeft(Math.max(0, viewport.getScrollLeftPx() + stepX.px));
        const position = cellNearPoint(xPx, yPx, {
          layout: columns,
          scrollLeftPx: viewport.getScrollLeftPx(),
          offsetPx: viewport.getOffsetPx(),
          headerHeightPx,
          rowHeightPx,
          viewportHeightPx,
          rowCount: rows,
        });
        if (position !== null) onMove(position);
        if (stepX.isOn || stepY.isOn) frame = requestAnimationFrame(follow);
      };
      const end = () => {
        dragging.abort();
        cancelAnimationFrame(frame);
        endDrag.current = null;
      };
      endDrag.current = end;
      window.addEventListener(
        'mousemove',
        (event) => {
          if (event.buttons === 0) {
            end();
            return;
          }
          pointer = { xPx: event.clientX, yPx: event.clientY };
          cancelAnimationFrame(frame);
          frame = requestAnimationFrame(follow);
        },
        { signal },
      );
      window.addEventListener('mouseup', end, { signal });
      window.addEventListener('blur', end, { signal });
    },
    [scrollerRef, viewport],
  );

  function selectForMenu(position: CellPosition): 'cell' | 'selection' {
    if (isInAreas(markedAreas, position.rowIndex, columnIds.indexOf(position.columnId))) return 'selection';
    select(NO_SELECTION);
    return 'cell';
  }

  function onMouseDown(event: MouseEvent): void {
    if (!(event.target instanceof Element) || event.target.closest('button, input') !== null) return;
    const isAdding = event.ctrlKey || event.metaKey;
    if (event.target.closest('[data-corner]') !== null) {
      event.preventDefault();
      select([{ kind: 'all' }]);
      focus.take();
      return;
    }
    const gutter = event.target.closest<HTMLElement>('[data-gutter]');
    if (gutter !== null) {
      pressGutter(event, Number(gutter.closest<HTMLElement>('[data-row]')?.dataset['row']));
      return;
    }
    const position = positionOfElement(event.target);
    if (position === null) return;
    if (position.rowIndex < 0) {
      if (isAdding && event.button === 0) selectColumn(event, position.columnId);
      return;
    }
    if (event.button !== 0) {
      if (selectForMenu(position) === 'selection') event.preventDefault();
      return;
    }
    // A drag that begins among pinned columns starts beyond the edge next to them, so it does not scroll at that edge.
    const pin = layout.slots.find((slot) => slot.columnId === position.columnId)?.pin ?? null;
    const along: DragAlong = { rows: true, toStart: pin !== 'start', toEnd: pin !== 'end' };
    if (event.shiftKey) {
      // Keeps the focus on the cell where the range began.
      event.preventDefault();
      select(extendedTo(selection, tabStop, position));
      startDrag(along, (head) => select((before) => extendedTo(before, tabStop, head)));
      return;
    }
    const span: SelectionSpan = { kind: 'cells', anchor: position, head: position };
    if (isAdding) select(withSpan(selection, tabStop, span));
    else select(NO_SELECTION);
    startDrag(along, (head) =>
      select((before) => {
        const isStill = head.rowIndex === position.rowIndex && head.columnId === position.columnId;
        if (before.length === 0) return isStill ? before : [{ ...span, head }];
        return extendedTo(before, position, head);
      }),
    );
  }

  function pressGutter(event: MouseEvent, rowIndex: number): void {
    if (!Number.isInteger(rowIndex) || event.button !== 0) return;
    event.preventDefault();
    const firstColumn = columnIds[0];
    if (firstColumn === undefined) return;
    const isAdding = event.ctrlKey || event.metaKey;
    const span: SelectionSpan = { kind: 'rows', anchorRow: rowIndex, headRow: rowIndex };
    if (event.shiftKey) {
      const last = selection.at(-1);
      const anchorRow = last?.kind === 'rows' ? last.anchorRow : Math.max(0, tabStop?.rowIndex ?? rowIndex);
      select([{ kind: 'rows', anchorRow, headRow: rowIndex }]);
    } else {
      select(isAdding ? withSpan(selection, selection.length === 0 ? null : tabStop, span) : [span]);
      focus.moveTo({ rowIndex, columnId: tabStop?.columnId ?? firstColumn });
    }
    startDrag(ROWS_ALONG, (head) => select((before) => extendedTo(before, tabStop, head)));
  }

  /** Handles a press with Ctrl on a header: it selects the column instead of sorting. A drag also selects the columns it passes. */
  function selectColumn(event: MouseEvent, columnId: string): void {
    const span: SelectionSpan = { kind: 'columns', anchorColumn: columnId, headColumn: columnId };
    if (event.shiftKey && selection.at(-1)?.kind === 'columns')
      select(extendedTo(selection, tabStop, { rowIndex: 0, columnId }));
    else select(withSpan(selection, null, span));
    startDrag(COLUMNS_ALONG, (head) => select((before) => extendedTo(before, tabStop, head)));
  }

  return { selection, markedAreas, select, onMouseDown, selectForMenu };
}
