import type { ReactNode } from 'react';
import classes from './reading-table.module.css';

export interface ReadingTableProps {
  readonly label: string;
  /** A `thead` and a `tbody`; cells marked `data-number` stand right in tabular figures. */
  readonly children: ReactNode;
}

/** A table short enough to be drawn whole; the first cell of a row is its name. */
export function ReadingTable({ label, children }: ReadingTableProps) {
  return (
    <div className={classes['scroller']}>
      <table className={classes['table']} aria-label={label}>
        {children}
      </table>
    </div>
  );
}
