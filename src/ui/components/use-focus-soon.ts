import { useCallback, useEffect, useReducer, useRef } from 'react';

/**
 * Returns a function that focuses an element by id, as soon as a render has added it to the document and
 * shows it: the next one, or that of a part whose code is still loading.
 */
export function useFocusSoon(): (elementId: string) => void {
  const wanted = useRef<string | null>(null);
  // The previous element may be removed by another component, and then this component does not render.
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (focusWanted()) return undefined;
    const changes = new MutationObserver(() => {
      if (focusWanted()) changes.disconnect();
    });
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] });
    return () => changes.disconnect();

    function focusWanted(): boolean {
      if (wanted.current === null) return true;
      const element = document.getElementById(wanted.current);
      // In a panel that another tab hides, it cannot take the focus yet.
      if (element === null || element.closest('[hidden]') !== null) return false;
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
