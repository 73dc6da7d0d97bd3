/** The focused element and its grid. The grid is kept too, because a grid replaces its cells when it scrolls. */
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

/** Focuses the element or, if it was removed, the tab stop of its grid. Returns false if neither can be focused. */
export function returnFocus({ element, grid }: FocusPlace): boolean {
  const target = element.isConnected ? element : grid?.querySelector<HTMLElement>('[tabindex="0"]');
  target?.focus({ preventScroll: true });
  return target !== undefined && target !== null && document.activeElement === target;
}
