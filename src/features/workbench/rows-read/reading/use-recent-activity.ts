import { useCallback, useEffect, useRef } from 'react';

/** How long the user counts as active. It is longer than the pauses between two turns of a mouse wheel or two key presses in a row. */
const RECENT_MS = 400;
const ACTIVITIES = ['scroll', 'keydown', 'pointerdown'] as const;

/** Returns a function that returns whether the user has just scrolled, or pressed a key or button. */
export function useRecentActivity(): () => boolean {
  const lastMs = useRef(-Infinity);
  useEffect(() => {
    const listeners = new AbortController();
    const note = () => {
      lastMs.current = performance.now();
    };
    for (const activity of ACTIVITIES) {
      document.addEventListener(activity, note, { capture: true, passive: true, signal: listeners.signal });
    }
    return () => listeners.abort();
  }, []);
  return useCallback(() => performance.now() - lastMs.current < RECENT_MS, []);
}
