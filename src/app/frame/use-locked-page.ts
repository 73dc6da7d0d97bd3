import { useLayoutEffect } from 'react';

/** The class of the portal that stays when everything else is hidden; see `frame.module.css`. */
const DIALOG_SELECTOR = '.sign-in-again';

/**
 * Hides the page from eyes, keys and screen readers while it is locked. It keeps its layout, and so its places; the
 * focus goes back to where it was.
 */
export function useLockedPage(isLocked: boolean): void {
  useLayoutEffect(() => {
    if (!isLocked) return;
    const { documentElement, body, activeElement } = document;
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
    // Dialogs and menus are put beside the page, also by what was on its way.
    const observer = new MutationObserver(hide);
    observer.observe(body, { childList: true });
    return () => {
      observer.disconnect();
      for (const element of hidden) element.inert = false;
      delete documentElement.dataset['locked'];
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
    };
  }, [isLocked]);
}
