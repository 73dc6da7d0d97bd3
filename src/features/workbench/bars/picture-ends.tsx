import type { ReactNode } from 'react';
import classes from './bars.module.css';

/** The labels at the ends of a picture's scale, below it. Screen readers read the ends with the picture's parts instead. */
export function PictureEnds({ ends }: { readonly ends: readonly ReactNode[] }) {
  return (
    <div className={classes['ends']} aria-hidden="true">
      {ends.map((end, index) => (
        <span key={index}>{end}</span>
      ))}
    </div>
  );
}
