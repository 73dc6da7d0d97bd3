import { Kbd } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { DataGridHandle } from '@/shared/grid/data-grid-props';
import { StatePanel } from '@/shared/ui/state-panel';
import { useFocusKept } from '@/shared/ui/use-focus-kept';
import { useWorkbenchActions, useWorkbenchRun } from '../use-workbench';
import { placeAtRow, type KeptPlace } from '../snapshot/kept-place';
import { isCutOff } from '../snapshot/snapshot-failure';
import classes from './results-panel.module.css';
import type { ResultsPanelProps } from './results-panel-props';
import { RunningBar } from './running-bar';
import { ShownSnapshot } from './shown-snapshot';
import { SnapshotFailurePanel } from './snapshot-failure-panel';
import { useOnReturn } from './use-on-return';

/** The right-hand side of the workbench: a snapshot's rows, or why there are none. */
export function ResultsPanel(props: ResultsPanelProps) {
  const { shown, opening } = props;
  const run = useWorkbenchRun();
  const { refresh, retryRun, cancelRun } = useWorkbenchActions();
  const t = useTranslations('results');
  const isWorking = run.status === 'running' || (opening.isPending && shown === null);

  const sectionRef = useRef<HTMLElement>(null);
  const gridRef = useRef<DataGridHandle>(null);
  const placeRef = useRef<() => KeptPlace>(null);
  const focusKept = useFocusKept(() => {
    if (gridRef.current === null) sectionRef.current?.focus();
    else gridRef.current.focus();
  });

  // What somebody asked for, and only the missing connection kept from them. A failure put aside is no wish any more.
  useOnReturn(() => {
    if (run.status === 'failed' && isCutOff(run.failure)) retryRun(placeRef.current?.() ?? null);
    else if (opening.failure !== null && isCutOff(opening.failure)) props.onRetryOpening();
  });

  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      className={classes['panel']}
      aria-label={t('results')}
      data-results=""
      {...focusKept}
    >
      <RunningBar run={run} isOpening={opening.isPending} onCancel={cancelRun} />
      {content()}
    </section>
  );

  function content() {
    if (shown !== null)
      return <ShownSnapshot {...props} shown={shown} gridRef={gridRef} placeRef={placeRef} />;
    if (isWorking) return <div className={classes['blank']} />;
    if (run.status === 'failed') {
      return <SnapshotFailurePanel failure={run.failure} onRetry={() => retryRun(null)} />;
    }
    if (opening.failure !== null) {
      return (
        <SnapshotFailurePanel
          failure={opening.failure}
          onRetry={props.onRetryOpening}
          onTakeNew={() => refresh(props.initialRow === null ? null : placeAtRow(props.initialRow))}
        />
      );
    }
    return (
      <StatePanel icon={<IconTable size={22} />} title={t('nothingRunTitle')}>
        <p>{t('nothingRunText')}</p>
        <p>
          <Kbd>{t('runShortcut')}</Kbd>
        </p>
      </StatePanel>
    );
  }
}
