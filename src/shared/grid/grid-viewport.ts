import { HEADER_HEIGHT_PX, type VisibleRows } from './grid-model';
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
import {
  blockStart,
  drawnRows,
  offsetToShowRowPx,
  visibleRows,
  type RowAlignment,
  type RowRange,
} from './row-window';
import { FIRST_ROW_KEYS, keysForRows, keysWithFocus } from './row-keys';
import { createScrollInput } from './scroll-input';
import { AT_REST, SETTLED_AFTER_MS, afterMove, settled, type ScrollPace } from './scroll-pace';

/** Set on the pane while rows move. */
const MOVING = 'data-moving';

const NO_ROWS: RowRange = { rowStart: 0, rowEnd: 0 };

/** The elements that are moved without React. */
export interface GridElements {
  readonly scroller: HTMLElement;
  /** Holds header and body; its custom properties shift the pinned cells. */
  readonly pane: HTMLElement;
  readonly headerTrack: HTMLElement;
  readonly bodyTrack: HTMLElement;
}

/** What the sizer has been given, in rows and px. */
export interface GridContent {
  readonly rowCount: number;
  readonly rowHeightPx: number;
  readonly contentWidthPx: number;
}

/**
 * The rows' position over the life of a grid, outside of React: turns what the browser reports into an offset, moves
 * the drawn block by a transform in the same frame, and tells React only when other rows or columns have to be drawn.
 */
export interface GridViewport {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getView: () => GridView;
  /** The view's area, which changes less often. */
  readonly getArea: () => GridArea;
  /** Starts to listen; returns the end of it. */
  attach(elements: GridElements): () => void;
  /** To be called after the sizer has been laid out with the new content. */
  setContent(content: GridContent): void;
  /** Makes a row the first one as soon as there are rows and a size; `cut` is the share of its height out of view. */
  openAt(rowIndex: number, cut: number): void;
  showRow(rowIndex: number, alignment: RowAlignment): void;
  /** Moves by whole rows, as the page keys do. */
  moveByRows(rows: number): void;
  setScrollLeft(scrollLeftPx: number): void;
  /** Whom to tell which rows are visible; takes effect with the next report. */
  setListener(listener: ((rows: VisibleRows) => void) | undefined): void;
  /** The object that owns the rows; each new one is told at once what is visible. Null: there are no rows to tell of. */
  setOwner(owner: object | null): void;
  /** Says which row has the focus, null for none. Takes effect with the next rows that are drawn. */
  setFocusRow(rowIndex: number | null): void;
  getOffsetPx(): number;
  getScrollLeftPx(): number;
}

