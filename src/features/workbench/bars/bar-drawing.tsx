import type { ComponentProps } from 'react';
import classes from './bars.module.css';

export interface BarDrawingProps extends Omit<ComponentProps<'svg'>, 'direction'> {
  /** Upright bars are side by side and grow from the bottom. Lying bars are below each other, in the lines of their values. */
  readonly direction: 'upright' | 'lying';
  /** The extent of the drawing across the bars, in units of one bar. */
  readonly across: number;
}

/** The drawing of bars. It is stretched to the size of the buttons or options that are laid over it. */
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
