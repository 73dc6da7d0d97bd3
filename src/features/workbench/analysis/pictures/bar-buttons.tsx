import { Tooltip } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

/** A bar of a picture, and what is said of it. */
export interface PictureBar {
  readonly key: string;
  readonly count: number;
  /** Value or range, with the count: the tooltip of the bar, and its name where the button shows nothing. */
  readonly text: string;
}

export interface BarButtonsProps<Bar extends PictureBar> {
  /** Names the group of bars. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly className: string | undefined;
  readonly buttonClassName: string | undefined;
  readonly onChoose: (bar: Bar, button: HTMLElement) => void;
  /** What a button shows; nothing where it lies over a drawing. */
  readonly renderContent?: (bar: Bar) => ReactNode;
}

const STEPS: Record<string, (from: number, last: number) => number> = {
  ArrowRight: (from, last) => Math.min(from + 1, last),
  ArrowDown: (from, last) => Math.min(from + 1, last),
  ArrowLeft: (from) => Math.max(from - 1, 0),
  ArrowUp: (from) => Math.max(from - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** The bars of a picture as buttons: one of them is the tab stop, and arrow keys go from bar to bar. */
export function BarButtons<Bar extends PictureBar>(props: BarButtonsProps<Bar>) {
  const { label, bars, className, buttonClassName, onChoose, renderContent } = props;
  const [active, setActive] = useState(0);
  const groupRef = useRef<HTMLDivElement>(null);
  const tabStop = Math.min(active, bars.length - 1);

  function onKeyDown(event: KeyboardEvent, from: number): void {
    const to = STEPS[event.key]?.(from, bars.length - 1);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setActive(to);
    groupRef.current?.querySelectorAll('button')[to]?.focus();
  }

  return (
    <div ref={groupRef} role="group" aria-label={label} className={className}>
      {bars.map((bar, index) => (
        <Tooltip key={bar.key} label={bar.text} events={{ hover: true, focus: true, touch: false }}>
          <button
            type="button"
            // What a button shows is its name.
            aria-label={renderContent === undefined ? bar.text : undefined}
            aria-haspopup="menu"
            tabIndex={index === tabStop ? 0 : -1}
            className={buttonClassName}
            onFocus={() => setActive(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onClick={(event) => onChoose(bar, event.currentTarget)}
          >
            {renderContent?.(bar)}
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
