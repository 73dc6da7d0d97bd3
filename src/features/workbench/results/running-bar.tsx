import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import type { RunState } from '../controller/workbench-state';
import classes from './running-bar.module.css';

/** Shorter work shows and announces no text, because the text would only flicker. */
const QUIET_MS = 400;
const TICK_MS = 200;

/** The times of the repeated announcements, which become less frequent. */
const REPEATED_AT_MS = [2_000, 10_000, 30_000] as const;
const REPEATED_LATER_EVERY_MS = 60_000;

export interface RunningBarProps {
  readonly run: RunState;
  readonly isOpening: boolean;
  /** Whether the rows of the snapshot are being counted, because the service does not say how many there are. */
  readonly isCounting?: boolean;
  readonly onCancel: () => void;
}

/** Shows a thin bar while a snapshot is taken or opened. A run that takes longer also shows its duration and **Cancel**. */
export function RunningBar({ run, isOpening, isCounting = false, onCancel }: RunningBarProps) {
  if (run.status === 'running') return <Running key={run.id} isCounting={isCounting} onCancel={onCancel} />;
  return isOpening && <Opening isCounting={isCounting} />;
}

function Running({ isCounting, onCancel }: Pick<RunningBarProps, 'isCounting' | 'onCancel'>) {
  const t = useTranslations('results');
  const elapsedMs = useElapsedMs(t('running'), (seconds) => t('stillRunning', { seconds }));
  if (elapsedMs < QUIET_MS) return <div className={classes['bar']} />;
  return (
    <div className={classes['status']}>
      <div className={classes['bar']} />
      {isCounting === true && <span>{t('counting')}</span>}
      <span className={classes['seconds']}>{t('runningFor', { seconds: Math.floor(elapsedMs / 1000) })}</span>
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

function Opening({ isCounting }: Pick<RunningBarProps, 'isCounting'>) {
  const t = useTranslations('results');
  useElapsedMs(t('opening'), (seconds) => t('stillOpening', { seconds }));
  if (isCounting !== true) return <div className={classes['bar']} />;
  return (
    <div className={classes['status']}>
      <div className={classes['bar']} />
      <span>{t('counting')}</span>
    </div>
  );
}

/** Returns the time since the first render, and announces at intervals that the work is still running. */
function useElapsedMs(text: string, repeatedText: (seconds: number) => string): number {
  const announce = useAnnounce();
  const [elapsedMs, setElapsedMs] = useState(0);
  const announceNow = useEffectEvent((atMs: number) =>
    announce(atMs === QUIET_MS ? text : repeatedText(Math.floor(atMs / 1000))),
  );
  useEffect(() => {
    const startedAtMs = performance.now();
    let announcementAtMs = QUIET_MS;
    const timer = setInterval(() => {
      const nowMs = performance.now() - startedAtMs;
      setElapsedMs(nowMs);
      if (nowMs < announcementAtMs) return;
      announceNow(announcementAtMs);
      announcementAtMs = nextAnnouncementAtMs(nowMs);
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      // Removes the announcement, so that a screen reader does not find it after the work has ended.
      announce('');
    };
  }, [announce]);
  return elapsedMs;
}

function nextAnnouncementAtMs(elapsedMs: number): number {
  const next = REPEATED_AT_MS.find((atMs) => atMs > elapsedMs);
  return next ?? (Math.floor(elapsedMs / REPEATED_LATER_EVERY_MS) + 1) * REPEATED_LATER_EVERY_MS;
}
