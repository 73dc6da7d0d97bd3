import { useLayoutEffect, useRef, type FocusEvent } from 'react';

/**
 * Keeps the focus from falling to the body when what had it is gone after a render of the caller, such as a button that
 * is for a while only or rows that others took the place of. The handlers go to what is watched; menus and dialogs
 * opened from there belong to it.
 */
export function useFocusKept(takeFocus: () => void): {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
} {
  const focused = useRef<Element | null>(null);
  // Without dependencies: what was focused may have gone with any change.
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
      // What is removed may be blurred as well, and then the focus is not to be given up.
      queueMicrotask(() => {
        if (target.isConnected && focused.current === target) focused.current = null;
      });
    },
  };
}
