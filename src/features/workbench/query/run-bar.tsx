import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './run-bar.module.css';

export interface RunBarProps {
  readonly isRunning: boolean;
  /** Has anything been run? */
  readonly isApplied: boolean;
  /** Between what was run and the draft. */
  readonly changeCount: number;
  /** Null while nobody has asked for a run that could not be. */
  readonly problemCount: number | null;
  readonly onRun: () => void;
  readonly onCancel: () => void;
  readonly onReset: () => void;
  /** Beside the state. */
  readonly children: ReactNode;
}

/** Below the query: how far it is from what was run, and Run. */
export function RunBar(props: RunBarProps) {
  const { isRunning, problemCount, changeCount, onRun, onCancel, onReset, children } = props;
  const t = useTranslations('workbench');
  return (
    <footer className={classes['footer']}>
      <div className={classes['stateLine']}>
        <p className={classes['state']} data-tone={stateTone(problemCount, changeCount)}>
          {stateText(props, t)}
        </p>
        {children}
      </div>
      <div className={classes['actions']}>
        <Button
          className={classes['run'] ?? ''}
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          rightSection={
            <span className={classes['shortcut']} aria-hidden="true">
              {t('query.runShortcut')}
            </span>
          }
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={onRun}
        >
          {t('query.run')}
        </Button>
        {isRunning ? (
          <Button size="xs" variant="default" leftSection={<IconPlayerStop size={14} />} onClick={onCancel}>
            {t('query.cancel')}
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={onReset}>
            {t('query.reset')}
          </Button>
        )}
      </div>
    </footer>
  );
}

type Translate = ReturnType<typeof useTranslations<'workbench'>>;

function stateText({ isRunning, isApplied, changeCount, problemCount }: RunBarProps, t: Translate): string {
  if (problemCount !== null) return t('query.problems', { count: problemCount });
  if (isRunning) return t('query.running');
  if (changeCount > 0) return t('query.changes', { count: changeCount });
  return isApplied ? t('query.asRun') : t('query.notRunYet');
}

function stateTone(problemCount: number | null, changeCount: number): 'problem' | 'changed' | 'calm' {
  if (problemCount !== null) return 'problem';
  return changeCount > 0 ? 'changed' : 'calm';
}
