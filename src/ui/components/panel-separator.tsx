import { useRef, type KeyboardEvent, type PointerEvent, type Ref } from 'react';
import classes from './panel-separator.module.css';
import { ownMember } from '@/lib/base/own-member';

export interface PanelSeparatorProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly label: string;
  readonly title?: string;
  readonly panelId: string;
  readonly panelSide: 'left' | 'right';
  readonly widthPx: number;
  readonly minPx: number;
  readonly maxPx: number;
  readonly defaultPx: number;
  /** Called for each change of the width. `isFinal` is false while the user is still dragging. */
  readonly onResize: (widthPx: number, how: { readonly isFinal: boolean }) => void;
  /** Opens a menu of widths on a click or Enter. If absent, a double click and Enter restore the default width. */
  readonly onMenu?: (place: { readonly xPx: number; readonly yPx: number }) => void;
}

const STEP_PX = 16;
const MENU_OFFSET_PX = 80;

interface Drag {
  readonly x: number;
  readonly widthPx: number;
  latestPx: number;
  hasMoved: boolean;
}

/** The line between a panel and the content beside it. The user drags it, or moves it with the arrow keys, to set the panel's width. */
export function PanelSeparator({
  ref,
  label,
  title,
  panelId,
  panelSide,
  widthPx,
  minPx,
  maxPx,
  defaultPx,
  onResize,
  onMenu,
}: PanelSeparatorProps) {
  const drag = useRef<Drag | null>(null);
  const outward = panelSide === 'left' ? 1 : -1;
  const clamped = (px: number) => Math.round(Math.min(Math.max(px, minPx), maxPx));

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && onMenu !== undefined) {
      const { left, top } = event.currentTarget.getBoundingClientRect();
      event.preventDefault();
      onMenu({ xPx: left, yPx: top + MENU_OFFSET_PX });
      return;
    }
    const widths: Record<string, number> = {
      ArrowLeft: widthPx - outward * STEP_PX,
      ArrowRight: widthPx + outward * STEP_PX,
      Home: minPx,
      End: maxPx,
      Enter: defaultPx,
    };
    const next = ownMember(widths, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onResize(clamped(next), { isFinal: true });
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, widthPx, latestPx: widthPx, hasMoved: false };
  }

  function onPointerMove(event: PointerEvent): void {
    if (drag.current === null) return;
    const { x, widthPx: startPx } = drag.current;
    if (event.clientX === x && !drag.current.hasMoved) return;
    drag.current.hasMoved = true;
    drag.current.latestPx = clamped(startPx + outward * (event.clientX - x));
    onResize(drag.current.latestPx, { isFinal: false });
  }

  function onPointerEnd(event: PointerEvent): void {
    if (drag.current === null) return;
    const { latestPx, hasMoved } = drag.current;
    drag.current = null;
    if (hasMoved) onResize(latestPx, { isFinal: true });
    else if (event.type === 'pointerup') onMenu?.({ xPx: event.clientX, yPx: event.clientY });
  }

  return (
    // In ARIA, a focusable separator is a widget with a value, which arrow keys change.
    <div
      ref={ref}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={panelId}
      aria-valuenow={widthPx}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      tabIndex={0}
      title={title}
      className={classes['separator']}
      // Dragging the line must not select text.
      onMouseDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={onMenu === undefined ? () => onResize(defaultPx, { isFinal: true }) : undefined}
    />
  );
}
