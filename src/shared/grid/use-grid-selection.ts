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
import type { ColumnLayout } from './column-window';
import { HEADER_HEIGHT_PX, type CellPlace } from './grid-model';
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
import { useColumnIds } from './use-column-ids';
import type { GridFocus } from './use-grid-focus';
import { placeOfElement } from './use-grid-focus';

/** A selection and all it takes to know which cells that are. */
export interface SelectedCells {
  readonly selection: GridSelection;
  /** The active cell, also while the focus is elsewhere; row -1 is the header. */
  readonly focus: CellPlace | null;
  /** Columns are places among `columnIds`. */
  readonly areas: readonly SelectedArea[];
  /** The shown columns in visual order. */
  readonly columnIds: readonly string[];
}

export interface GridSelectionModel {
  readonly selection: GridSelection;
  /** What is marked: nothing as long as only the cell with the focus is selected. */
  readonly markedAreas: readonly SelectedArea[];
  readonly select: (selection: GridSelection) => void;
  readonly onMouseDown: (event: MouseEvent) => void;
  /** A menu is asked for on a cell: it is for all that is selected where the cell is part of it, else for the cell. */
  readonly selectForMenu: (place: CellPlace) => 'cell' | 'selection';
}

interface GridSelectionInput {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly viewport: GridViewport;
  readonly layout: ColumnLayout;
  readonly rowCount: number;
  readonly focus: GridFocus;
  readonly initialSelection: GridSelection | undefined;
  readonly onSelectionChange: ((cells: SelectedCells) => void) | undefined;
}

/** What moves along with a drag that reaches the edges of the view. */
interface DragAlong {
  readonly rows: boolean;
  readonly toStart: boolean;
  readonly toEnd: boolean;
}

const ROWS_ALONG: DragAlong = { rows: true, toStart: false, toEnd: false };
const COLUMNS_ALONG: DragAlong = { rows: false, toStart: true, toEnd: true };

/** What is selected, and what the pointer makes of it. */
export function useGridSelection(input: GridSelectionInput): GridSelectionModel {
  const { scrollerRef, viewport, layout, rowCount, focus, onSelectionChange } = input;
  const { tabStop } = focus;
  const [selection, select] = useState(input.initialSelection ?? NO_SELECTION);
  const columnIds = useColumnIds(layout);
  const markedAreas = useMemo(
    () => selectedAreas(selection, null, { rowCount, columnIds }),
    [selection, rowCount, columnIds],
  );
  // Before the next key can come: who presses Ctrl+C means what the press before selected.
  useLayoutEffect(() => {
    const areas = selectedAreas(selection, tabStop, { rowCount, columnIds });
    onSelectionChange?.({ selection, focus: tabStop, areas, columnIds });
  }, [selection, tabStop, rowCount, columnIds, onSelectionChange]);

  // Read by a drag, which outlives the render that began it.
  const latest = useRef({ layout, rowCount });
  useEffect(() => {
    latest.current = { layout, rowCount };
  }, [layout, rowCount]);
  const endDrag = useRef<(() => void) | null>(null);
  useEffect(() => () => endDrag.current?.(), []);

  const startDrag = useCallback(
    (along: DragAlong, onMove: (place: CellPlace) => void) => {
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
        const { rowHeightPx, viewportHeightPx } = viewport.getArea();
        const box = scroller.getBoundingClientRect();
        const xPx = pointer.xPx - box.left;
        const yPx = pointer.yPx - box.top;
        const nowMs = performance.now();
        const topPx = along.rows ? HEADER_HEIGHT_PX : -Infinity;
        const bottomPx = along.rows ? HEADER_HEIGHT_PX + viewportHeightPx : Infinity;
        const stepY = vertical.step(yPx, topPx, bottomPx, nowMs);
        const startPx = along.toStart ? columns.pinnedStartPx : -Infinity;
        const endPx = along.toEnd ? columns.viewportWidthPx - columns.pinnedEndPx : Infinity;
        const stepX = sideways.step(xPx, startPx, endPx, nowMs);
        if (stepY.px !== 0) viewport.moveByRows(stepY.px / rowHeightPx);
        if (stepX.px !== 0) viewport.setScrollLeft(Math.max(0, viewport.getScrollLeftPx() + stepX.px));
        const place = cellNearPoint(xPx, yPx, {
          layout: columns,
          scrollLeftPx: viewport.getScrollLeftPx(),
          offsetPx: viewport.getOffsetPx(),
          rowHeightPx,
          viewportHeightPx,
          rowCount: rows,
        });
        if (place !== null) onMove(place);
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

  function selectForMenu(place: CellPlace): 'cell' | 'selection' {
    if (isInAreas(markedAreas, place.rowIndex, columnIds.indexOf(place.columnId))) return 'selection';
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
    const place = placeOfElement(event.target);
    if (place === null) return;
    if (place.rowIndex < 0) {
      if (isAdding && event.button === 0) selectColumn(event, place.columnId);
      return;
    }
    if (event.button !== 0) {
      if (selectForMenu(place) === 'selection') event.preventDefault();
      return;
    }
    // Whoever begins among pinned columns is past that edge from the start, and not on the way there.
    const pin = layout.slots.find((slot) => slot.columnId === place.columnId)?.pin ?? null;
    const along: DragAlong = { rows: true, toStart: pin !== 'start', toEnd: pin !== 'end' };
    if (event.shiftKey) {
      // The focus stays where the range began.
      event.preventDefault();
      select(extendedTo(selection, tabStop, place));
      startDrag(along, (head) => select((before) => extendedTo(before, tabStop, head)));
      return;
    }
    const span: SelectionSpan = { kind: 'cells', anchor: place, head: place };
    if (isAdding) select(withSpan(selection, tabStop, span));
    else select(NO_SELECTION);
    startDrag(along, (head) =>
      select((before) => {
        const isStill = head.rowIndex === place.rowIndex && head.columnId === place.columnId;
        if (before.length === 0) return isStill ? before : [{ ...span, head }];
        return extendedTo(before, place, head);
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

  /** With Ctrl held, a header selects in place of sorting; dragged, all columns on the way. */
  function selectColumn(event: MouseEvent, columnId: string): void {
    const span: SelectionSpan = { kind: 'columns', anchorColumn: columnId, headColumn: columnId };
    if (event.shiftKey && selection.at(-1)?.kind === 'columns')
      select(extendedTo(selection, tabStop, { rowIndex: 0, columnId }));
    else select(withSpan(selection, null, span));
    startDrag(COLUMNS_ALONG, (head) => select((before) => extendedTo(before, tabStop, head)));
  }

  return { selection, markedAreas, select, onMouseDown, selectForMenu };
}
