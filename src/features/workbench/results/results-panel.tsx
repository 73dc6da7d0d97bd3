import { Kbd } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { StatePanel } from '@/shared/ui/state-panel';
import classes from './results-panel.module.css';
import type { ResultsPanelProps } from './results-panel-props';
import { RunningBar } from './running-bar';
import { ShownSnapshot } from './shown-snapshot';
import { SnapshotFailurePanel } from './snapshot-failure-panel';

/** The right-hand side of the workbench: a snapshot's rows, or why there are none. */
export function ResultsPanel(props: ResultsPanelProps) {
  const { shown, run, opening } = props;
  const t = useTranslations('results');
  const isWorking = run.status === 'running' || (opening.isPending && shown === null);

  return (
    <section className={classes['panel']} aria-label={t('results')} data-results="">
      <RunningBar run={run} isOpening={opening.isPending} onCancel={props.onCancel} />
      {content()}
    </section>
  );

  function content() {
    if (shown !== null) return <ShownSnapshot {...props} shown={shown} />;
    if (isWorking) return <div className={classes['blank']} />;
    if (run.status === 'failed') {
      return <SnapshotFailurePanel failure={run.failure} onRetry={props.onRetryRun} />;
    }
    if (opening.failure !== null) {
      return (
        <SnapshotFailurePanel
          failure={opening.failure}
          onRetry={props.onRetryOpening}
          onTakeNew={() => props.onRefresh(null)}
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
