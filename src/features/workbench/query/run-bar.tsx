import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './run-bar.module.css';

export interface RunBarProps extends QueryRunState {
  /** The words of the button. */
  readonly runText: string;
  readonly onRun: () => void;
  readonly onReset: () => void;
  /** Shown beside the state. */
  readonly children: ReactNode;
}

/** Shows how far the draft is from the applied query, with the buttons to run and reset. */
export function RunBar(props: RunBarProps) {
  const { runText, onRun, onReset, children } = props;
  const t = useTranslations('workbench');
  return (
    <footer className={classes['footer']}>
      <div className={classes['stateLine']}>
        <DraftState {...props} />
        {children}
      </div>
      <div className={classes['actions']}>
        <Button
          className={classes['run'] ?? ''}
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          // Longer words need its room.
          rightSection={
            runText === t('query.run') && (
              <span className={classes['shortcut']} aria-hidden="true">
                {t('query.runShortcut')}
              </span>
            )
          }
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={onRun}
        >
          {runText}
        </Button>
        <Button size="xs" variant="default" onClick={onReset}>
          {t('query.reset')}
        </Button>
      </div>
    </footer>
  );
}

export interface QueryRunState {
  readonly isRunning: boolean;
  /** Whether the applied query has been run. */
  readonly isApplied: boolean;
  readonly changeCount: number;
  /** Number of problems after a blocked run; null otherwise. */
  readonly problemCount: number | null;
}

/** Says how far the draft is from the rows on screen. */
export function DraftState(props: QueryRunState) {
  const t = useTranslations('workbench');
  return (
    <p className={classes['state']} data-tone={stateTone(props)}>
      {stateText(props, t)}
    </p>
  );
}

function stateText(
  { isRunning, isApplied, changeCount, problemCount }: QueryRunState,
  t: ReturnType<typeof useTranslations<'workbench'>>,
): string {
  if (problemCount !== null) return t('query.problems', { count: problemCount });
  // The results show the progress of the run and can cancel it.
  if (isRunning) return '';
  if (changeCount > 0) return t('query.changes', { count: changeCount });
  return isApplied ? t('query.asRun') : t('query.notRunYet');
}

function stateTone({ problemCount, changeCount }: QueryRunState): 'problem' | 'changed' | 'calm' {
  if (problemCount !== null) return 'problem';
  return changeCount > 0 ? 'changed' : 'calm';
}
