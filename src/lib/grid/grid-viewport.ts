import { areaNow, viewAt, type UnkeyedView } from './grid-view';
import { createGridViewStore, type GridViewStore, type VisibleRowsListener } from './grid-view-store';
import {
  INITIAL_ROW_SCROLL,
  afterGeometryChange,
  afterNativeScroll,
  atOffset,
  isCutOff,
  isNativeRoomShort,
  isScaled,
  restingNativeTopPx,
  type RowScrollGeometry,
  type RowScrollState,
} from './row-scroll';
import { offsetToShowRowPx, type RowAlignment } from './row-layout';
import { createScrollInput } from './scroll-input';
import { createScrollMotion } from './scroll-motion';
import { createWheelDebt } from './wheel-debt';

/** This attribute is set on the pane while rows move. */
const MOVING = 'data-moving';

export interface GridElements {
  readonly scroller: HTMLElement;
  /** The element that contains the header and body. Its custom properties shift the pinned cells. */
  readonly pane: HTMLElement;
  readonly headerTrack: HTMLElement;
  readonly bodyTrack: HTMLElement;
}

export interface GridContent {
  readonly rowCount: number;
  readonly headerHeightPx: number;
  readonly rowHeightPx: number;
  readonly contentWidthPx: number;
}

/** Scrolls the rows of a grid in the same frame as the browser. React is notified only if other rows or columns are visible. */
export interface GridViewport extends Pick<
  GridViewStore,
  'subscribe' | 'getView' | 'getArea' | 'setFocusRow'
> {
  attach(elements: GridElements): () => void;
  /** Call after the browser has laid out the sizer with the new content. */
  setContent(content: GridContent): void;
  /** Scrolls to a row as soon as the grid has rows and a size. `cut` is the scrolled-out share of the row's height. */
  openAt(rowIndex: number, cut: number): void;
  showRow(rowIndex: number, alignment: RowAlignment): void;
  moveByRows(rows: number): void;
  setScrollLeft(scrollLeftPx: number): void;
  /** Reports the visible rows to a data source: at once if it is a new one, and then whenever they change. */
  setRows(rows: VisibleRowsListener): void;
  getOffsetPx(): number;
  getScrollLeftPx(): number;
}

