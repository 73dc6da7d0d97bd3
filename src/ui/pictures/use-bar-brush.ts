import { useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { barStep } from './use-bar-focus';

/** The bars from the first to the last, inclusive. */
export interface BarSpan {
  readonly first: number;
  readonly last: number;
}

/** The choice of several bars of a picture, by dragging across them, or with Shift and the arrow keys, then Enter. */
export interface BarBrush {
  /** The bars that are being chosen; null if none are. */
  readonly span: BarSpan | null;
  /** Props of the element around the bars, which contains no other buttons. */
  readonly groupProps: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
  readonly onBarKeyDown: (event: KeyboardEvent, index: number) => void;
  /** Chooses the bars that the keyboard has marked. Returns false if there are none: the key press then chooses the focused bar. */
  readonly takeMarked: () => boolean;
}

interface Marked {
  /** The bar where the choice began, and the current one. */
  readonly anchor: number;
  readonly end: number;
}

export interface BarBrushOptions {
  readonly barCount: number;
  /** Called when the keyboard has marked other bars, to announce them. */
  readonly onMark: (span: BarSpan) => void;
  readonly onChoose: (span: BarSpan) => void;
}

/** Lets people choose several bars of a picture at once. Touch scrolls the picture instead: another control lets people enter a range. */
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
        // The pointer was released outside of the picture.
        if (event.buttons === 0) dragFrom.current = null;
        const anchor = dragFrom.current;
        if (anchor === null) return;
        const end = barAt(event);
        // A press that stays on a bar is a click on it.
        if (end === anchor && marked === null) return;
        // A drag that leaves the picture still belongs to it, and does not click a bar at its end.
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
