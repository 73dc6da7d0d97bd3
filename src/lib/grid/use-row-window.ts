import { useCallback, useEffect, useState, type RefObject } from 'react';
import {
  renderedRows,
  rowSlots,
  rowsInView,
  scrollTopFor,
  type RowMetrics,
  type RowSlot,
} from './row-window';

export interface RowWindow {
  readonly slots: readonly RowSlot[];
  readonly isSideways: boolean;
  /** Scrolls a whole row into view with the least movement. */
  readonly showRow: (row: number) => void;
}

/** The assumed height of the list before its first measurement, px. It is the height of a large screen. */
const UNMEASURED_HEIGHT_PX = 1200;

/** Returns the rows in and around the view, and always `focusRow`. `metrics` must be the same object with every render. */
export function useRowWindow(
  scrollerRef: RefObject<HTMLElement | null>,
  metrics: RowMetrics,
  rowCount: number,
  focusRow: number,
): RowWindow {
  const [firstRow, setFirstRow] = useState(0);
  const [isSideways, setIsSideways] = useState(false);
  const [heightPx, setHeightPx] = useState(UNMEASURED_HEIGHT_PX);

  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return undefined;
    const onScroll = () => {
      setFirstRow(Math.floor(scroller.scrollTop / metrics.rowHeightPx));
      setIsSideways(scroller.scrollLeft > 0);
    };
    const observer = new ResizeObserver(() => setHeightPx(scroller.clientHeight));
    scroller.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scrollerRef, metrics]);

  const showRow = useCallback(
    (row: number) => {
      const scroller = scrollerRef.current;
      if (scroller === null) return;
      scroller.scrollTop = scrollTopFor(row, scroller.scrollTop, scroller.clientHeight, metrics);
    },
    [scrollerRef, metrics],
  );
  return {
    slots: rowSlots(renderedRows(firstRow, rowsInView(heightPx, metrics), rowCount, focusRow), rowCount),
    isSideways,
    showRow,
  };
}
