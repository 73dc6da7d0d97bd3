import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { useByteText } from '@/ui/formats/use-byte-text';
import { isLongWait } from '@/ui/http/retry-policy';
import type { ServiceFailure } from '@/ui/http/service-error';
import { useAnnounce } from '@/ui/components/announcer';
import { CopyDiagnosticsButton } from '@/ui/components/copy-diagnostics-button';
import { failureLine, failureText } from '@/ui/components/failure-text';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import { coveragePlace } from '../../controller/places';
import classes from './coverage-bar.module.css';
import { coverageText } from '@/analysis/reading/coverage-text';
import {
  canResume,
  coverageOf,
  isUnderWay,
  timeLeftMs,
  type ReadingFailure,
} from '@/analysis/reading/reading-state';
import type { Reading } from './use-reading';

/** The remaining time is shown only if it is at least this long, because a shorter one would disappear before it can be read. */
const SHOWN_FROM_MS = 2_000;
/** The coverage is announced during a reading only after this time. A shorter reading is announced only at its end. */
const ANNOUNCED_AFTER_MS = 1_000;

export interface CoverageBarProps {
  readonly reading: Reading;
  /** The name of the rows, needed if the screen shows more than one reading. */
  readonly name?: string;
}

/** Shows which rows were read, with buttons that pause, continue or repeat the reading. */
export function CoverageBar({ reading, name }: CoverageBarProps) {
  const t = useTranslations('analysis');
  const words = useWords();
  const { formats } = words;
  const { store, state, mayReadAll } = reading;
  const { status, readCount, plannedRows, retrying, failure } = state;
  const barRef = useRef<HTMLDivElement>(null);
  // Moves the focus to the next button, or to the bar itself if no button is left.
  const restoredFocus = useRestoredFocus(() => {
    const button = barRef.current?.querySelector('button');
    (button ?? barRef.current)?.focus();
  });
  const coverage = coverageOf(state);
  const isInconsistent = coverage.kind === 'inconsistent';
  const covered = coverageText(words, coverage);
  const text = name === undefined ? covered : t('coverage.ofSide', { side: name, coverage: covered });
  const labelOf = (label: string) =>
    name === undefined ? label : t('coverage.sideLabel', { label, side: name });
  useAnnounceStatus(status, text);
  const underWay = isUnderWay(state);
  const percent = plannedRows === null || plannedRows === 0 ? 0 : Math.floor((readCount * 100) / plannedRows);
  const leftMs = timeLeftMs(state);
  // If all rows were read without doubts, the text moves to the status line and the bar takes no room from the view.
  const isPlain = coverage.kind === 'all' && (coverage.doubts ?? null) === null && name === undefined;
  const isInStatusLine = coveragePlace.useHasPlace() && isPlain && failure === null;
  const hasChoice = !mayReadAll && !underWay && readCount < state.snapshotRows;
  const statusText = (
    // `useAnnounceStatus` announces only important changes, because announcing every page would be too much.
    <p
      role="status"
      aria-label={labelOf(t('coverage.label'))}
      aria-live="off"
      data-plain={isPlain || undefined}
      className={classes['text']}
      data-tone={isInconsistent ? 'danger' : undefined}
    >
      {text}
    </p>
  );
  return (
    // This element is rendered even without a visible bar, because it takes the focus from a button that disappears.
    <div
      ref={barRef}
      tabIndex={-1}
      className={isInStatusLine ? undefined : classes['bar']}
      {...restoredFocus}
    >
      {isInStatusLine ? <coveragePlace.Into>{statusText}</coveragePlace.Into> : statusText}
      {underWay && (
        <>
          <div
            role="progressbar"
            aria-label={labelOf(t('reading.progress'))}
            aria-valuenow={percent}
            aria-valuetext={formats.formatPercent(percent / 100)}
            className={classes['track']}
          >
            <div
              className={classes['done']}
              data-paused={status === 'paused' || undefined}
              style={{ width: `${percent}%` }}
            />
          </div>
          {leftMs !== null && leftMs >= SHOWN_FROM_MS && (
            <span className={classes['note']}>
              {t('reading.timeLeft', { time: formats.formatDuration(leftMs) })}
            </span>
          )}
          <Button
            variant="default"
            size="compact-sm"
            onClick={status === 'paused' ? store.resume : store.pause}
          >
            {t(status === 'paused' ? 'reading.resume' : 'reading.pause')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={store.cancel}>
            {t('reading.cancel')}
          </Button>
        </>
      )}
      {status === 'cancelled' && (
        <Button variant="default" size="compact-sm" onClick={store.resume}>
          {t('reading.readRest')}
        </Button>
      )}
      {hasChoice && (
        <Button variant="subtle" size="compact-sm" onClick={store.choose}>
          {t('reading.chooseAgain')}
        </Button>
      )}
      {status === 'reading' && retrying !== null && <WaitNote failure={retrying} onTryNow={store.tryNow} />}
      {failure !== null && readCount > 0 && !isInconsistent && (
        <StopNote failure={failure} {...(canResume(state) && { onRetry: store.resume })} />
      )}
    </div>
  );
}

/** Announces the coverage when reading is paused or has ended, and once during a long reading, but not with every page. */
function useAnnounceStatus(status: Reading['state']['status'], text: string): void {
  const announce = useAnnounce();
  const tell = useEffectEvent(() => announce(text));
  const first = useRef<typeof status | null>(status);
  useEffect(() => {
    if (status === 'reading') {
      first.current = null;
      const timer = setTimeout(tell, ANNOUNCED_AFTER_MS);
      return () => clearTimeout(timer);
    }
    // A reading that had ended before the bar was rendered is not announced.
    if (first.current !== status) tell();
    first.current = status;
    return undefined;
  }, [status]);
}

/** Shows why the next rows are late. */
function WaitNote({
  failure,
  onTryNow,
}: {
  readonly failure: ServiceFailure;
  readonly onTryNow: () => void;
}) {
  const t = useTranslations('analysis');
  const { text } = failureText(useWords(), failure);
  if (!isLongWait(failure)) {
    const isThrottled = failure.kind === 'throttled';
    return (
      <p className={classes['note']}>{t(isThrottled ? 'reading.holdingThrottled' : 'reading.holding')}</p>
    );
  }
  return (
    <>
      <p className={classes['note']}>{`${text} ${t('reading.holdingLong')}`}</p>
      <Button size="compact-sm" onClick={onTryNow}>
        {t('reading.tryNow')}
      </Button>
    </>
  );
}

interface StopNoteProps {
  readonly failure: ReadingFailure;
  /** Absent if the reading cannot continue. */
  readonly onRetry?: () => void;
}

/** Shows why no further rows are read. Failures of the whole snapshot are shown below the view instead. */
function StopNote({ failure, onRetry }: StopNoteProps) {
  const t = useTranslations('analysis');
  const tCommon = useTranslations('common');
  const byteText = useByteText();
  const words = useWords();
  const reason = () => {
    if (failure.kind === 'memory') return t('failure.memory', { size: byteText(failure.budgetBytes) });
    return failure.kind === 'service' && onRetry !== undefined ? failureLine(words, failure.failure) : '';
  };
  return (
    <>
      <p role="alert" className={classes['stop']}>
        <strong>{t('failure.stopped')}</strong> {reason()}
      </p>
      {onRetry !== undefined && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {tCommon('tryAgain')}
        </Button>
      )}
      {failure.kind !== 'memory' && <CopyDiagnosticsButton size="compact-sm" variant="subtle" />}
    </>
  );
}
