import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * For a line whose items wrap where it cuts them off: whether some have no room. Those cannot be tabbed to, but are read
 * out like the others.
 */
export function useCutLine(): {
  readonly lineRef: (line: HTMLElement | null) => void;
  readonly isCut: boolean;
} {
  const [isCut, setCut] = useState(false);
  const lineRef = useRef<HTMLElement | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const measure = useCallback(() => {
    if (lineRef.current !== null) setCut(markCutItems(lineRef.current));
  }, []);
  // Without dependencies: any item may have become longer.
  useLayoutEffect(measure);
  const setLine = useCallback(
    (line: HTMLElement | null) => {
      observer.current?.disconnect();
      lineRef.current = line;
      if (line === null) return;
      observer.current = new ResizeObserver(measure);
      observer.current.observe(line);
    },
    [measure],
  );
  return { lineRef: setLine, isCut };
}

function markCutItems(line: HTMLElement): boolean {
  const endPx = line.getBoundingClientRect().bottom;
  let isCut = false;
  for (const item of line.children) {
    const isOut = item.getBoundingClientRect().top >= endPx - 1;
    isCut ||= isOut;
    for (const button of item.matches('button') ? [item] : item.querySelectorAll('button')) {
      if (button instanceof HTMLElement) button.tabIndex = isOut ? -1 : 0;
    }
  }
  return isCut;
}
