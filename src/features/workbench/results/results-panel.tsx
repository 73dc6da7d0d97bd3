import { memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { isConnectionFailure, type SnapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import { anchorAtRow } from '../snapshot/viewport-anchor';
import { useOnReconnect } from '../../../session/use-on-reconnect';
import { usePublished } from '../controller/use-published-rows';
import { useWorkbenchActions, useWorkbenchRun } from '../controller/use-workbench';
import classes from './results-panel.module.css';
import { CountingRows, FirstLook } from './lazy-tools';
import { RunningBar } from './running-bar';
import { ShownSnapshot, type ShownSnapshotHandle, type ShownSnapshotProps } from './shown-snapshot';
import { useRefusedParts } from './use-refused-parts';
import { SnapshotFailurePanel } from './snapshot-failure-panel';
import { usePreparedGrid } from './use-prepared-grid';

export interface ResultsPanelProps extends Omit<ShownSnapshotProps, 'ref' | 'openSnapshot'> {
  /** The snapshot on screen. It stays while a newer one is being taken or opened. */
  readonly openSnapshot: OpenSnapshot | null;
  /** The state of opening the snapshot that the address names. */
  readonly opening: {
    readonly isPending: boolean;
    readonly failure: SnapshotFailure | null;
    readonly retry: () => void;
  };
}

/** The results: the rows of a snapshot, or the reason why there are no rows. */
export const ResultsPanel = memo(ResultsPanelView);

function ResultsPanelView({ opening, ...props }: ResultsPanelProps) {
  const { openSnapshot, initialRow } = props;
  const run = useWorkbenchRun();
  const { refresh, retryRun, cancelRun, run: runAgain } = useWorkbenchActions();
  const refused = useRefusedParts();
  const t = useTranslations('results');
  const counting = usePublished('counting');
  const isWorking = run.status === 'running' || (opening.isPending && openSnapshot === null);

  // The grid is deferred: its rows come 6 ms later, but the longest task takes 60 ms instead of 115 ms.
  const isGridDue = useDeferredValue(openSnapshot !== null);

  const sectionRef = useRef<HTMLElement>(null);
  const shownRef = useRef<ShownSnapshotHandle>(null);
  usePreparedGrid(sectionRef, openSnapshot === null);
  const restoredFocus = useRestoredFocus(() => {
    if (shownRef.current?.focus() !== true) sectionRef.current?.focus();
  });

  // Retries requests that failed without a connection, unless the user has dismissed the failure.
  useOnReconnect(() => {
    openSnapshot?.rows.retryFailed();
    if (run.status === 'failed' && isConnectionFailure(run.failure)) {
      retryRun(shownRef.current?.getAnchor() ?? null);
    } else if (opening.failure !== null && isConnectionFailure(opening.failure)) opening.retry();
  });

  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      className={classes['panel']}
      aria-label={t('results')}
      data-results=""
      {...restoredFocus}
    >
      <RunningBar
        run={run}
        isOpening={opening.isPending}
        isCounting={counting !== null}
        onCancel={cancelRun}
      />
      {content()}
    </section>
  );

  function content() {
    if (openSnapshot !== null && isGridDue)
      return <ShownSnapshot {...props} ref={shownRef} openSnapshot={openSnapshot} />;
    if (isWorking && counting !== null) return <CountingRows page={counting} />;
    if (isWorking || openSnapshot !== null) return <div className={classes['blank']} />;
    if (run.status === 'failed') {
      return (
        <SnapshotFailurePanel
          failure={run.failure}
          refused={refused}
          // The query is divided again between the service and the browser.
          onRetry={() => (refused.length > 0 ? runAgain() : retryRun(null))}
        />
      );
    }
    if (opening.failure !== null) {
      return (
        <SnapshotFailurePanel
          failure={opening.failure}
          onRetry={opening.retry}
          onTakeNew={() => refresh(initialRow === null ? null : anchorAtRow(initialRow))}
        />
      );
    }
    return <LookSoon />;
  }
}

/** The delay before `FirstLook` appears. A user who arrives with a run does not need it, and the service is spared its request. */
const LOOK_AFTER_MS = 300;

function LookSoon() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), LOOK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? <FirstLook /> : <div className={classes['blank']} />;
}
