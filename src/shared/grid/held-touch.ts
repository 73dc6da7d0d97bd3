/** A finger that moves farther than this before it has taken hold of something scrolls, px. */
export const HOLD_WITHIN_PX = 8;

/**
 * To be called when a finger goes down. Where it `hasHeld` something by the time it is lifted, no press follows: that
 * would be for what has opened under it meanwhile, or close it. `target` is what was touched, which hears of the end even
 * when it has left the document.
 */
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
