import { useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { barStep } from './use-bar-focus';

/** A range of bars, by the indexes of its first and last bar. */
export interface BarSpan {
  readonly first: number;
  readonly last: number;
}

/** The selection of several bars of a chart by dragging across them, or with Shift and the arrow keys, then Enter. */
export interface BarBrush {
  /** The bars that are being selected; null if there are none. */
  readonly span: BarSpan | null;
  /** Props of the element around the bars. It must contain no other buttons. */
  readonly groupProps: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
  readonly onBarKeyDown: (event: KeyboardEvent, index: number) => void;
  /** Chooses the bars that the user has marked with the keyboard. Returns false if there are none; a click then chooses one bar. */
  readonly takeMarked: () => boolean;
}

interface Marked {
  /** The bar where the selection began. `end` is the current one. */
  readonly anchor: number;
  readonly end: number;
}

export interface BarBrushOptions {
  readonly barCount: number;
  /** Called when the user has marked other bars with the keyboard, to announce them to screen readers. */
  readonly onMark: (span: BarSpan) => void;
  readonly onChoose: (span: BarSpan) => void;
}

/** Lets users select several bars of a chart at once. Touch scrolls the chart instead; touch users enter a range in another control. */
export function useBarBrush({ barCount, onMark, onChoose }: BarBrushOptions): BarBrush {
  const [marked, setMarked] = useState<Marked | null>(null);
  const dragFrom = useRef<number | null>(null);
  const span = marked === null ? null : spanOf(marked);

  function barAt({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / Math.max(width, 1)) * barCount);
    return Math.min(Math.max(index, 0), barCount - 1);
  }

  function stop(): void {
    dragFrom.current = null;
    setMarked(null);
  }

  return {
    span,
    groupProps: {
      onPointerDown: (event) => {
        setMarked(null);
        const isDrag = event.button === 0 && event.pointerType !== 'touch';
        dragFrom.current = isDrag ? barAt(event) : null;
      },
      onPointerMove: (event) => {
        // Without a pressed button, the pointer was released outside the chart, so the drag has ended.
        if (event.buttons === 0) dragFrom.current = null;
        const anchor = dragFrom.current;
        if (anchor === null) return;
        const end = barAt(event);
        // While the pointer stays on the first bar, the user may be clicking it.
        if (end === anchor && marked === null) return;
        // Captures the pointer, so that a drag may leave the chart, and does not click the bar on which it ends.
        event.currentTarget.setPointerCapture(event.pointerId);
        if (marked?.end !== end) setMarked({ anchor, end });
      },
      onPointerUp: () => {
        const isDragged = dragFrom.current !== null && span !== null;
        stop();
        if (isDragged) onChoose(span);
      },
      onPointerCancel: stop,
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (dragFrom.current === null && !currentTarget.contains(relatedTarget)) stop();
      },
    },
    onBarKeyDown: (event, index) => {
      if (event.key === 'Escape' && marked !== null) {
        event.preventDefault();
        event.stopPropagation();
        stop();
        return;
      }
      const to = barStep(event, index, barCount - 1);
      if (to === null) return;
      if (!event.shiftKey) return setMarked(null);
      const next = { anchor: marked?.anchor ?? index, end: to };
      setMarked(next);
      onMark(spanOf(next));
    },
    takeMarked: () => {
      if (span === null) return false;
      stop();
      onChoose(span);
      return true;
    },
  };
}

function spanOf({ anchor, end }: Marked): BarSpan {
  return { first: Math.min(anchor, end), last: Math.max(anchor, end) };
}
