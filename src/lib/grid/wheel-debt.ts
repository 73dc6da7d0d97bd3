import type { ScrollCause } from './row-scroll';
import { SETTLED_AFTER_MS } from './scroll-velocity';

/** How many px a line of a wheel may stand for; browsers use 15 to 40. */
const WHEEL_LINE_PX = 40;

/** A wheel event may move a scroller for this long: browsers scroll smoothly. */
const WHEEL_MEMORY_MS = 500;

/** A wheel event counts for this long until the scroller has moved as far: busy machines render frames seconds late. */
const WHEEL_ANSWER_MS = 5_000;

/**
 * How far the wheel was turned and the rows have not moved. Browsers report a scroll frames later, in parts,
 * which are subtracted. What an end of the scrollbar cuts off, the rows move at rest without the scrollbar.
 */
export interface WheelDebt {
  turn(event: WheelEvent, scroller: HTMLElement): void;
  /** Call when another input takes over, which the turns before it must not explain. */
  forget(): void;
  /** The cause of a scroll, if no other input is known to be. */
  cause(): ScrollCause;
  /** Subtracts what the rows have moved, px; down is positive. */
  spend(movedPx: number): void;
  /** Call when an end of the scrollbar has cut off a scroll by the wheel. */
  noteCutOff(): void;
  /** True after a cut-off while the browser may still report, with one of the next frames, a scroll that had room. */
  awaitsReport(): boolean;
  /** Returns the px, 0 for none, by which to move the rows at rest. A scroll reported later goes to `settleAhead`. */
  collectPx(cause: ScrollCause): number;
  /** Returns whether the rows have already moved by a reported scroll, and subtracts it. */
  settleAhead(deltaPx: number, cause: ScrollCause): boolean;
}

export function createWheelDebt(now: () => number): WheelDebt {
  let turnedAtMs = -WHEEL_MEMORY_MS;
  /** The most that the turns may still move the scroller, in either direction. */
  let unspentPx = 0;
  /** How far the turns should still move the rows; down is positive. */
  let owedPx = 0;
  /** True until rest, because the scrolls of the events right after may be cut off as well. */
  let isCutOff = false;
  /** How far the rows were moved ahead of a scroll that the browser may still report; down is positive. */
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
