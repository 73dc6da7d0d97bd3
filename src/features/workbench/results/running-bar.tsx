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
  /** Whether rows from before are on screen meanwhile. */
  readonly hasEarlierRows?: boolean;
  readonly onCancel: () => void;
}

/** Shows a thin bar while a snapshot is taken or opened. A run that takes longer also shows its duration and **Cancel**. */
export function RunningBar({
  run,
  isOpening,
  isCounting = false,
  hasEarlierRows = false,
  onCancel,
}: RunningBarProps) {
  const counting = useCountingTexts(isCounting, hasEarlierRows);
  if (run.status === 'running') return <Running key={run.id} counting={counting} onCancel={onCancel} />;
  return isOpening && <Opening counting={counting} />;
}

/** Returns sentences that say that rows are counted; none while they are not. */
function useCountingTexts(isCounting: boolean, hasEarlierRows: boolean): readonly string[] {
  const t = useTranslations('results');
  if (!isCounting) return [];
  return [t('counting'), ...(hasEarlierRows ? [t('earlierRowsStay')] : [])];
}

interface CountingProps {
  readonly counting: readonly string[];
}

function Running({ counting, onCancel }: CountingProps & Pick<RunningBarProps, 'onCancel'>) {
  const t = useTranslations('results');
  const elapsedMs = useElapsedMs(counting.length === 0 ? t('running') : counting.join(' '), (seconds) =>
    [...counting, t('stillRunning', { seconds })].join(' '),
  );
  if (elapsedMs < QUIET_MS) return <div className={classes['bar']} />;
  return (
    <div className={classes['status']}>
      <div className={classes['bar']} />
      {counting.map((text) => (
        <span key={text}>{text}</span>
      ))}
      <span className={classes['seconds']}>{t('runningFor', { seconds: Math.floor(elapsedMs / 1000) })}</span>
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

function Opening({ counting }: CountingProps) {
  const t = useTranslations('results');
  useElapsedMs(counting.length === 0 ? t('opening') : counting.join(' '), (seconds) =>
    [...counting, t('stillOpening', { seconds })].join(' '),
  );
  if (counting.length === 0) return <div className={classes['bar']} />;
  return (
    <div className={classes['status']}>
      <div className={classes['bar']} />
      {counting.map((text) => (
        <span key={text}>{text}</span>
      ))}
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
