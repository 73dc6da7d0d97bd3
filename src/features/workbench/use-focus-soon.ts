import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that focuses an element by id, as soon as a render has added it to the document. */
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
