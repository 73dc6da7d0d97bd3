import type { ReactNode } from 'react';
import { CopyDiagnosticsButton } from './copy-diagnostics-button';
import classes from './state-panel.module.css';

export interface StatePanelProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** What happened, and what to do next. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** `failure` is announced assertively, and has **Copy diagnostics** after its actions. */
  readonly tone?: 'neutral' | 'warning' | 'failure';
  /** 1 where the panel is the whole page, 2 (default) within a page. */
  readonly headingLevel?: 1 | 2;
}

/** Replaces content that is absent: nothing yet, nothing found, not allowed, failed. Always shows a next step. */
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
    <div className={classes['panel']} data-tone={tone}>
      <span className={classes['icon']} aria-hidden="true">
        {icon}
      </span>
      {/* The alert excludes the actions, whose names would be announced as well. */}
      <div role={tone === 'failure' ? 'alert' : undefined} className={classes['message']}>
        <Heading className={classes['title']}>{title}</Heading>
        {children !== undefined && <div className={classes['text']}>{children}</div>}
      </div>
      {(actions !== undefined || tone === 'failure') && (
        <div className={classes['actions']}>
          {actions}
          {tone === 'failure' && <CopyDiagnosticsButton variant="subtle" />}
        </div>
      )}
    </div>
  );
}
