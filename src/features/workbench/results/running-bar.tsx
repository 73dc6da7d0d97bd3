import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RunState } from '../snapshot/use-run';
import classes from './running-bar.module.css';

/** Work that is over sooner than this goes without words: they would only flicker. */
const QUIET_MS = 400;

export interface RunningBarProps {
  readonly run: RunState;
  readonly isOpening: boolean;
  readonly onCancel: () => void;
}

/** That something is on its way: a thin bar at once, words with the seconds and **Cancel** when it takes longer. */
export function RunningBar({ run, isOpening, onCancel }: RunningBarProps) {
  if (run.status === 'running') {
    return <Running key={run.ordinal} onCancel={onCancel} />;
  }
  return isOpening ? <Opening /> : null;
}

function Running({ onCancel }: { readonly onCancel: () => void }) {
  const t = useTranslations('results');
  const [startedAtMs] = useState(() => performance.now());
  const [elapsedMs, setElapsedMs] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      setElapsedMs(performance.now() - startedAtMs);
    }, 200);
    return () => {
      clearInterval(timer);
    };
  }, [startedAtMs]);
  return (
    <>
      <div className={classes['bar']} />
      {elapsedMs >= QUIET_MS && (
        <div className={classes['words']}>
          <span role="status">{t('running')}</span>
          <span className={classes['seconds']} aria-hidden="true">
            {t('runningFor', { seconds: Math.floor(elapsedMs / 1000) })}
          </span>
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      )}
    </>
  );
}

function Opening() {
  const t = useTranslations('results');
  return (
    <div className={classes['bar']}>
      <span role="status" className={classes['hidden']}>
        {t('opening')}
      </span>
    </div>
  );
}