export function createGridViewport(now: () => number = () => performance.now()): GridViewport {
  const listeners = new Set<() => void>();
  let onVisibleRowsChange: ((rows: VisibleRows) => void) | undefined;
  let owner: object | null = null;
  let elements: GridElements | null = null;
  let content: GridContent = { rowCount: 0, rowHeightPx: 32, contentWidthPx: 0 };
  let geometry: RowScrollGeometry = { rowCount: 0, rowHeightPx: 32, viewportHeightPx: 0, nativeMaxPx: 0 };
  let viewportWidthPx = 0;
  let scroll: RowScrollState = INITIAL_ROW_SCROLL;
  let scrollLeftPx = 0;
  let pace: ScrollPace = AT_REST;
  let placeToOpenAt: { readonly rowIndex: number; readonly cut: number } | null = null;
  /** An end of the scrollbar was in the way of the wheel, and may have been for events that came right after. */
  let isWheelCut = false;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let reported: VisibleRows | null = null;
  let keys = FIRST_ROW_KEYS;
  const input = createScrollInput(now);
  let view: GridView = {
    drawn: NO_ROWS,
    visible: NO_ROWS,
    blockStart: 0,
    keys,
    rowCount: 0,
    area: areaNow(null, geometry, viewportWidthPx, scrollLeftPx),
  };

  function nextView(): GridView {
    const { rowCount, rowHeightPx, viewportHeightPx } = geometry;
    const visible = visibleRows(scroll.offsetPx, viewportHeightPx, rowHeightPx, rowCount);
    const drawn = drawnRows(visible, rowCount);
    return {
      drawn,
      visible,
      blockStart: blockStart(drawn),
      keys,
      rowCount,
      area: areaNow(view.area, geometry, viewportWidthPx, scrollLeftPx),
    };
  }

  function publish(): void {
    const next = nextView();
    place(next);
    if (!isSameView(view, next)) {
      keys = keysForRows(keys, view.drawn, next.drawn);
      view = { ...next, keys };
      for (const listener of listeners) listener();
    }
    report();
  }

  function report(): void {
    const { rowStart, rowEnd } = view.visible;
    const { direction, isFast } = pace;
    if (
      owner === null ||
      geometry.viewportHeightPx <= 0 ||
      (reported?.rowStart === rowStart && reported.rowEnd === rowEnd && reported.isFast === isFast)
    ) {
      return;
    }
    reported = { rowStart, rowEnd, direction, isFast };
    onVisibleRowsChange?.(reported);
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

  function writeNativeTop(nativeTopPx: number): void {
    if (elements === null) return;
    const { scroller } = elements;
    if (Math.abs(scroller.scrollTop - nativeTopPx) >= 0.5) scroller.scrollTop = nativeTopPx;
    // The browser rounds to device pixels, and the next report is compared with what it made of ours.
    const actualPx = scroller.scrollTop;
    scroll = isScaled(geometry)
      ? { ...scroll, nativeTopPx: actualPx }
      : { offsetPx: actualPx, nativeTopPx: actualPx, jumpOrigin: null };
  }

  function track(deltaPx: number, isHeld: boolean): void {
    pace = afterMove(pace, deltaPx, now(), geometry.viewportHeightPx, isHeld);
    elements?.pane.setAttribute(MOVING, '');
    clearTimeout(settleTimer);
    settleTimer = setTimeout(settle, SETTLED_AFTER_MS);
  }

  function settle(): void {
    clearTimeout(settleTimer);
    if (input.isTouching()) {
      settleTimer = setTimeout(settle, SETTLED_AFTER_MS);
      return;
    }
    if (isWheelCut) {
      isWheelCut = false;
      const cause = input.cause();
      const owedPx = cause.kind === 'wheel' ? cause.owedPx : 0;
      if (owedPx !== 0) {
        input.spend(owedPx);
        moveTo(atOffset(scroll.offsetPx + owedPx, geometry));
        return;
      }
    }
    pace = settled(pace);
    elements?.pane.removeAttribute(MOVING);
    input.forgetFling();
    if (!input.isThumbHeld()) restNative();
    report();
  }

  /** Brings the scrollbar to where it belongs; only while nothing moves, since it would stop a fling. */
  function restNative(): void {
    if (!isScaled(geometry)) return;
    scroll = { ...scroll, jumpOrigin: null };
    const restingPx = restingNativeTopPx(scroll.offsetPx, geometry);
    if (Math.abs(restingPx - scroll.nativeTopPx) >= 1) writeNativeTop(restingPx);
  }

  /** Not the time to move the scrollbar as well: a wheel that turns ends a scroll with every event. */
  function endFling(): void {
    input.forgetFling();
  }

  function onScroll(): void {
    if (elements === null) return;
    const { scroller } = elements;
    scrollLeftPx = scroller.scrollLeft;
    const reportedTopPx = scroller.scrollTop;
    const cause = input.cause();
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
      viewportHeightPx: Math.max(0, scroller.clientHeight - HEADER_HEIGHT_PX),
      nativeMaxPx: Math.max(0, scroller.scrollHeight - scroller.clientHeight),
    };
    scrollLeftPx = scroller.scrollLeft;
    if (placeToOpenAt !== null && geometry.rowCount > 0 && geometry.viewportHeightPx > 0) {
      const { rowIndex, cut } = placeToOpenAt;
      scroll = atOffset(rowIndex * geometry.rowHeightPx + cut * geometry.rowHeightPx, geometry);
      placeToOpenAt = null;
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
        // The thumb was let go.
        if (pace.moves.length === 0) restNative();
      });
      measure();
      return () => {
        elements = null;
        clearTimeout(settleTimer);
        observer.disconnect();
        scroller.removeEventListener('scroll', onScroll);
        scroller.removeEventListener('scrollend', endFling);
        stopInput();
      };
    },
    setContent(next) {
      content = next;
      measure();
    },
    openAt(rowIndex, cut) {
      placeToOpenAt = { rowIndex, cut };
      measure();
    },
    showRow(rowIndex, alignment) {
      const { viewportHeightPx, rowHeightPx } = geometry;
      const offsetPx = offsetToShowRowPx(rowIndex, scroll.offsetPx, viewportHeightPx, rowHeightPx, alignment);
      if (offsetPx !== scroll.offsetPx) moveTo(atOffset(offsetPx, geometry));
    },
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
    setListener(listener) {
      onVisibleRowsChange = listener;
    },
    setOwner(next) {
      if (next === owner) return;
      owner = next;
      reported = null;
      report();
    },
    setFocusRow(rowIndex) {
      // From the keys that rows are drawn with: the focus may have gone through several rows since, and back.
      keys = keysWithFocus(view.keys, rowIndex);
    },
    getOffsetPx: () => scroll.offsetPx,
    // Not what was reported last: the browser scrolls to what gets the focus, and tells it with the next frame.
    getScrollLeftPx: () => elements?.scroller.scrollLeft ?? scrollLeftPx,
  };
}

/** Text stays sharp only where it starts on a device pixel. */
function snapToDevicePx(px: number): number {
  const scale = window.devicePixelRatio || 1;
  return Math.round(px * scale) / scale;
}

function setProperty(element: HTMLElement, name: string, value: string): void {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
