import { useLayoutEffect, useRef, type FocusEvent } from 'react';

/** Calls `takeFocus` when a render removes the focused element. Attach the returned handlers to the container of such elements. */
export function useRestoredFocus(takeFocus: () => void): {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
} {
  const focused = useRef<Element | null>(null);
  // The effect has no dependency array, because any render may remove the focused element.
  useLayoutEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) takeFocus();
  });
  return {
    onFocus: (event) => {
      focused.current = event.target;
    },
    onBlur: ({ target }) => {
      // Browsers may blur an element before they remove it. Only a blur of an element that stays means that the user left it.
      queueMicrotask(() => {
        if (target.isConnected && focused.current === target) focused.current = null;
      });
    },
  };
}
