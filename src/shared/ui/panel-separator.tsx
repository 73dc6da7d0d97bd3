import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './panel-separator.module.css';

export interface PanelSeparatorProps {
  readonly label: string;
  /** The id of the panel whose width it sets. */
  readonly panelId: string;
  /** The side of the separator on which the panel is. */
  readonly panelSide: 'left' | 'right';
  readonly widthPx: number;
  readonly minPx: number;
  readonly maxPx: number;
  readonly defaultPx: number;
  /** Called with every step; `isFinal` once the width is settled. */
  readonly onResize: (widthPx: number, how: { readonly isFinal: boolean }) => void;
}

const STEP_PX = 16;

/** The line between a panel and what is beside it: dragged, or moved with the arrow keys, it sets the panel's width. */
export function PanelSeparator(props: PanelSeparatorProps) {
  const { panelSide, widthPx, minPx, maxPx, defaultPx, onResize } = props;
  const drag = useRef<{ readonly x: number; readonly widthPx: number; latestPx: number } | null>(null);
  const outward = panelSide === 'left' ? 1 : -1;
  const clamped = (px: number) => Math.round(Math.min(Math.max(px, minPx), maxPx));

  function onKeyDown(event: KeyboardEvent): void {
    const widths: Record<string, number> = {
      ArrowLeft: widthPx - outward * STEP_PX,
      ArrowRight: widthPx + outward * STEP_PX,
      Home: minPx,
      End: maxPx,
      Enter: defaultPx,
    };
    const next = widths[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onResize(clamped(next), { isFinal: true });
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, widthPx, latestPx: widthPx };
  }

  function onPointerMove(event: PointerEvent): void {
    if (drag.current === null) return;
    const { x, widthPx: startPx } = drag.current;
    drag.current.latestPx = clamped(startPx + outward * (event.clientX - x));
    onResize(drag.current.latestPx, { isFinal: false });
  }

  function onPointerEnd(): void {
    if (drag.current === null) return;
    onResize(drag.current.latestPx, { isFinal: true });
    drag.current = null;
  }

  return (
    // A focusable separator is a widget with a value, and keys that change it.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={props.label}
      aria-controls={props.panelId}
      aria-valuenow={widthPx}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      tabIndex={0}
      className={classes['separator']}
      // Text is not selected while the line is dragged.
      onMouseDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={() => onResize(defaultPx, { isFinal: true })}
    />
  );
}
