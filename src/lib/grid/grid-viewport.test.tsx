import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VisibleRows } from './grid-model';
import { createGridViewport } from './grid-viewport';
import { keyOfRow } from './row-keys';
import { PAUSED_AFTER_MS } from './scroll-velocity';

const VIEW_HEIGHT_PX = 640;

/** Creates a scroller with fixed sizes, because the document of this test has no layout. */
function scrollerOf(contentHeightPx: number): HTMLElement {
  const scroller = document.createElement('div');
  const sizes = { clientWidth: 800, clientHeight: VIEW_HEIGHT_PX, scrollHeight: contentHeightPx };
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(scroller, name, { value });
  return scroller;
}

function openGrid(rowCount = 100_000, now = () => 0) {
  const viewport = createGridViewport(now);
  const [pane, headerTrack, bodyTrack] = ['pane', 'header', 'body'].map(() => document.createElement('div'));
  if (pane === undefined || headerTrack === undefined || bodyTrack === undefined)
    throw new Error('no element');
  const scroller = scrollerOf(3_200_000);
  const detach = viewport.attach({ scroller, pane, headerTrack, bodyTrack });
  viewport.setContent({ rowCount, headerHeightPx: 36, rowHeightPx: 32, contentWidthPx: 2_000 });
  return { viewport, scroller, detach };
}

describe('the viewport of a grid', () => {
  let grid: ReturnType<typeof openGrid>;
  beforeEach(() => {
    grid = openGrid();
  });
  afterEach(() => grid.detach());

  it('leaves a row its element when the focus comes back to it, wherever both have been', () => {
    const { viewport } = grid;
    const keyNow = () => keyOfRow(viewport.getView().keys, 5);
    viewport.setFocusRow(5);
    // Jumps past the focused row give other rows new keys, but the focused row keeps its key.
    for (const row of [50_000, 80_000, 0]) viewport.showRow(row, 'start-if-hidden');
    const key = keyNow();
    viewport.setFocusRow(6);
    viewport.setFocusRow(5);
    viewport.moveByRows(2);
    expect(keyNow()).toBe(key);
  });

  it('reports at once that fast rows have stopped, and that they are fast again', () => {
    vi.useFakeTimers();
    const reports: VisibleRows[] = [];
    const { viewport } = grid;
    viewport.setRows({ setVisibleRows: (rows) => reports.push(rows) });
    const isFast = () => reports.at(-1)?.isFast;
    for (let move = 0; move < 3; move += 1) viewport.moveByRows(400);
    expect(isFast()).toBe(true);
    vi.advanceTimersByTime(PAUSED_AFTER_MS - 1);
    expect(isFast()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isFast()).toBe(false);
    viewport.moveByRows(400);
    expect(isFast()).toBe(true);
    vi.useRealTimers();
  });

  it('moves on from where the browser has scrolled to, notified of it or not', () => {
    const { viewport, scroller } = grid;
    scroller.scrollLeft = 39;
    expect(viewport.getScrollLeftPx()).toBe(39);
    viewport.setScrollLeft(39);
    expect(viewport.getArea().columnScrollPx).toBe(0);
    scroller.scrollLeft = 200;
    viewport.setScrollLeft(200);
    expect(viewport.getArea().columnScrollPx).toBe(192);
    viewport.setScrollLeft(0);
    expect(scroller.scrollLeft).toBe(0);
  });

  it('moves by the px of the wheel, however late the frame that shows it', () => {
    let nowMs = 0;
    // The rows together are ten times as high as the range of the scrollbar.
    const { viewport, scroller, detach } = openGrid(1_000_000, () => nowMs);
    viewport.showRow(500_000, 'start-if-hidden');
    const before = viewport.getOffsetPx();
    scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: 1_000 }));
    nowMs += 3_000;
    scroller.scrollTop += 1_000;
    scroller.dispatchEvent(new Event('scroll'));
    expect(viewport.getOffsetPx()).toBe(before + 1_000);
    // The browser has already reported the wheel's scroll, so a report this late must have another cause.
    nowMs += 3_000;
    scroller.scrollTop += 1_000;
    scroller.dispatchEvent(new Event('scroll'));
    expect(viewport.getOffsetPx()).toBeGreaterThan(before + 5_000);
    detach();
  });

  it('moves once by a wheel that the end of the scrollbar cut off, whether its scroll is reported soon, late or never', () => {
    const endTopPx = 3_200_000 - VIEW_HEIGHT_PX;
    for (const reportedAfterMs of [20, 400, null]) {
      vi.useFakeTimers();
      const { viewport, scroller, detach } = openGrid(1_000_000, () => performance.now());
      viewport.showRow(990_000, 'start-if-hidden');
      const before = viewport.getOffsetPx();
      const turn = () => scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: 100_000 }));
      const scrollToEnd = () => {
        scroller.scrollTop = endTopPx;
        scroller.dispatchEvent(new Event('scroll'));
      };
      turn();
      scrollToEnd();
      expect(viewport.getOffsetPx()).toBe(before + 100_000);
      vi.advanceTimersByTime(90);
      turn();
      if (reportedAfterMs !== null) {
        vi.advanceTimersByTime(reportedAfterMs);
        scrollToEnd();
      }
      vi.advanceTimersByTime(3_000);
      expect(viewport.getOffsetPx()).toBe(before + 200_000);
      detach();
      vi.useRealTimers();
    }
  });
});
