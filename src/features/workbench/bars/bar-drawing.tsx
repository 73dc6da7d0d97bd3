import type { ComponentProps } from 'react';
import classes from './bars.module.css';

export interface BarDrawingProps extends Omit<ComponentProps<'svg'>, 'direction'> {
  /** Upright bars stand side by side, from 0 to 100 at the top; lying ones below each other, beside their values. */
  readonly direction: 'upright' | 'lying';
  /** The room across the bars: 1 for each of them. */
  readonly across: number;
}

/** The drawing of bars, stretched to the buttons or options that lie over it. */
export function BarDrawing({ direction, across, ...drawing }: BarDrawingProps) {
  const isUpright = direction === 'upright';
  return (
    <svg
      className={isUpright ? classes['drawing'] : classes['valueDrawing']}
      viewBox={isUpright ? `0 0 ${across} 100` : `0 0 100 ${across}`}
      preserveAspectRatio="none"
      {...drawing}
    />
  );
}

export interface BarValueProps {
  readonly label: string;
  readonly count: string;
}

/** The value of a lying bar and, at the end of its line, the number of its rows. */
export function BarValue({ label, count }: BarValueProps) {
  return (
    <>
      <span className={classes['valueLabel']}>{label}</span> <span>{count}</span>
    </>
  );
}
