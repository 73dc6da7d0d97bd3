import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from './query-section.module.css';

export interface QuerySectionProps {
  readonly label: string;
  /** The content at the right of the heading. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** A section of the query with a heading. It can be collapsed. */
export function QuerySection({ label, aside, children }: QuerySectionProps) {
  const [isOpen, setOpen] = useState(true);
  const contentId = useId();
  return (
    <div role="group" aria-label={label} className={classes['section']}>
      <h3 className={classes['heading']}>
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => {
            setOpen((open) => !open);
          }}
        >
          <IconChevronDown className={classes['chevron']} size={14} aria-hidden="true" />
          {label}
        </button>
        {aside !== null && <span className={classes['aside']}>{aside}</span>}
      </h3>
      <div id={contentId} hidden={!isOpen} className={classes['content']}>
        {children}
      </div>
    </div>
  );
}
