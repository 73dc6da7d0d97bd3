import { useLayoutEffect } from 'react';
import { currentFocusPlace, returnFocus } from '@/ui/components/focus-place';

/** Selects the dialog for a new sign-in, which stays visible when everything else is hidden; see `app-shell.module.css`. */
const DIALOG_SELECTOR = '.sign-in-again';

/** Hides a locked page and makes it inert. It keeps its layout and scroll positions, and gets the focus back when it is unlocked. */
export function useLockedPage(isLocked: boolean): void {
  useLayoutEffect(() => {
    if (!isLocked) return;
    const { documentElement, body } = document;
    const place = currentFocusPlace();
    const hidden = new Set<HTMLElement>();
    const hide = () => {
      for (const child of body.children) {
        const isLeft = !(child instanceof HTMLElement) || child.matches(DIALOG_SELECTOR) || child.inert;
        if (isLeft) continue;
        child.inert = true;
        hidden.add(child);
      }
    };
    documentElement.dataset['locked'] = 'true';
    hide();
    // Also hides dialogs and menus that pending work adds to the body later.
    const observer = new MutationObserver(hide);
    observer.observe(body, { childList: true });
    return () => {
      observer.disconnect();
      for (const element of hidden) element.inert = false;
      delete documentElement.dataset['locked'];
      if (place !== null) returnFocus(place);
    };
  }, [isLocked]);
}
