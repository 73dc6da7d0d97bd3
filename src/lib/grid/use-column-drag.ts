import { useCallback, useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { createAutoscroll } from './autoscroll';
import { columnDrop, type ColumnDrop } from './column-drag';
import { coveredStartPx, type ColumnLayout } from './column-layout';
import type { GridViewport } from './grid-viewport';
import { positionOfElement } from './use-grid-focus';
import { HOLD_WITHIN_PX, keepFromPressing } from './use-touch-hold';

/** A press that moves less than this many px counts as a click. */
const DRAG_FROM_PX = 6;

/** The time, ms, for which a finger must rest on a header before it can drag the column. */
const HOLD_MS = 250;

export interface ColumnDragging {
  readonly columnId: string;
  readonly drop: ColumnDrop | null;
}

interface ColumnDragInput {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly headerRef: RefObject<HTMLElement | null>;
  readonly viewport: GridViewport;
  readonly layout: ColumnLayout;
  readonly onMove: (columnId: string, targetId: string) => void;
  /** Called when a finger has held a header and was lifted without moving. */
  readonly onHold: (header: Element) => void;
}

/** Moves columns by dragging their headers, like Shift with the arrow keys. A finger must rest first; one that moves at once scrolls. */
export function useColumnDrag(input: ColumnDragInput): {
  readonly dragging: ColumnDragging | null;
  readonly onPointerDown: (event: PointerEvent) => void;
} {
  const { scrollerRef, headerRef, viewport } = input;
  const [dragging, setDragging] = useState<ColumnDragging | null>(null);
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const cancelRef = useRef<(() => void) | null>(null);
  useEffect(() => () => cancelRef.current?.(), []);

  // Registers a listener before the first touch. If there is none, the browser scrolls without sending cancelable events, even later.
  useEffect(() => {
    const header = headerRef.current;
    const wait = () => undefined;
    header?.addEventListener('touchmove', wait, { passive: false });
    return () => header?.removeEventListener('touchmove', wait);
  }, [headerRef]);

  const onPointerDown = useCallback(
    (down: PointerEvent) => {
      const scroller = scrollerRef.current;
      const isPress = down.isPrimary && down.button === 0 && !down.ctrlKey && !down.metaKey;
      const position = positionOfElement(down.target);
      if (!isPress || scroller === null || position === null || position.rowIndex >= 0) return;
      if (!(down.target instanceof Element) || down.target.closest('[data-resize], [data-menu]') !== null)
        return;
      const { columnId } = position;
      const header = down.target;
      const isTouch = down.pointerType === 'touch';
      const { pointerId, clientX: startPx, clientY: startYPx } = down;
      const listening = new AbortController();
      const { signal } = listening;
      let drop: ColumnDrop | null = null;
      let pointerPx = startPx;
      let isHeld = !isTouch;
      let isDragging = false;
      let frame = 0;
      const autoscroll = createAutoscroll();
      cancelRef.current?.();

      const follow = () => {
        // Cancels the frame if `follow` was called before it, so that the frame does not call `follow` again.
        cancelAnimationFrame(frame);
        const { layout } = latest.current;
        const xPx = pointerPx - scroller.getBoundingClientRect().left;
        const isPinned = layout.slots.some((slot) => slot.columnId === columnId && slot.pin !== null);
        if (!isPinned) {
          const endPx = layout.viewportWidthPx - layout.pinnedEndPx;
          const startEdgePx = coveredStartPx(layout, viewport.getScrollLeftPx());
          const { px, isOn } = autoscroll.step(xPx, startEdgePx, endPx, performance.now());
          if (px !== 0) viewport.setScrollLeft(Math.max(0, viewport.getScrollLeftPx() + px));
          if (isOn) frame = requestAnimationFrame(follow);
        }
        drop = columnDrop(columnId, xPx, layout, viewport.getScrollLeftPx());
        setDragging((before) =>
          before?.drop?.edgePx === drop?.edgePx && before !== null ? before : { columnId, drop },
        );
      };
      const holdTimer = setTimeout(() => {
        if (isHeld) return;
        isHeld = true;
        setDragging({ columnId, drop });
      }, HOLD_MS);
      const end = () => {
        listening.abort();
        clearTimeout(holdTimer);
        cancelAnimationFrame(frame);
        cancelRef.current = null;
        setDragging(null);
      };
      cancelRef.current = end;
      window.addEventListener(
        'pointermove',
        (move) => {
          if (move.pointerId !== pointerId) return;
          const movedPx = Math.hypot(move.clientX - startPx, move.clientY - startYPx);
          if (move.buttons === 0 || (!isHeld && movedPx > HOLD_WITHIN_PX)) {
            end();
            return;
          }
          if (!isHeld) return;
          pointerPx = move.clientX;
          isDragging ||= Math.abs(pointerPx - startPx) >= DRAG_FROM_PX;
          if (!isDragging) return;
          cancelAnimationFrame(frame);
          frame = requestAnimationFrame(follow);
        },
        { signal },
      );
      window.addEventListener(
        'pointerup',
        (up) => {
          if (up.pointerId !== pointerId) return;
          if (isDragging) {
            pointerPx = up.clientX;
            follow();
          }
          if (isDragging && !isTouch) keepFromClicking(scroller);
          const moved = drop;
          end();
          if (isTouch && isHeld && !isDragging) latest.current.onHold(header);
          if (moved !== null && moved.targetId !== columnId) latest.current.onMove(columnId, moved.targetId);
        },
        { signal },
      );
      window.addEventListener('pointercancel', (cancel) => cancel.pointerId === pointerId && end(), {
        signal,
      });
      if (isTouch) {
        keepFromPressing(header, () => isHeld);
        // Listens on the touched element, which may be removed from the document while columns scroll. While the browser is still
        // scrolling, the event is not cancelable: the browser then continues to scroll and cancels the pointer.
        const keepFromScrolling = (move: Event) => isHeld && move.cancelable && move.preventDefault();
        header.addEventListener('touchmove', keepFromScrolling, { signal, passive: false });
        // Keeps the context menu closed, because it would end the drag of a resting finger before it begins.
        const keepMenuShut = (event: Event) => {
          event.preventDefault();
          event.stopPropagation();
        };
        window.addEventListener('contextmenu', keepMenuShut, { signal, capture: true });
      }
      window.addEventListener('blur', end, { signal });
      window.addEventListener(
        'keydown',
        (event) => {
          if (event.key !== 'Escape' || !isDragging) return;
          event.preventDefault();
          event.stopPropagation();
          keepFromClicking(scroller);
          end();
        },
        { signal, capture: true },
      );
    },
    [scrollerRef, viewport],
  );

  return { dragging, onPointerDown };
}

/** Stops the click that follows a drag, because it would sort the rows. */
function keepFromClicking(scroller: HTMLElement): void {
  const stop = (event: Event) => event.stopPropagation();
  scroller.addEventListener('click', stop, { capture: true, once: true });
  // If the button is released elsewhere, no click follows. The next press then removes the listener, because its click is meant.
  window.addEventListener(
    'pointerdown',
    () => scroller.removeEventListener('click', stop, { capture: true }),
    { capture: true, once: true },
  );
}
