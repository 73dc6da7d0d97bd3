/**
 * The focused element. A grid replaces its cells while it scrolls, so a reference to a cell alone would be lost with its
 * row.
 */
export interface FocusPlace {
  readonly element: HTMLElement;
  readonly grid: Element | null;
}

/** Returns the focused element and its grid; null if nothing has the focus. */
export function currentFocusPlace(): FocusPlace | null {
  const { activeElement, body } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === body) return null;
  return { element: activeElement, grid: activeElement.closest('[role="grid"]') };
}

/**
 * Returns the focus to the element that had it or, if that was removed, to the tab stop of its grid. Returns false when
 * neither can take it now: the grid may have no rows yet.
 */
export function returnFocus({ element, grid }: FocusPlace): boolean {
  const target = element.isConnected ? element : grid?.querySelector<HTMLElement>('[tabindex="0"]');
  target?.focus({ preventScroll: true });
  return target !== undefined && target !== null && document.activeElement === target;
}
