import type { MouseEvent } from 'react';

/** For `mouseover` on the grid: while the pointer is on a cell whose text its width cuts off, the text is its title. */
export function showClippedText({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row] > [data-column]') : null;
  if (cell === null || cell.hasAttribute('title') || !isClipped(cell)) return;
  const text = cell.textContent;
  cell.title = text;
  const hide = () => {
    // By now the cell may be another one's, with a title of its own.
    if (cell.title === text) cell.removeAttribute('title');
  };
  cell.addEventListener('mouseleave', hide, { once: true });
}

function isClipped({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
