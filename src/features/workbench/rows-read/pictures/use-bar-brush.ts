import { useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { barStep } from '@/ui/pictures/use-bar-focus';

/** Bars from the first to the last, both included. */
export interface BarSpan {
  readonly first: number;
  readonly last: number;
}

/** Several bars of a picture, chosen by dragging across them, or with Shift and the arrow keys, then Enter. */
export interface BarBrush {
  /** The bars that are being chosen; null for none. */
  readonly span: BarSpan | null;
  /** For the element around the bars, whose only buttons they are. */
  readonly groupProps: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
  readonly onBarKeyDown: (event: KeyboardEvent, index: number) => void;
  /** Chooses the bars that the keyboard has marked. False if there are none: then the press means its own bar. */
  readonly takeMarked: () => boolean;
}

interface Marked {
  /** Where it began, and where it is now. */
  readonly anchor: number;
  readonly end: number;
}

export interface BarBrushOptions {
  readonly barCount: number;
  /** Called with other bars that the keyboard has marked, to say which. */
  readonly onMark: (span: BarSpan) => void;
  readonly onChoose: (span: BarSpan) => void;
}

/**
 * Lets people choose several bars of a picture at once. Fingers scroll the picture instead: for them there is another way to
 * state a range.
 */
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
        // The pointer was released outside the picture.
        if (event.buttons === 0) dragFrom.current = null;
        const anchor = dragFrom.current;
        if (anchor === null) return;
        const end = barAt(event);
        // A press that stays on its bar is a press of that bar.
        if (end === anchor && marked === null) return;
        // A drag that leaves the picture still belongs to it, and presses no bar at its end.
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
