import type { ReactNode } from 'react';
import { CopyDiagnosticsButton } from './copy-diagnostics-button';
import classes from './state-panel.module.css';

export interface StatePanelProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** What happened, and what to do next. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** A panel of tone `failure` is announced at once, and has **Copy diagnostics** after its actions. */
  readonly tone?: 'neutral' | 'warning' | 'failure';
  /** Use 1 if the panel is the whole page, and 2 (the default) if it is part of a page. */
  readonly headingLevel?: 1 | 2;
}

/** Shown in place of content that is not created yet, not found, not allowed, or failed. Always shows a next step. */
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
      {/* The actions are outside the alert, so that their names are not announced with it. */}
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