export function createGridViewport(now: () => number = () => performance.now()): GridViewport {
  const wheel = createWheelDebt(now);
  const input = createScrollInput(wheel);
  const views = createGridViewStore();
  const motion = createScrollMotion(now, views.report, onQuiet);
  let elements: GridElements | null = null;
  let content: GridContent = { rowCount: 0, headerHeightPx: 0, rowHeightPx: 32, contentWidthPx: 0 };
  let geometry: RowScrollGeometry = { rowCount: 0, rowHeightPx: 32, viewportHeightPx: 0, nativeMaxPx: 0 };
  let viewportWidthPx = 0;
  let scroll: RowScrollState = INITIAL_ROW_SCROLL;
  let scrollLeftPx = 0;
  let openingPosition: { readonly rowIndex: number; readonly cut: number } | null = null;

  function publish(): void {
    const area = areaNow(views.getArea(), geometry, content.headerHeightPx, viewportWidthPx, scrollLeftPx);
    const next = viewAt(scroll.offsetPx, geometry.rowCount, area);
    place(next);
    views.publish(next);
    views.report(motion.velocity());
  }

  function place(view: UnkeyedView): void {
    if (elements !== null) placeTracks(elements, view, scroll.offsetPx, scrollLeftPx, content.contentWidthPx);
  }

  function moveTo(next: RowScrollState): void {
    track(next.offsetPx - scroll.offsetPx, false);
    scroll = next;
    writeNativeTop(next.nativeTopPx);
    publish();
  }

  function showRow(rowIndex: number, alignment: RowAlignment): void {
    const { viewportHeightPx, rowHeightPx } = geometry;
    const offsetPx = offsetToShowRowPx(rowIndex, scroll.offsetPx, viewportHeightPx, rowHeightPx, alignment);
    if (offsetPx !== scroll.offsetPx) moveTo(atOffset(offsetPx, geometry));
  }

  function writeNativeTop(nativeTopPx: number): void {
    if (elements === null) return;
    const { scroller } = elements;
    if (Math.abs(scroller.scrollTop - nativeTopPx) >= 0.5) scroller.scrollTop = nativeTopPx;
    // The browser rounds to device pixels, so this reads the rounded value, with which the next report is compared.
    const actualPx = scroller.scrollTop;
    scroll = isScaled(geometry)
      ? { ...scroll, nativeTopPx: actualPx }
      : { offsetPx: actualPx, nativeTopPx: actualPx, jumpOrigin: null };
  }

  /** Moves the scrollbar to the position that matches the row offset. Only at rest, because it would stop a fling. */
  function restNative(): void {
    if (!isScaled(geometry)) return;
    scroll = { ...scroll, jumpOrigin: null };
    const restingPx = restingNativeTopPx(scroll.offsetPx, geometry);
    if (Math.abs(restingPx - scroll.nativeTopPx) >= 1) writeNativeTop(restingPx);
  }

  function track(deltaPx: number, isHeld: boolean): void {
    motion.track(deltaPx, geometry.viewportHeightPx, isHeld);
    elements?.pane.setAttribute(MOVING, '');
  }

  function onQuiet(): void {
    if (input.isTouching() || wheel.awaitsReport()) {
      motion.waitOn();
      return;
    }
    const duePx = wheel.collectPx(input.cause());
    if (duePx !== 0) {
      moveTo(atOffset(scroll.offsetPx + duePx, geometry));
      return;
    }
    motion.settle();
    elements?.pane.removeAttribute(MOVING);
    input.forgetFling();
    if (!input.isThumbHeld()) restNative();
    views.report(motion.velocity());
  }

  function onScroll(): void {
    if (elements === null) return;
    const { scroller } = elements;
    scrollLeftPx = scroller.scrollLeft;
    const reportedTopPx = scroller.scrollTop;
    const cause = input.cause();
    if (wheel.settleAhead(reportedTopPx - scroll.nativeTopPx, cause)) {
      scroll = { ...scroll, nativeTopPx: reportedTopPx };
      track(0, false);
      return;
    }
    const next = afterNativeScroll(scroll, reportedTopPx, cause, geometry);
    if (next !== scroll) {
      wheel.spend(next.offsetPx - scroll.offsetPx);
      track(next.offsetPx - scroll.offsetPx, input.isThumbHeld());
      if (cause.kind === 'wheel' && isCutOff(next, geometry)) wheel.noteCutOff();
      scroll = next;
      if (scroll.jumpOrigin === null && isNativeRoomShort(scroll, geometry)) {
        writeNativeTop(restingNativeTopPx(scroll.offsetPx, geometry));
      }
    }
    publish();
  }

  function measure(): void {
    if (elements === null) return;
    const { scroller, pane } = elements;
    const before = geometry;
    viewportWidthPx = scroller.clientWidth;
    pane.style.width = `${scroller.clientWidth}px`;
    pane.style.height = `${scroller.clientHeight}px`;
    geometry = {
      rowCount: content.rowCount,
      rowHeightPx: content.rowHeightPx,
      viewportHeightPx: Math.max(0, scroller.clientHeight - content.headerHeightPx),
      nativeMaxPx: Math.max(0, scroller.scrollHeight - scroller.clientHeight),
    };
    scrollLeftPx = scroller.scrollLeft;
    if (openingPosition !== null && geometry.rowCount > 0 && geometry.viewportHeightPx > 0) {
      const { rowIndex, cut } = openingPosition;
      scroll = atOffset(rowIndex * geometry.rowHeightPx + cut * geometry.rowHeightPx, geometry);
      openingPosition = null;
    } else {
      scroll = afterGeometryChange(scroll, before, geometry);
    }
    writeNativeTop(scroll.nativeTopPx);
    publish();
  }

  return {
    subscribe: views.subscribe,
    getView: views.getView,
    getArea: views.getArea,
    setFocusRow: views.setFocusRow,
    attach(attached) {
      elements = attached;
      const { scroller } = attached;
      const observer = new ResizeObserver(measure);
      observer.observe(scroller);
      const listening = new AbortController();
      const passive = { passive: true, signal: listening.signal };
      scroller.addEventListener('scroll', onScroll, passive);
      // Does not move the scrollbar here, because each event of a turning wheel ends a scroll.
      scroller.addEventListener('scrollend', () => input.forgetFling(), passive);
      const stopInput = input.attach(scroller, () => {
        // The user has released the scrollbar's thumb.
        if (motion.velocity().moves.length === 0) restNative();
      });
      measure();
      return () => {
        elements = null;
        motion.stopTimers();
        observer.disconnect();
        listening.abort();
        stopInput();
      };
    },
    setContent(next) {
      const isHeightOther = next.rowHeightPx !== content.rowHeightPx;
      const focusRow = isHeightOther ? views.visibleFocusRow() : null;
      content = next;
      // Changes inherited cell styles before it reads sizes. In the opposite order, the browser would compute the styles twice.
      place(views.getView());
      measure();
      // The first visible row stays in place, unless that would push the focused row out of view.
      if (focusRow !== null) showRow(focusRow, 'nearest');
    },
    openAt(rowIndex, cut) {
      openingPosition = { rowIndex, cut };
      measure();
    },
    showRow,
    moveByRows(rows) {
      moveTo(atOffset(scroll.offsetPx + rows * geometry.rowHeightPx, geometry));
    },
    setScrollLeft(nextPx) {
      if (elements === null) return;
      const { scroller } = elements;
      if (nextPx !== scroller.scrollLeft) scroller.scrollLeft = nextPx;
      if (scroller.scrollLeft === scrollLeftPx) return;
      scrollLeftPx = scroller.scrollLeft;
      publish();
    },
    setRows: (rows) => views.setRows(rows, motion.velocity()),
    getOffsetPx: () => scroll.offsetPx,
    // Reads the element, because the browser reports a scroll to a focused element only with the next frame.
    getScrollLeftPx: () => elements?.scroller.scrollLeft ?? scrollLeftPx,
  };
}

/** Moves header and rows in one frame, and shifts pinned cells back to the edges of the view. */
function placeTracks(
  { pane, headerTrack, bodyTrack }: GridElements,
  { blockStart, area }: UnkeyedView,
  offsetPx: number,
  scrollLeftPx: number,
  contentWidthPx: number,
): void {
  const topPx = snapToDevicePx(blockStart * area.rowHeightPx - offsetPx);
  const leftPx = snapToDevicePx(-scrollLeftPx);
  const endShiftPx = Math.min(0, area.viewportWidthPx - contentWidthPx) - leftPx;
  bodyTrack.style.transform = `translate3d(${leftPx}px, ${topPx}px, 0)`;
  headerTrack.style.transform = `translate3d(${leftPx}px, 0, 0)`;
  setProperty(pane, '--grid-start-shift', `${-leftPx}px`);
  setProperty(pane, '--grid-end-shift', `${endShiftPx}px`);
}

/** Rounds a position to a device pixel, because text that starts between two pixels is blurred. */
function snapToDevicePx(px: number): number {
  const scale = window.devicePixelRatio || 1;
  return Math.round(px * scale) / scale;
}

function setProperty(element: HTMLElement, name: string, value: string): void {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
