import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnouncer, type Announce } from '@/shared/ui/announcer';
import type { RunState } from '../workbench-state';
import classes from './running-bar.module.css';
import { nextWordsAtMs } from './running-words';

/** Work that is over sooner than this goes without words: they would only flicker. */
const QUIET_MS = 400;
const TICK_MS = 200;

export interface RunningBarProps {
  readonly run: RunState;
  readonly isOpening: boolean;
  readonly onCancel: () => void;
}

/**
 * That something is on its way: a thin bar at once, words when it takes longer, seen and heard. A run shows the seconds
 * as well, and **Cancel**.
 */
export function RunningBar({ run, isOpening, onCancel }: RunningBarProps) {
  // There before anything runs: screen readers miss what a live region comes with.
  const { announce, announcer } = useAnnouncer();
  return (
    <>
      {run.status === 'running' ? (
        <Running key={run.id} announce={announce} onCancel={onCancel} />
      ) : (
        isOpening && <Opening announce={announce} />
      )}
      {announcer}
    </>
  );
}

interface OnItsWayProps {
  readonly announce: Announce;
}

function Running({ announce, onCancel }: OnItsWayProps & { readonly onCancel: () => void }) {
  const t = useTranslations('results');
  const elapsedMs = useElapsedMs(announce, t('running'), (seconds) => t('stillRunning', { seconds }));
  return (
    <>
      <div className={classes['bar']} />
      {elapsedMs >= QUIET_MS && (
        <div className={classes['words']}>
          <span className={classes['seconds']}>
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

function Opening({ announce }: OnItsWayProps) {
  const t = useTranslations('results');
  useElapsedMs(announce, t('opening'), (seconds) => t('stillOpening', { seconds }));
  return <div className={classes['bar']} />;
}

/** The time since the first render, which is told now and then as long as it lasts. */
function useElapsedMs(announce: Announce, words: string, stillWords: (seconds: number) => string): number {
  const [elapsedMs, setElapsedMs] = useState(0);
  const say = useEffectEvent((atMs: number) =>
    announce(atMs === QUIET_MS ? words : stillWords(Math.floor(atMs / 1000))),
  );
  useEffect(() => {
    const startedAtMs = performance.now();
    let wordsAtMs = QUIET_MS;
    const timer = setInterval(() => {
      const nowMs = performance.now() - startedAtMs;
      setElapsedMs(nowMs);
      if (nowMs < wordsAtMs) return;
      say(wordsAtMs);
      wordsAtMs = nextWordsAtMs(nowMs);
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      // Nobody is to come upon it later.
      announce('');
    };
  }, [announce]);
  return elapsedMs;
}
