import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { barStep } from '@/ui/pictures/use-bar-focus';
import { unionOf, type BinCodes } from '@/analysis/brushing/bins';

export interface LiveBrushOptions {
  /** The codes of the bars, in the order on screen. */
  readonly codes: BinCodes;
  /** The codes of the selected bars; null if there is no brush. */
  readonly selected: BinCodes | null;
  /** Called with the selected bars each time that the pointer or the keyboard reaches another bar. */
  readonly onBrush: (codes: BinCodes | null) => void;
  /** Called at the end of each brush. `series` is the same for all brushes that Shift and the arrow keys extend from one bar. */
  readonly onEnd: (series?: string) => void;
  /** Called with the code of the bar to which the keyboard moves. */
  readonly onActive: (code: number) => void;
}

export interface LiveBrush {
  /** The code of the bar that has the keyboard focus; null if there are no bars. */
  readonly active: number | null;
  /** The props of the element around the bars. Each bar has its code in `data-code`; the parent of vertical bars has `data-upright`. */
  readonly groupProps: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onClick: (event: MouseEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onKeyUp: (event: KeyboardEvent) => void;
    readonly onBlur: () => void;
  };
}

/** Brushes made with Shift and the arrow keys, which extend the same selection. */
interface KeySeries {
  readonly name: string;
  brushed: BinCodes;
  /** Whether `onEnd` must still be called. */
  isPending: boolean;
}

interface Drag {
  readonly from: number;
  /** The bars that were selected before the drag, and that stay selected. */
  readonly base: BinCodes;
  readonly isUpright: boolean;
  to: number;
  hasMoved: boolean;
}

/** Selects bars when the user drags, presses, or uses Shift and the arrow keys. Ctrl adds or removes a single bar. */
export function useLiveBrush(options: LiveBrushOptions): LiveBrush {
  const { codes, selected, onBrush, onEnd, onActive } = options;
  const [reached, setReached] = useState<number | null>(null);
  const active = reached !== null && codes.includes(reached) ? reached : (codes[0] ?? null);
  const drag = useRef<Drag | null>(null);
  const anchor = useRef<number | null>(null);
  const keySeries = useRef<KeySeries | null>(null);
  const seriesCount = useRef(0);
  const id = useId();
  /** Whether the last pointer action was a drag. The click event at its end must not select a single bar. */
  const isDragged = useRef(false);

  function between(one: number, other: number): BinCodes {
    const [from, to] = [codes.indexOf(one), codes.indexOf(other)];
    return unionOf([], codes.slice(Math.min(from, to), Math.max(from, to) + 1));
  }

  function press(code: number, isAdded: boolean): void {
    anchor.current = code;
    keySeries.current = null;
    setReached(code);
    const before = selected ?? [];
    if (isAdded) {
      const rest = before.filter((each) => each !== code);
      const next = rest.length === before.length ? unionOf(before, [code]) : rest;
      onBrush(next.length === 0 ? null : next);
    } else {
      onBrush(before.length === 1 && before[0] === code ? null : [code]);
    }
    onEnd();
  }

  function brushByKeys(next: BinCodes): void {
    const before = keySeries.current;
    // A new series starts if the selection is no longer the one that the keyboard has made.
    const goesOn = before !== null && isSame(before.brushed, selected);
    if (!goesOn) seriesCount.current += 1;
    keySeries.current = { name: `${id} ${seriesCount.current}`, brushed: next, isPending: true };
    onBrush(next);
  }

  function endKeys(): void {
    if (keySeries.current?.isPending !== true) return;
    keySeries.current.isPending = false;
    onEnd(keySeries.current.name);
  }

  return {
    active,
    groupProps: {
      onPointerDown: (event) => {
        isDragged.current = false;
        if (event.button !== 0) return;
        const isUpright = event.target instanceof Element && event.target.closest('[data-upright]') !== null;
        // In the list of values, a finger scrolls instead of brushing.
        if (event.pointerType === 'touch' && !isUpright) return;
        const from = codeAt(event, isUpright);
        const base = event.ctrlKey || event.metaKey ? (selected ?? []) : [];
        drag.current = from === null ? null : { from, to: from, base, isUpright, hasMoved: false };
      },
      onPointerMove: (event) => {
        // If no button is pressed any more, the pointer was released outside of the chart.
        if (event.buttons === 0) drag.current = null;
        const now = drag.current;
        if (now === null) return;
        const to = codeAt(event, now.isUpright);
        if (to === null || to === now.to) return;
        // The pointer is captured, so that the drag continues outside of the chart.
        const { currentTarget, pointerId } = event;
        if (!currentTarget.hasPointerCapture(pointerId)) currentTarget.setPointerCapture(pointerId);
        now.to = to;
        now.hasMoved = true;
        anchor.current = now.from;
        setReached(to);
        onBrush(unionOf(now.base, between(now.from, to)));
      },
      onPointerUp: () => {
        isDragged.current = drag.current?.hasMoved ?? false;
        drag.current = null;
        if (isDragged.current) onEnd();
      },
      onPointerCancel: () => {
        drag.current = null;
      },
      onClick: (event) => {
        const isPress = !isDragged.current;
        isDragged.current = false;
        const code = event.target instanceof Element ? codeOf(event.target) : null;
        if (isPress && code !== null) press(code, event.ctrlKey || event.metaKey);
      },
      onKeyDown: (event) => {
        if (active === null) return;
        if (event.key === 'Escape' && selected !== null) {
          event.preventDefault();
          event.stopPropagation();
          anchor.current = null;
          keySeries.current = null;
          onBrush(null);
          return onEnd();
        }
        // Ctrl+Enter is left to the page, because it runs the query.
        if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === ' ') {
          event.preventDefault();
          return press(active, event.ctrlKey || event.metaKey);
        }
        const to = codes[barStep(event, codes.indexOf(active), codes.length - 1) ?? -1];
        if (to === undefined) return;
        event.preventDefault();
        setReached(to);
        onActive(to);
        if (!event.shiftKey) {
          anchor.current = null;
          keySeries.current = null;
          return;
        }
        anchor.current ??= active;
        brushByKeys(between(anchor.current, to));
      },
      onKeyUp: ({ key }) => {
        if (key === 'Shift') endKeys();
      },
      // The brush ends when the focus leaves, because the release of Shift is not noticed afterwards.
      onBlur: endKeys,
    },
  };
}

function isSame(one: BinCodes, other: BinCodes | null): boolean {
  return one.length === other?.length && one.every((code, index) => code === other[index]);
}

function codeOf(element: Element): number | null {
  const bar = element.closest<HTMLElement>('[data-code]');
  return bar === null ? null : Number(bar.dataset['code']);
}

/** Returns the code of the bar at the pointer. For vertical bars, only the horizontal position counts, even above and below them. */
function codeAt(event: PointerEvent<HTMLElement>, isUpright: boolean): number | null {
  const { currentTarget, clientX, clientY } = event;
  if (!isUpright) {
    const at = document.elementFromPoint(clientX, clientY);
    return at !== null && currentTarget.contains(at) ? codeOf(at) : null;
  }
  const bars = [...currentTarget.querySelectorAll<HTMLElement>('[data-upright] [data-code]')];
  const { left = 0, width = 0 } = bars[0]?.parentElement?.getBoundingClientRect() ?? {};
  const at = ((clientX - left) / Math.max(width, 1)) * 100;
  // Because the bars are in the order on screen, the last one that starts left of the pointer is the right one.
  const bar = bars.findLast(({ dataset }) => Number(dataset['start']) <= at) ?? bars[0];
  return bar === undefined ? null : codeOf(bar);
}
