import type { ScrollCause } from './row-scroll';
import { SETTLED_AFTER_MS } from './scroll-velocity';

/** The most px that one line of a wheel event may mean. Browsers use 15 to 40. */
const WHEEL_LINE_PX = 40;

/** How long, ms, a wheel event may move a scroller. Browsers scroll smoothly. */
const WHEEL_MEMORY_MS = 500;

/** How long, ms, a wheel event counts if the scroller has not yet moved as far: busy machines render frames seconds late. */
const WHEEL_ANSWER_MS = 5_000;

/**
 * Tracks how far the wheel was turned and the rows have not moved yet. Browsers report a scroll frames later and in parts, each of which
 * is subtracted. If an end of the scrollbar cuts a scroll off, the rows move by the rest when they are at rest.
 */
export interface WheelDebt {
  turn(event: WheelEvent, scroller: HTMLElement): void;
  /** Call when another input takes over, because later scrolls are then not caused by earlier wheel events. */
  forget(): void;
  /** Returns the cause of a scroll, if no other input is known to have caused it. */
  cause(): ScrollCause;
  /** Subtracts the distance that the rows have moved, px. Down is positive. */
  spend(movedPx: number): void;
  /** Call when an end of the scrollbar has cut off a wheel scroll. */
  noteCutOff(): void;
  /** Returns whether, after a cut-off, one of the next frames may still report a scroll that had room. */
  awaitsReport(): boolean;
  /** Returns the px by which to move the rows at rest, or 0. If the browser reports that scroll later, call `settleAhead`. */
  collectPx(cause: ScrollCause): number;
  /** Returns whether the rows have already moved by the distance of a reported scroll. If so, subtracts the distance. */
  settleAhead(deltaPx: number, cause: ScrollCause): boolean;
}

export function createWheelDebt(now: () => number): WheelDebt {
  let turnedAtMs = -WHEEL_MEMORY_MS;
  /** The most px by which the wheel events may still move the scroller, in either direction. */
  let unspentPx = 0;
  /** The px by which the wheel events should still move the rows. Down is positive. */
  let owedPx = 0;
  /** True until the rows rest, because scrolls of the next wheel events may be cut off as well. */
  let isCutOff = false;
  /** The px by which the rows were moved before the browser reported the scroll. Down is positive. */
  let aheadPx = 0;

  const isFresh = () => now() - turnedAtMs < (unspentPx > 0 ? WHEEL_ANSWER_MS : WHEEL_MEMORY_MS);

  function forget(): void {
    unspentPx = 0;
    owedPx = 0;
  }

  function spend(movedPx: number): void {
    unspentPx = Math.max(0, unspentPx - Math.abs(movedPx));
    owedPx -= movedPx;
  }

  return {
    turn(event, scroller) {
      if (!isFresh()) forget();
      turnedAtMs = now();
      unspentPx += Math.abs(event.deltaY) * wheelUnitPx(event, scroller);
      owedPx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? owedPx + event.deltaY : 0;
    },
    forget,
    cause: () => (isFresh() ? { kind: 'wheel', unspentPx, owedPx } : { kind: 'unknown' }),
    spend,
    noteCutOff() {
      isCutOff = true;
    },
    awaitsReport: () => isCutOff && now() - turnedAtMs < SETTLED_AFTER_MS,
    collectPx(cause) {
      const duePx = isCutOff && cause.kind === 'wheel' ? owedPx : 0;
      isCutOff = false;
      if (duePx === 0) return 0;
      spend(duePx);
      aheadPx = duePx;
      return duePx;
    },
    settleAhead(deltaPx, cause) {
      if (aheadPx * deltaPx <= 0 || cause.kind !== 'wheel' || unspentPx !== 0) return false;
      aheadPx = Math.abs(deltaPx) < Math.abs(aheadPx) ? aheadPx - deltaPx : 0;
      return true;
    },
  };
}

function wheelUnitPx(event: WheelEvent, scroller: HTMLElement): number {
  switch (event.deltaMode) {
    case WheelEvent.DOM_DELTA_LINE:
      return WHEEL_LINE_PX;
    case WheelEvent.DOM_DELTA_PAGE:
      return scroller.clientHeight;
    default:
      return 1;
  }
}
