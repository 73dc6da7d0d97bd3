import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BarBrush } from './use-bar-brush';
import { useBarFocus } from '@/ui/pictures/use-bar-focus';

/** A bar of a picture, and what is said of it. */
export interface PictureBar {
  readonly key: string;
  readonly count: number;
  /** How many of them are selected; absent where nothing can be. */
  readonly selected?: number;
  /** Value or range, with the count: the tooltip of the bar, and its name where the button shows nothing. */
  readonly text: string;
}

export interface BarButtonsProps<Bar extends PictureBar> {
  /** Names the group of bars. */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** Whether choosing a bar opens a menu, as it usually does. */
  readonly hasMenu?: boolean;
  readonly className: string | undefined;
  readonly buttonClassName: string | undefined;
  readonly onChoose: (bar: Bar, button: HTMLElement) => void;
  /** Chooses several bars at once; absent where that means nothing. */
  readonly brush?: BarBrush | undefined;
  /** The content of a button; nothing if it lies over a drawing. */
  readonly renderContent?: (bar: Bar) => ReactNode;
}

/** The bars of a picture as buttons: one of them is the tab stop, and arrow keys go from bar to bar. */
export function BarButtons<Bar extends PictureBar>(props: BarButtonsProps<Bar>) {
  const { label, bars, hasMenu = true, className, buttonClassName, onChoose, brush, renderContent } = props;
  const { groupRef, barProps } = useBarFocus();
  return (
    <div ref={groupRef} role="group" aria-label={label} className={className} {...brush?.groupProps}>
      {bars.map((bar, index) => {
        const { onKeyDown, ...focusProps } = barProps(index, bars.length);
        return (
          <Tooltip key={bar.key} label={bar.text} events={{ hover: true, focus: true, touch: false }}>
            <button
              type="button"
              // The content of a button is its name.
              aria-label={renderContent === undefined ? bar.text : undefined}
              aria-haspopup={hasMenu ? 'menu' : undefined}
              className={buttonClassName}
              {...focusProps}
              onKeyDown={(event) => {
                brush?.onBarKeyDown(event, index);
                onKeyDown(event);
              }}
              onClick={(event) => {
                if (brush?.takeMarked() !== true) onChoose(bar, event.currentTarget);
              }}
            >
              {renderContent?.(bar)}
            </button>
          </Tooltip>
        );
      })}
    </div>
  );
}
