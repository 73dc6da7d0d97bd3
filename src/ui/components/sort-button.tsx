import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './sort-button.module.css';

export interface SortButtonProps {
  readonly heading: string;
  /** The accessible name, which says what a click does. The heading says only what the column contains. */
  readonly action: string;
  /** The direction in which the table is sorted by this column; null if it is not. */
  readonly direction: 'ascending' | 'descending' | null;
  readonly onClick: ((event: unknown) => void) | undefined;
}

/** A column heading that sorts the table. Its arrow is visible on hover, and while the table is sorted by this column. */
export function SortButton({ heading, action, direction, onClick }: SortButtonProps) {
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <button type="button" className={classes['sort']} aria-label={action} onClick={onClick}>
      {heading}
      <Arrow
        size={13}
        stroke={2}
        aria-hidden="true"
        className={classes['arrow']}
        data-sorted={direction !== null || undefined}
      />
    </button>
  );
}
