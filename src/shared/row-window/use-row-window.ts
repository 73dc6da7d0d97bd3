import { useCallback, useEffect, useState, type RefObject } from 'react';
import { rowSlots, type RowSlot } from './row-slots';
import { drawnRows, rowsInView, scrollTopFor, type RowMetrics } from './row-window';

export interface RowWindow {
  readonly slots: readonly RowSlot[];
  /** What is seen of the list is not its left edge. */
  readonly isSideways: boolean;
  /** Scrolls until the row is seen whole, no further than needed. */
  readonly showRow: (row: number) => void;
}

/** Room for the rows before anything has been measured: a large screen's. */
const UNMEASURED_HEIGHT_PX = 1200;

/**
 * The rows in view and some around them; the row at `keptRow` wherever the list is scrolled to. `metrics`: always the same
 * object.
 */
export function useRowWindow(
  scrollerRef: RefObject<HTMLElement | null>,
  metrics: RowMetrics,
  rowCount: number,
  keptRow: number,
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
    slots: rowSlots(drawnRows(firstRow, rowsInView(heightPx, metrics), rowCount, keptRow), rowCount),
    isSideways,
    showRow,
  };
}
