import { useCallback, useEffect, useRef } from 'react';

/** Focuses the element with an id once the next render has put it there. */
export function useFocusSoon(): (elementId: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const element = document.getElementById(wanted.current);
    if (element === null) return;
    wanted.current = null;
    element.focus();
  });
  return useCallback((elementId: string) => {
    wanted.current = elementId;
  }, []);
}
