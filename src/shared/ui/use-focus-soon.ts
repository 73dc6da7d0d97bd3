import { useCallback, useEffect, useReducer, useRef } from 'react';

/**
 * Returns a function that focuses an element by id, as soon as a render has added it to the document: the next one, or
 * that of a part whose code is still loading.
 */
export function useFocusSoon(): (elementId: string) => void {
  const wanted = useRef<string | null>(null);
  // The previous element may be removed by another component, and then this component does not render.
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (focusWanted()) return undefined;
    const additions = new MutationObserver(() => {
      if (focusWanted()) additions.disconnect();
    });
    additions.observe(document.body, { childList: true, subtree: true });
    return () => additions.disconnect();

    function focusWanted(): boolean {
      if (wanted.current === null) return true;
      const element = document.getElementById(wanted.current);
      if (element === null) return false;
      wanted.current = null;
      element.focus();
      return true;
    }
  });
  return useCallback((elementId: string) => {
    wanted.current = elementId;
    render();
  }, []);
}
