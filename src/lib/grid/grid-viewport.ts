import type { GridRows, RowRange, VisibleRows } from './grid-model';
import { areaNow, isSameView, type GridArea, type GridView } from './grid-view';
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
import { blockStart, renderedRows, offsetToShowRowPx, visibleRows, type RowAlignment } from './row-layout';
import { FIRST_ROW_KEYS, keysForRows, keysWithFocus } from './row-keys';
import { createScrollInput } from './scroll-input';
import {
  AT_REST,
  PAUSED_AFTER_MS,
  SETTLED_AFTER_MS,
  afterMove,
  paused,
  settled,
  type ScrollVelocity,
} from './scroll-velocity';

/** Set on the pane while rows move. */
const MOVING = 'data-moving';

const NO_ROWS: RowRange = { rowStart: 0, rowEnd: 0 };

export interface GridElements {
  readonly scroller: HTMLElement;
  /** Holds header and body; its custom properties shift the pinned cells. */
  readonly pane: HTMLElement;
  readonly headerTrack: HTMLElement;
  readonly bodyTrack: HTMLElement;
}

type VisibleRowsListener = Pick<GridRows<unknown>, 'setVisibleRows'>;

export interface GridContent {
  readonly rowCount: number;
  readonly headerHeightPx: number;
  readonly rowHeightPx: number;
  readonly contentWidthPx: number;
}

/**
 * The scroll position of a grid, outside of React. Turns what the browser reports into an offset, moves the rendered
 * block by a transform in the same frame, and notifies React only when other rows or columns have to be rendered.
 */
export interface GridViewport {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getView: () => GridView;
  /** The area of the view, which changes less often than the view. */
  readonly getArea: () => GridArea;
  /** Attaches listeners; returns a function that detaches them. */
  attach(elements: GridElements): () => void;
  /** Call after the sizer was laid out with the new content. */
  setContent(content: GridContent): void;
  /** Scrolls to a row once there are rows and a size; `cut` is the share of its height out of view. */
  openAt(rowIndex: number, cut: number): void;
  showRow(rowIndex: number, alignment: RowAlignment): void;
  /** Scrolls by whole rows, as the page keys do. */
  moveByRows(rows: number): void;
  setScrollLeft(scrollLeftPx: number): void;
  /** Reports the visible rows to a data source: at once to a new one, and then with every change. */
  setRows(rows: VisibleRowsListener): void;
  /** Sets the row with the focus, null for none. Takes effect with the next rows that are rendered. */
  setFocusRow(rowIndex: number | null): void;
  getOffsetPx(): number;
  getScrollLeftPx(): number;
}

