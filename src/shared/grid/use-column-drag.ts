import { useCallback, useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { autoscrollStepPx } from './autoscroll';
import { columnDrop, type ColumnDrop } from './column-drag';
import type { ColumnLayout } from './column-window';
import type { GridViewport } from './grid-viewport';
import { placeOfElement } from './use-grid-focus';

/** A press that moves less is a click, px. */
const DRAG_FROM_PX = 6;

export interface ColumnDragging {
  readonly columnId: string;
  readonly drop: ColumnDrop | null;
}

interface ColumnDragInput {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly viewport: GridViewport;
  readonly layout: ColumnLayout;
  readonly onMove: (columnId: string, targetId: string) => void;
}

/**
 * Columns moved by dragging their headers, with a mouse or a pen: a finger scrolls there. By keyboard Shift with the
 * arrow keys does the same.
 */
export function useColumnDrag(input: ColumnDragInput): {
  readonly dragging: ColumnDragging | null;
  readonly onPointerDown: (event: PointerEvent) => void;
} {
  const { scrollerRef, viewport } = input;
  const [dragging, setDragging] = useState<ColumnDragging | null>(null);
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const cancelRef = useRef<(() => void) | null>(null);
  useEffect(() => () => cancelRef.current?.(), []);

  const onPointerDown = useCallback(
    (down: PointerEvent) => {
      const scroller = scrollerRef.current;
      const isPress = down.button === 0 && down.pointerType !== 'touch' && !down.ctrlKey && !down.metaKey;
      const place = placeOfElement(down.target);
      if (!isPress || scroller === null || place === null || place.rowIndex >= 0) return;
      if (!(down.target instanceof Element) || down.target.closest('[data-resize], [data-menu]') !== null)
        return;
      const { columnId } = place;
      const startPx = down.clientX;
      const listening = new AbortController();
      const { signal } = listening;
      let drop: ColumnDrop | null = null;
      let pointerPx = startPx;
      let isDragging = false;
      let frame = 0;

      const follow = () => {
        const { layout } = latest.current;
        const xPx = pointerPx - scroller.getBoundingClientRect().left;
        const stepPx = autoscrollStepPx(
          xPx,
          layout.pinnedStartPx,
          layout.viewportWidthPx - layout.pinnedEndPx,
        );
        const isPinned = layout.slots.some((slot) => slot.columnId === columnId && slot.pin !== null);
        if (stepPx !== 0 && !isPinned) {
          viewport.setScrollLeft(Math.max(0, viewport.getScrollLeftPx() + stepPx));
          frame = requestAnimationFrame(follow);
        }
        drop = columnDrop(columnId, xPx, layout, viewport.getScrollLeftPx());
        setDragging((before) =>
          before?.drop?.edgePx === drop?.edgePx && before !== null ? before : { columnId, drop },
        );
      };
      const end = () => {
        listening.abort();
        cancelAnimationFrame(frame);
        cancelRef.current = null;
        setDragging(null);
      };
      cancelRef.current = end;
      window.addEventListener(
        'pointermove',
        (move) => {
          if (move.buttons === 0) {
            end();
            return;
          }
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
          if (isDragging) {
            pointerPx = up.clientX;
            follow();
            keepFromClicking(scroller);
          }
          const moved = drop;
          end();
          if (moved !== null && moved.targetId !== columnId) latest.current.onMove(columnId, moved.targetId);
        },
        { signal },
      );
      window.addEventListener('pointercancel', end, { signal });
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

/** What ends a drag is no press of the header. */
function keepFromClicking(scroller: HTMLElement): void {
  const stop = (event: Event) => event.stopPropagation();
  scroller.addEventListener('click', stop, { capture: true, once: true });
  // Where the button is let go elsewhere, no click comes, and the next one is meant.
  window.addEventListener(
    'pointerdown',
    () => scroller.removeEventListener('click', stop, { capture: true }),
    { capture: true, once: true },
  );
}
