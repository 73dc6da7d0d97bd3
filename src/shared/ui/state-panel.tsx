import type { ReactNode } from 'react';
import classes from './state-panel.module.css';

export interface StatePanelProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** What happened, and what to do next. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** `failure` is announced at once; the others wait their turn. */
  readonly tone?: 'neutral' | 'warning' | 'failure';
  /** 1 where the panel is the whole page, 2 (default) inside one. */
  readonly headingLevel?: 1 | 2;
}

/** A designed answer in place of content: nothing yet, nothing found, not allowed, failed. Always with a way out. */
export function StatePanel({
  icon,
  title,
  children,
  actions,
  tone = 'neutral',
  headingLevel = 2,
}: StatePanelProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes['panel']} data-tone={tone} role={tone === 'failure' ? 'alert' : undefined}>
      <span className={classes['icon']} aria-hidden="true">
        {icon}
      </span>
      <Heading className={classes['title']}>{title}</Heading>
      {children !== undefined && <div className={classes['text']}>{children}</div>}
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  );
}
