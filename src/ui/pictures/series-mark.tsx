import classes from './series.module.css';

/** SVG path data of a shape for each data series, centered on a point. The shapes tell series apart for users who cannot see colors. */
const MARKS = [
  'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z',
  'M-3.6 -3.6H3.6V3.6H-3.6Z',
  'M0 -4.8L4.6 3.6H-4.6Z',
  'M0 -5L5 0L0 5L-5 0Z',
  'M-1.6 -4.6H1.6V-1.6H4.6V1.6H1.6V4.6H-1.6V1.6H-4.6V-1.6H-1.6Z',
  'M0 4.8L4.6 -3.6H-4.6Z',
] as const;

export interface SeriesMarkProps {
  /** The index of the series, from 0. */
  readonly series: number;
}

/** Draws the mark of a series in its color, for a legend. */
export function SeriesMark({ series }: SeriesMarkProps) {
  return (
    <svg aria-hidden="true" className={classes['mark']} viewBox="-6 -6 12 12" width={12} height={12}>
      <MarkShape series={series} />
    </svg>
  );
}

export interface SeriesPointProps extends SeriesMarkProps {
  readonly x: string | number;
  readonly y: string | number;
}

/** Draws the mark of a series at a point of a chart. */
export function SeriesPoint({ series, x, y }: SeriesPointProps) {
  return (
    <svg x={x} y={y} className={classes['point']}>
      <MarkShape series={series} />
    </svg>
  );
}

function MarkShape({ series }: SeriesMarkProps) {
  return (
    <path d={MARKS[series % MARKS.length] ?? MARKS[0]} className={classes['ink']} data-series={series + 1} />
  );
}
