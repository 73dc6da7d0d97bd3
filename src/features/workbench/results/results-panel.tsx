import { Kbd } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import type { ColumnArrangement, GridSort } from '@/shared/grid/grid-model';
import { StatePanel } from '@/shared/ui/state-panel';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import type { SnapshotFailure } from '../snapshot/snapshot-failure';
import type { RunState } from '../snapshot/use-run';
import type { ShownResults } from './exportable-results';
import classes from './results-panel.module.css';
import { RunningBar } from './running-bar';
import { ShownSnapshot } from './shown-snapshot';
import { SnapshotFailurePanel } from './snapshot-failure-panel';

export interface ResultsPanelProps {
  readonly priceColumn: PriceColumn;
  /** On screen; stays while a newer one is on its way. */
  readonly shown: OpenSnapshot | null;
  readonly run: RunState;
  /** A snapshot of the address is being opened, or could not be. */
  readonly opening: { readonly isPending: boolean; readonly failure: SnapshotFailure | null };
  readonly hasFilters: boolean;
  readonly sort: readonly GridSort[];
  /** 0-based. */
  readonly initialRow: number | null;
  /** Null: columns as they come. */
  readonly arrangement: ColumnArrangement | null;
  readonly onArrangementChange: (arrangement: ColumnArrangement) => void;
  readonly onSort: (columnId: string, how: { readonly isAdditive: boolean }) => void;
  /** Runs again what is on screen, or what the address asks for. */
  readonly onRefresh: () => void;
  readonly onCancel: () => void;
  readonly onRetryRun: () => void;
  readonly onDismissFailure: () => void;
  readonly onRetryOpening: () => void;
  /** What else can be done with the rows; asks for them when it comes to it. */
  readonly renderTools: (getResults: () => ShownResults) => ReactNode;
}

/** The right-hand side of the workbench: a snapshot's rows, or why there are none. */
export function ResultsPanel(props: ResultsPanelProps) {
  const { shown, run, opening } = props;
  const t = useTranslations('results');
  const isWorking = run.status === 'running' || (opening.isPending && shown === null);

  return (
    <section className={classes['panel']} aria-label={t('results')}>
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
          onTakeNew={props.onRefresh}
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
