import type { ReactNode } from 'react';
import classes from './bars.module.css';

/** The labels at the ends of a chart's scale, below the chart. Screen readers read the ends with the chart's parts instead. */
export function PictureEnds({ ends }: { readonly ends: readonly ReactNode[] }) {
  return (
    <div className={classes['ends']} aria-hidden="true">
      {ends.map((end, index) => (
        <span key={index}>{end}</span>
      ))}
    </div>
  );
}
