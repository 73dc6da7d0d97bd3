import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { DataGridProps, GridInitialView } from './data-grid-props';
import type { GridArea } from './grid-view';
import { createGridViewport, type GridContent, type GridViewport } from './grid-viewport';

export interface GridElementRefs {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly paneRef: RefObject<HTMLDivElement | null>;
  readonly headerTrackRef: RefObject<HTMLDivElement | null>;
  readonly bodyTrackRef: RefObject<HTMLDivElement | null>;
}

export interface AttachedViewport extends GridElementRefs {
  readonly viewport: GridViewport;
  readonly area: GridArea;
}

/** Creates one viewport for the lifetime of a grid, and attaches it to the grid's elements. */
export function useGridViewport(): AttachedViewport {
  const [viewport] = useState(() => createGridViewport());
  const area = useSyncExternalStore(viewport.subscribe, viewport.getArea);

  const scrollerRef = useRef<HTMLDivElement>(null);
  const paneRef = useRef<HTMLDivElement>(null);
  const headerTrackRef = useRef<HTMLDivElement>(null);
  const bodyTrackRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const elements = {
      scroller: scrollerRef.current,
      pane: paneRef.current,
      headerTrack: headerTrackRef.current,
      bodyTrack: bodyTrackRef.current,
    };
    return isComplete(elements) ? viewport.attach(elements) : undefined;
  }, [viewport]);
  return { viewport, area, scrollerRef, paneRef, headerTrackRef, bodyTrackRef };
}

type ViewportContent<TRow> = Omit<GridContent, 'rowCount'> &
  Pick<DataGridProps<TRow>, 'rows'> & {
    /** The position to open with. It is the same object for the lifetime of a grid. */
    readonly opening: GridInitialView;
    readonly focusRow: number | null;
    readonly carryRef: DataGridProps<TRow>['carryRef'];
  };

/** Passes rows, sizes and focus to the viewport after each render, before the browser paints. */
export function useViewportContent<TRow>(viewport: GridViewport, content: ViewportContent<TRow>): void {
  const { rows, headerHeightPx, rowHeightPx, contentWidthPx, opening, focusRow, carryRef } = content;
  const { rowCount } = rows;
  useLayoutEffect(() => {
    viewport.setContent({ rowCount, headerHeightPx, rowHeightPx, contentWidthPx });
  }, [viewport, rowCount, headerHeightPx, rowHeightPx, contentWidthPx]);
  useLayoutEffect(() => {
    if (opening.row + opening.rowCut > 0) viewport.openAt(opening.row, opening.rowCut);
  }, [viewport, opening]);
  useLayoutEffect(() => {
    if (carryRef === undefined) return;
    viewport.setScrollLeft(carryRef.current.scrollLeftPx);
    return () => {
      carryRef.current = { ...carryRef.current, scrollLeftPx: viewport.getScrollLeftPx() };
    };
  }, [viewport, carryRef]);
  useLayoutEffect(() => viewport.setRows(rows), [viewport, rows]);
  useLayoutEffect(() => viewport.setFocusRow(focusRow), [viewport, focusRow]);
}

function isComplete<T extends Record<string, HTMLElement | null>>(
  elements: T,
): elements is T & Record<keyof T, HTMLElement> {
  return Object.values(elements).every((element) => element !== null);
}
