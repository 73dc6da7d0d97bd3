import type { ScrollCause } from './row-scroll';
import type { WheelDebt } from './wheel-debt';

/** Observes the user's input on a scroller to find out why its scrollTop changes. */
export interface ScrollInput {
  attach(scroller: HTMLElement, onThumbReleased: () => void): () => void;
  cause(): ScrollCause;
  /** Call when a motion has ended. The next motion then has a new cause, unless a finger is still down. */
  forgetFling(): void;
  isTouching(): boolean;
  /** True from a press on a scrollbar until its release. Not every browser reports the release, so other events can end it, too. */
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
          // Ctrl with the wheel zooms and does not scroll.
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
          // Listens on the touched element, because it may be removed with its row. Its events then no longer bubble.
          const once = { ...passive, once: true };
          event.target?.addEventListener('touchend', (end) => onTouchEnd(end as TouchEvent), once);
          event.target?.addEventListener('touchcancel', (end) => onTouchEnd(end as TouchEvent), once);
        },
        passive,
      );
      scroller.addEventListener(
        'pointerdown',
        (event) => {
          // The pane covers the whole scroller except its scrollbars, so a press on the scroller itself is on a scrollbar.
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
