import type { ReactNode } from 'react';
import '@/ui/pictures/series.module.css';
import { BarButtons } from '@/ui/pictures/bar-buttons';
import type { TimeScale } from '../model/time-scale';
import classes from './item.module.css';

/** A part of the chart that can be reached by pointer and keyboard. `name` is its accessible name. */
export interface TimeTarget {
  readonly key: string;
  readonly name: string;
  /** The horizontal position and size, as fractions of the chart's width. */
  readonly start: number;
  readonly width: number;
  /** The vertical position and size, in pixels. */
  readonly top: number;
  readonly height: number;
  readonly onPress?: () => void;
}

export interface TimePictureProps {
  readonly label: string;
  readonly describedBy?: string;
  readonly heightPx: number;
  readonly scale: TimeScale;
  readonly today: number;
  /** The accessible name of the group of targets. */
  readonly targetsLabel: string;
  readonly targets: readonly TimeTarget[];
  /** The content of the chart, as SVG. */
  readonly children: ReactNode;
}

/** The series color of the line for today. It must differ from the colors of bars. */
export const TODAY_SERIES = 5;

/** A chart over time. A line marks today, and the targets are placed over the chart. */
export function TimePicture(props: TimePictureProps) {
  const { label, describedBy, heightPx, scale, today, targetsLabel, targets, children } = props;
  const now = percent(scale.shareOf(today, 'start'));
  return (
    <div className={classes['drawingArea']} style={{ height: heightPx }}>
      <svg
        role="img"
        aria-label={label}
        aria-describedby={describedBy}
        className={classes['drawing']}
        width="100%"
        height={heightPx}
      >
        {children}
        <line
          className={classes['today']}
          data-series={TODAY_SERIES}
          x1={now}
          x2={now}
          y1={0}
          y2={heightPx}
        />
      </svg>
      <BarButtons
        label={targetsLabel}
        bars={targets.map(({ key, name, start, width, top, height, onPress }) => ({
          key,
          text: name,
          style: { left: percent(start), width: percent(width), top, height },
          onPress,
        }))}
        className={classes['buttons']}
        buttonClassName={classes['barButton']}
        tooltipWidth={360}
        onChoose={({ onPress }) => onPress?.()}
      />
    </div>
  );
}

/** Formats a fraction of the width as a percentage, for SVG attributes and styles. */
export function percent(share: number): string {
  return `${share * 100}%`;
}