export function createGridViewport(now: () => number = () => performance.now()): GridViewport {
  const listeners = new Set<() => void>();
  let listenerOfRows: VisibleRowsListener | null = null;
  let elements: GridElements | null = null;
  let content: GridContent = { rowCount: 0, headerHeightPx: 0, rowHeightPx: 32, contentWidthPx: 0 };
  let geometry: RowScrollGeometry = { rowCount: 0, rowHeightPx: 32, viewportHeightPx: 0, nativeMaxPx: 0 };
  let viewportWidthPx = 0;
  let scroll: RowScrollState = INITIAL_ROW_SCROLL;
  let scrollLeftPx = 0;
  let velocity: ScrollVelocity = AT_REST;
  let openingPosition: { readonly rowIndex: number; readonly cut: number } | null = null;
  /** An end of the scrollbar has cut off a wheel movement, and may cut off that of the events right after. */
  let isWheelCut = false;
  /** How far the rows were moved ahead of a wheel's scroll that the browser may still report, px. */
  let aheadPx = 0;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let reported: VisibleRows | null = null;
  let focusRow: number | null = null;
  let keys = FIRST_ROW_KEYS;
  const input = createScrollInput(now);
  let view: GridView = {
    rendered: NO_ROWS,
    visible: NO_ROWS,
    blockStart: 0,
    keys,
    rowCount: 0,
    area: areaNow(null, geometry, content.headerHeightPx, viewportWidthPx, scrollLeftPx),
  };

  function nextView(): GridView {
    const { rowCount, rowHeightPx, viewportHeightPx } = geometry;
    const visible = visibleRows(scroll.offsetPx, viewportHeightPx, rowHeightPx, rowCount);
    const rendered = renderedRows(visible, rowCount);
    return {
      rendered,
      visible,
      blockStart: blockStart(rendered),
      keys,
      rowCount,
      area: areaNow(view.area, geometry, content.headerHeightPx, viewportWidthPx, scrollLeftPx),
    };
  }

  function publish(): void {
    const next = nextView();
    place(next);
    if (!isSameView(view, next)) {
      keys = keysForRows(keys, view.rendered, next.rendered);
      view = { ...next, keys };
      for (const listener of listeners) listener();
    }
    report();
  }

  function report(): void {
    const { rowStart, rowEnd } = view.visible;
    const { direction, isFast } = velocity;
    if (
      listenerOfRows === null ||
      geometry.viewportHeightPx <= 0 ||
      (reported?.rowStart === rowStart && reported.rowEnd === rowEnd && reported.isFast === isFast)
    ) {
      return;
    }
    reported = { rowStart, rowEnd, direction, isFast };
    listenerOfRows.setVisibleRows(reported);
  }

  function place(next: GridView): void {
    if (elements === null) return;
    const { pane, headerTrack, bodyTrack } = elements;
    const topPx = snapToDevicePx(next.blockStart * next.area.rowHeightPx - scroll.offsetPx);
    const leftPx = snapToDevicePx(-scrollLeftPx);
    const endShiftPx = Math.min(0, viewportWidthPx - content.contentWidthPx) - leftPx;
    bodyTrack.style.transform = `translate3d(${leftPx}px, ${topPx}px, 0)`;
    headerTrack.style.transform = `translate3d(${leftPx}px, 0, 0)`;
    setProperty(pane, '--grid-start-shift', `${-leftPx}px`);
    setProperty(pane, '--grid-end-shift', `${endShiftPx}px`);
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
    // The browser rounds to device pixels; the next report is compared with the rounded value.
    const actualPx = scroller.scrollTop;
    scroll = isScaled(geometry)
      ? { ...scroll, nativeTopPx: actualPx }
      : { offsetPx: actualPx, nativeTopPx: actualPx, jumpOrigin: null };
  }

  function track(deltaPx: number, isHeld: boolean): void {
    velocity = afterMove(velocity, deltaPx, now(), geometry.viewportHeightPx, isHeld);
    elements?.pane.setAttribute(MOVING, '');
    clearTimeout(settleTimer);
    settleTimer = setTimeout(settle, SETTLED_AFTER_MS);
    clearTimeout(pauseTimer);
    // A thumb held still is likely to move again, to somewhere far away.
    if (velocity.isFast && !isHeld) pauseTimer = setTimeout(pause, PAUSED_AFTER_MS);
  }

  function pause(): void {
    velocity = paused(velocity);
    report();
  }

  function settle(): void {
    clearTimeout(settleTimer);
    if (input.isTouching()) {
      settleTimer = setTimeout(settle, SETTLED_AFTER_MS);
      return;
    }
    if (isWheelCut) {
      // With one of the next frames, the browser reports how far the wheel has scrolled, if it had room.
      if (input.wheelAgeMs() < SETTLED_AFTER_MS) {
        settleTimer = setTimeout(settle, SETTLED_AFTER_MS);
        return;
      }
      isWheelCut = false;
      const cause = input.cause();
      const owedPx = cause.kind === 'wheel' ? cause.owedPx : 0;
      if (owedPx !== 0) {
        input.spend(owedPx);
        aheadPx = owedPx;
        moveTo(atOffset(scroll.offsetPx + owedPx, geometry));
        return;
      }
    }
    velocity = settled(velocity);
    elements?.pane.removeAttribute(MOVING);
    input.forgetFling();
    if (!input.isThumbHeld()) restNative();
    report();
  }

  /** Moves the scrollbar to the position of the offset; only at rest, because it would stop a fling. */
  function restNative(): void {
    if (!isScaled(geometry)) return;
    scroll = { ...scroll, jumpOrigin: null };
    const restingPx = restingNativeTopPx(scroll.offsetPx, geometry);
    if (Math.abs(restingPx - scroll.nativeTopPx) >= 1) writeNativeTop(restingPx);
  }

  /** Leaves the scrollbar alone, because a turning wheel ends a scroll with every event. */
  function endFling(): void {
    input.forgetFling();
  }

  function onScroll(): void {
    if (elements === null) return;
    const { scroller } = elements;
    scrollLeftPx = scroller.scrollLeft;
    const reportedTopPx = scroller.scrollTop;
    const cause = input.cause();
    const deltaPx = reportedTopPx - scroll.nativeTopPx;
    if (aheadPx * deltaPx > 0 && cause.kind === 'wheel' && cause.unspentPx === 0) {
      // The rows have already moved.
      aheadPx = Math.abs(deltaPx) < Math.abs(aheadPx) ? aheadPx - deltaPx : 0;
      scroll = { ...scroll, nativeTopPx: reportedTopPx };
      track(0, false);
      return;
    }
    const next = afterNativeScroll(scroll, reportedTopPx, cause, geometry);
    if (next !== scroll) {
      input.spend(next.offsetPx - scroll.offsetPx);
      track(next.offsetPx - scroll.offsetPx, input.isThumbHeld());
      isWheelCut ||= cause.kind === 'wheel' && isCutOff(next, geometry);
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getView: () => view,
    getArea: () => view.area,
    attach(attached) {
      elements = attached;
      const { scroller } = attached;
      const observer = new ResizeObserver(measure);
      observer.observe(scroller);
      scroller.addEventListener('scroll', onScroll, { passive: true });
      scroller.addEventListener('scrollend', endFling, { passive: true });
      const stopInput = input.attach(scroller, () => {
        // The thumb was released.
        if (velocity.moves.length === 0) restNative();
      });
      measure();
      return () => {
        elements = null;
        clearTimeout(settleTimer);
        clearTimeout(pauseTimer);
        observer.disconnect();
        scroller.removeEventListener('scroll', onScroll);
        scroller.removeEventListener('scrollend', endFling);
        stopInput();
      };
    },
    setContent(next) {
      const isFocusInView =
        focusRow !== null && focusRow >= view.visible.rowStart && focusRow < view.visible.rowEnd;
      const isHeightOther = next.rowHeightPx !== content.rowHeightPx;
      content = next;
      // Inherited styles of cells are changed before sizes are read; otherwise the browser would compute the styles twice.
      place(view);
      measure();
      // The first row in view stays, unless that would push the focused one out of it.
      if (isHeightOther && isFocusInView && focusRow !== null) showRow(focusRow, 'nearest');
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
    setRows(next) {
      if (next === listenerOfRows) return;
      listenerOfRows = next;
      reported = null;
      report();
    },
    setFocusRow(rowIndex) {
      focusRow = rowIndex;
      // Derived from the keys in use: the focus may have passed through several rows since, and come back.
      keys = keysWithFocus(view.keys, rowIndex);
    },
    getOffsetPx: () => scroll.offsetPx,
    // Reads the element, not the last report: scrolling to a focused element is reported only with the next frame.
    getScrollLeftPx: () => elements?.scroller.scrollLeft ?? scrollLeftPx,
  };
}

/** Text is sharp only where it starts on a device pixel. */
function snapToDevicePx(px: number): number {
  const scale = window.devicePixelRatio || 1;
  return Math.round(px * scale) / scale;
}

function setProperty(element: HTMLElement, name: string, value: string): void {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
