import { useLayoutEffect, useRef, type FocusEvent } from 'react';

/** Calls `takeFocus` when a render removes the focused element. Attach the handlers to the container. */
export function useRestoredFocus(takeFocus: () => void): {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
} {
  const focused = useRef<Element | null>(null);
  // Without dependencies: any render may remove the focused element.
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
      // Removing an element may blur it first; only a blur of one that stays gives up the focus.
      queueMicrotask(() => {
        if (target.isConnected && focused.current === target) focused.current = null;
      });
    },
  };
}
