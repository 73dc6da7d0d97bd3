import { useCallback, useEffect, useRef, type PointerEvent } from 'react';
import type { GridMenuRequest } from './data-grid-props';
import { positionOfElement } from './use-grid-focus';

/** A finger that moves farther than this, px, before the hold time has passed scrolls. */
export const HOLD_WITHIN_PX = 8;

/** The duration of a long press on a cell, ms, as usual on phones. */
const MENU_AFTER_MS = 500;

/** Detects a long press on a cell. It uses pointer events, because not every browser sends `contextmenu`. Scrolling cancels the press. */
export function useTouchHold(onHold: (request: GridMenuRequest) => void): (event: PointerEvent) => void {
  const latest = useRef(onHold);
  useEffect(() => {
    latest.current = onHold;
  });
  const endRef = useRef<(() => void) | null>(null);
  useEffect(() => () => endRef.current?.(), []);

  return useCallback((down: PointerEvent) => {
    // A new press ends an earlier one: a gesture with a second finger is not a long press.
    endRef.current?.();
    const { target, pointerId, clientX: xPx, clientY: yPx } = down;
    const position = positionOfElement(target);
    if (down.pointerType !== 'touch' || !down.isPrimary || position === null || position.rowIndex < 0) return;
    if (!(target instanceof Element) || target.closest('button') !== null) return;
    const listening = new AbortController();
    const { signal } = listening;
    let isHeld = false;
    const hold = () => {
      if (isHeld) return;
      isHeld = true;
      clearTimeout(timer);
      latest.current({ position, xPx, yPx });
    };
    const timer = setTimeout(hold, MENU_AFTER_MS);
    const end = () => {
      clearTimeout(timer);
      listening.abort();
      endRef.current = null;
    };
    endRef.current = end;
    window.addEventListener(
      'pointermove',
      (move) => {
        if (isHeld || move.pointerId !== pointerId) return;
        if (Math.hypot(move.clientX - xPx, move.clientY - yPx) > HOLD_WITHIN_PX) end();
      },
      { signal },
    );
    for (const over of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(over, (event) => event.pointerId === pointerId && end(), { signal });
    }
    keepFromPressing(target, () => isHeld);
    // If the browser also reports the long press, before or after the timer, it counts only once.
    window.addEventListener(
      'contextmenu',
      (event) => {
        event.preventDefault();
        event.stopPropagation();
        hold();
      },
      { signal, capture: true },
    );
  }, []);
}

/** Call when a finger presses `target`. If `hasHeld` is true at the end, it prevents a click on the menu that opened under the finger. */
export function keepFromPressing(target: EventTarget, hasHeld: () => boolean): void {
  const listening = new AbortController();
  const { signal } = listening;
  target.addEventListener(
    'touchend',
    (event) => {
      if (hasHeld() && event.cancelable) event.preventDefault();
      listening.abort();
    },
    { signal, passive: false },
  );
  target.addEventListener('touchcancel', () => listening.abort(), { signal });
}
