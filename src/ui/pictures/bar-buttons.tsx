import { Tooltip } from '@mantine/core';
import type { CSSProperties, Key, ReactNode } from 'react';
import classes from './bar-buttons.module.css';
import type { BarBrush } from './use-bar-brush';
import { useBarFocus } from './use-bar-focus';

/** A bar, or another part of a chart that pointer and keyboard can reach. */
export interface PictureBar {
  readonly key: Key;
  /** The value or range with its count. It is the tooltip of the bar, and its accessible name if the button has no content. */
  readonly text: string;
  /** The position of the button, if the style sheet does not set it. */
  readonly style?: CSSProperties;
}

export interface BarButtonsProps<Bar extends PictureBar> {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly hasMenu?: boolean;
  readonly className: string | undefined;
  readonly buttonClassName: string | undefined;
  /** The maximum width of the tooltip, at which its text wraps. If absent, the tooltip has a single line. */
  readonly tooltipWidth?: number;
  readonly onChoose: (bar: Bar, button: HTMLElement) => void;
  /** Lets users choose several bars at once; absent if the chart does not support it. */
  readonly brush?: BarBrush | undefined;
  /** Returns the content of a button; absent if the button is placed over a drawing and has none. */
  readonly renderContent?: (bar: Bar) => ReactNode;
}

/** Renders the bars of a chart as buttons. One bar is the tab stop, and arrow keys move between bars. */
export function BarButtons<Bar extends PictureBar>(props: BarButtonsProps<Bar>) {
  const { label, bars, hasMenu = false, className, buttonClassName, tooltipWidth } = props;
  const { onChoose, brush, renderContent } = props;
  const { groupRef, barProps } = useBarFocus();
  return (
    <div ref={groupRef} role="group" aria-label={label} className={className} {...brush?.groupProps}>
      {bars.map((bar, index) => {
        const { onKeyDown, ...focusProps } = barProps(index, bars.length);
        return (
          <Tooltip
            key={bar.key}
            label={bar.text}
            events={{ hover: true, focus: true, touch: false }}
            {...(tooltipWidth !== undefined && { multiline: true, maw: tooltipWidth })}
          >
            <button
              type="button"
              // The content of a button, if there is any, is its name.
              aria-label={renderContent === undefined ? bar.text : undefined}
              aria-haspopup={hasMenu ? 'menu' : undefined}
              className={[classes['button'], buttonClassName].filter(Boolean).join(' ')}
              style={bar.style}
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
