import type { ScrollCause } from './row-scroll';
import type { WheelDebt } from './wheel-debt';

/** Observes the user's input on a scroller, to know why its scrollTop changes. */
export interface ScrollInput {
  attach(scroller: HTMLElement, onThumbReleased: () => void): () => void;
  cause(): ScrollCause;
  /** Call when a motion has ended: the next one is new, unless a finger is still down. */
  forgetFling(): void;
  isTouching(): boolean;
  /** True from a press on a scrollbar until a sign of its release, which not every browser reports. */
  isThumbHeld(): boolean;
}

export function createScrollInput(wheel: WheelDebt): ScrollInput {
  let touches = 0;
  let isFlung = false;
  let isThumbHeld = false;

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
          wheel.turn(event, scroller);
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
          wheel.forget();
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
      return wheel.cause();
    },
    forgetFling() {
      isFlung = touches > 0;
    },
    isTouching: () => touches > 0,
    isThumbHeld: () => isThumbHeld,
  };
}
