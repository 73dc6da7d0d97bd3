import type { ScrollCause } from './row-scroll';

/** How many px a line of a wheel may stand for; browsers use 15 to 40. */
const WHEEL_LINE_PX = 40;

/** A wheel event may move a scroller for this long: browsers scroll smoothly. */
const WHEEL_MEMORY_MS = 500;

/** A wheel event counts for this long until the scroller has moved as far: busy machines render frames seconds late. */
const WHEEL_ANSWER_MS = 5_000;

/** Observes the user's input on a scroller, to know why its scrollTop changes. */
export interface ScrollInput {
  attach(scroller: HTMLElement, onThumbReleased: () => void): () => void;
  cause(): ScrollCause;
  /** Subtracts what the rows have moved, px; down is positive. */
  spend(movedPx: number): void;
  /** The time since the wheel was turned, ms. */
  wheelAgeMs(): number;
  /** Call when a motion has ended: the next one is new, unless a finger is still down. */
  forgetFling(): void;
  isTouching(): boolean;
  /** True from a press on a scrollbar until a sign of its release, which not every browser reports. */
  isThumbHeld(): boolean;
}

export function createScrollInput(now: () => number): ScrollInput {
  let wheel = { atMs: -WHEEL_MEMORY_MS, unspentPx: 0, owedPx: 0 };
  let touches = 0;
  let isFlung = false;
  let isThumbHeld = false;
  const isWheelFresh = () => now() - wheel.atMs < (wheel.unspentPx > 0 ? WHEEL_ANSWER_MS : WHEEL_MEMORY_MS);

  return {
    attach(scroller, onThumbReleased) {
      const listening = new AbortController();
      const passive = { passive: true, signal: listening.signal };
      const release = () => {
        if (!isThumbHeld) return;
        isThumbHeld = false;
        onThumbReleased();
      };
      const onTouchEnd = (event: TouchEvent) => {
        touches = event.targetTouches.length;
      };
      scroller.addEventListener(
        'wheel',
        (event) => {
          // Ctrl with the wheel zooms.
          if (event.ctrlKey || event.deltaY === 0) return;
          release();
          isFlung = false;
          const left = isWheelFresh() ? wheel : { unspentPx: 0, owedPx: 0 };
          const isExact = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL;
          wheel = {
            atMs: now(),
            unspentPx: left.unspentPx + Math.abs(event.deltaY) * wheelUnitPx(event, scroller),
            owedPx: isExact ? left.owedPx + event.deltaY : 0,
          };
        },
        passive,
      );
      scroller.addEventListener(
        'touchstart',
        (event) => {
          touches = event.targetTouches.length;
          isFlung = true;
          // The row under the finger may be removed, after which its events no longer bubble.
          const once = { ...passive, once: true };
          event.target?.addEventListener('touchend', (end) => onTouchEnd(end as TouchEvent), once);
          event.target?.addEventListener('touchcancel', (end) => onTouchEnd(end as TouchEvent), once);
        },
        passive,
      );
      scroller.addEventListener(
        'pointerdown',
        (event) => {
          // The pane covers everything but the scrollbars.
          if (event.target !== scroller || event.pointerType === 'touch') return;
          isThumbHeld = true;
          isFlung = false;
          wheel = { ...wheel, unspentPx: 0, owedPx: 0 };
        },
        passive,
      );
      window.addEventListener('pointermove', (event) => event.buttons === 0 && release(), passive);
      window.addEventListener('pointerup', release, passive);
      window.addEventListener('blur', release, passive);
      return () => listening.abort();
    },
    cause() {
      if (isThumbHeld) return { kind: 'scrollbar' };
      if (isFlung) return { kind: 'touch' };
      if (!isWheelFresh()) return { kind: 'unknown' };
      return { kind: 'wheel', unspentPx: wheel.unspentPx, owedPx: wheel.owedPx };
    },
    spend(movedPx) {
      wheel = {
        ...wheel,
        unspentPx: Math.max(0, wheel.unspentPx - Math.abs(movedPx)),
        owedPx: wheel.owedPx - movedPx,
      };
    },
    wheelAgeMs: () => now() - wheel.atMs,
    forgetFling() {
      isFlung = touches > 0;
    },
    isTouching: () => touches > 0,
    isThumbHeld: () => isThumbHeld,
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
