import { useCallback, useEffect, useRef, type PointerEvent } from 'react';
import type { CellPlace } from './grid-model';
import { HOLD_WITHIN_PX, keepFromPressing } from './held-touch';
import { placeOfElement } from './use-grid-focus';

/** A finger that rests this long on a cell asks for its menu: as long as phones take for it. */
const MENU_AFTER_MS = 500;

export interface TouchHold {
  readonly place: CellPlace;
  /** Where the finger is, px of the window. */
  readonly xPx: number;
  readonly yPx: number;
}

/**
 * A finger that rests on a cell, by pointer events: not every browser sends `contextmenu` for it. Nothing here keeps the
 * finger from scrolling; a browser that begins to scroll tells so, and then it is no hold. Headers see to their own.
 */
export function useTouchHold(onHold: ((hold: TouchHold) => void) | null): (event: PointerEvent) => void {
  const latest = useRef(onHold);
  useEffect(() => {
    latest.current = onHold;
  });
  const endRef = useRef<(() => void) | null>(null);
  useEffect(() => () => endRef.current?.(), []);

  return useCallback((down: PointerEvent) => {
    // A second finger means something else.
    endRef.current?.();
    const { target, pointerId, clientX: xPx, clientY: yPx } = down;
    const place = placeOfElement(target);
    if (down.pointerType !== 'touch' || !down.isPrimary || place === null || place.rowIndex < 0) return;
    if (latest.current === null || !(target instanceof Element) || target.closest('button') !== null) return;
    const listening = new AbortController();
    const { signal } = listening;
    let isHeld = false;
    const hold = () => {
      if (isHeld) return;
      isHeld = true;
      clearTimeout(timer);
      latest.current?.({ place, xPx, yPx });
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
    // Where the browser tells of the hold itself, now or later, it is not to be told of twice.
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
