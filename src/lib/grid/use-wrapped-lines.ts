import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import type { ColumnLayout } from './column-layout';
import { WRAPPED_LINES, type GridRows } from './grid-model';
import type { GridViewport } from './grid-viewport';
import rowClasses from './grid-row.module.css';
import { SETTLED_AFTER_MS } from './scroll-velocity';

interface WrappedLinesInput {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly viewport: GridViewport;
  readonly rows: GridRows<unknown>;
  readonly layout: ColumnLayout;
  readonly wrapsText: boolean;
}

/** Returns the number of lines of every row: what the longest text seen so far needs, at most WRAPPED_LINES. */
export function useWrappedLines({
  scrollerRef,
  viewport,
  rows,
  layout,
  wrapsText,
}: WrappedLinesInput): number {
  const [lines, setLines] = useState(1);

  // Counts lines in a layout effect: the document already wraps the text, though the rows do not have room for it yet.
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller !== null) setLines(wrapsText ? linesInView(scroller) : 1);
  }, [scrollerRef, wrapsText, layout]);

  useEffect(() => {
    if (!wrapsText || lines === WRAPPED_LINES) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const grow = () => {
      const scroller = scrollerRef.current;
      if (scroller !== null) setLines((before) => Math.max(before, linesInView(scroller)));
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(grow, SETTLED_AFTER_MS);
    };
    wait();
    const unsubscribe = [viewport.subscribe(wait), rows.subscribe(wait)];
    return () => {
      clearTimeout(timer);
      for (const each of unsubscribe) each();
    };
  }, [scrollerRef, viewport, rows, wrapsText, lines]);
  return wrapsText ? lines : 1;
}

function linesInView(scroller: HTMLElement): number {
  const range = document.createRange();
  let most = 1;
  for (const cell of scroller.querySelectorAll<HTMLElement>(`.${rowClasses['prose']}`)) {
    const linePx = parseFloat(getComputedStyle(cell).lineHeight);
    range.selectNodeContents(cell);
    // `scrollHeight` is never less than the cell's height, so text that fits is measured by a range. A line is slightly lower than its box.
    const textPx =
      cell.scrollHeight > cell.clientHeight ? cell.scrollHeight : range.getBoundingClientRect().height;
    most = Math.max(most, Math.ceil(textPx / linePx - 0.1));
    if (most >= WRAPPED_LINES) return WRAPPED_LINES;
  }
  return most;
}
