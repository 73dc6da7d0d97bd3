import { useCallback, useEffect, useRef } from 'react';

export interface PointerPress {
  /** To be called when the pointer goes down. */
  readonly press: () => void;
  /** From then on true, until the pointer is released, wherever that happens. */
  readonly isPressed: () => boolean;
}

export function usePointerPress(): PointerPress {
  const pressedRef = useRef(false);
  useEffect(() => {
    const release = () => {
      pressedRef.current = false;
    };
    const listening = new AbortController();
    window.addEventListener('pointerup', release, { signal: listening.signal });
    window.addEventListener('pointercancel', release, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  const press = useCallback(() => {
    pressedRef.current = true;
  }, []);
  const isPressed = useCallback(() => pressedRef.current, []);
  return { press, isPressed };
}
