import { markPath } from '@/shared/pictures/mark-path';
import classes from './pivot-chart.module.css';

/** The mark of a series, in its colour. */
export function SeriesMark({ series }: { readonly series: number }) {
  return (
    <svg aria-hidden="true" className={classes['mark']} viewBox="-6 -6 12 12" width={12} height={12}>
      <path d={markPath(series)} className={classes['ink']} data-series={series + 1} />
    </svg>
  );
}
