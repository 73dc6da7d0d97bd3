import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './sort-button.module.css';

export interface SortButtonProps {
  readonly heading: string;
  /** The accessible name: what a press does. The heading alone names the content of the column. */
  readonly action: string;
  /** Null where the table is not sorted by this column. */
  readonly direction: 'ascending' | 'descending' | null;
  readonly onClick: ((event: unknown) => void) | undefined;
}

/** Sorts a table by the column it heads. Its arrow is visible on hover, and while the table is sorted by this column. */
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
