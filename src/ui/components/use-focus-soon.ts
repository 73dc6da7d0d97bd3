import { useCallback, useEffect, useReducer, useRef } from 'react';

/** Returns a function that focuses an element by id once it is in the document and visible, even if its code must load first. */
export function useFocusSoon(): (elementId: string) => void {
  const wanted = useRef<string | null>(null);
  // Renders this component, so that the effect below runs even if only another component adds the element.
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
      // An element in a hidden tab panel cannot take the focus yet.
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
