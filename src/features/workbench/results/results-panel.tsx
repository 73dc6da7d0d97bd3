import { Kbd } from '@mantine/core';
import { IconDatabaseOff, IconTable } from '@tabler/icons-react';
import { useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import { DataGrid } from '@/shared/grid/data-grid';
import type { DataGridHandle } from '@/shared/grid/data-grid-props';
import {
  NO_ARRANGEMENT,
  type ColumnArrangement,
  type GridSort,
  type VisibleRows,
} from '@/shared/grid/grid-model';
import type { SelectedCells } from '@/shared/grid/use-grid-selection';
import { StatePanel } from '@/shared/ui/state-panel';
import { isExpired, type OpenSnapshot } from '../snapshot/open-snapshot';
import { snapshotFailure, type SnapshotFailure } from '../snapshot/snapshot-failure';
import type { RunState } from '../snapshot/use-run';
import { shownResults, type ShownResults } from './exportable-results';
import { ResultsBanner } from './results-banner';
import classes from './results-panel.module.css';
import { ResultsToolbar } from './results-toolbar';
import { resultColumns } from './result-columns';
import { RunningBar } from './running-bar';
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

function ShownSnapshot(props: ResultsPanelProps & { readonly shown: OpenSnapshot }) {
  const { shown, run, priceColumn } = props;
  const t = useTranslations('results');
  const tCommon = useTranslations('common');
  const formats = useFormats();
  const gridRef = useRef<DataGridHandle>(null);
  const selectedRef = useRef<SelectedCells | null>(null);
  const { rows } = shown;
  useSyncExternalStore(rows.subscribe, rows.getVersion);
  const stop = rows.getStop();
  const failureInView = rows.getFailureInView();
  const trueText = tCommon('true');
  const falseText = tCommon('false');
  const notSent = t('notSent');
  const { columns, getCell } = useMemo(
    () =>
      resultColumns(shown.columns, priceColumn, formats.locale, {
        true: trueText,
        false: falseText,
        notSent,
      }),
    [shown.columns, priceColumn, formats.locale, trueText, falseText, notSent],
  );
  const hasExpired = stop !== null && isExpired(stop.error);
  const isEmpty = shown.snapshot.rowCount === 0;

  return (
    <>
      <ResultsToolbar
        shown={shown}
        hasExpired={hasExpired}
        isRunning={run.status === 'running'}
        onGoToRow={(rowIndex) => gridRef.current?.goToRow(rowIndex)}
        onRefresh={props.onRefresh}
        renderTools={props.renderTools}
        getResults={() => shownResults(shown, selectedRef.current, gridRef.current?.firstVisibleRow ?? 0)}
      />
      <ResultsBanner
        stop={stop === null ? null : snapshotFailure(stop.error)}
        runFailure={run.status === 'failed' ? run.failure : null}
        rowsFailure={failureInView === null ? null : snapshotFailure(failureInView.error)}
        onRetryRows={() => {
          rows.retryFailed();
          // The button goes with the failure.
          gridRef.current?.focus();
        }}
        onTakeNew={props.onRefresh}
        onRetryRun={props.onRetryRun}
        onDismiss={props.onDismissFailure}
      />
      <div className={classes['grid']}>
        {isEmpty ? (
          <StatePanel icon={<IconDatabaseOff size={22} />} title={t('noRowsTitle')}>
            <p>{props.hasFilters ? t('noRowsText') : t('noRowsAtAllText')}</p>
          </StatePanel>
        ) : (
          <DataGrid
            // Another snapshot is another grid: nothing of the earlier one's place or focus may carry over.
            key={shown.snapshot.cacheKey}
            ref={gridRef}
            label={t('results')}
            rowCount={shown.snapshot.rowCount}
            rows={rows}
            getCell={getCell}
            columns={columns}
            arrangement={props.arrangement ?? NO_ARRANGEMENT}
            onArrangementChange={props.onArrangementChange}
            sort={props.sort}
            onSort={props.onSort}
            initialRow={clampRow(props.initialRow, shown.snapshot.rowCount)}
            formatCount={formats.formatInteger}
            onVisibleRowsChange={(visible: VisibleRows) => {
              rows.setWanted(visible);
            }}
            onRetryRow={rows.retry}
            onSelectionChange={(cells) => {
              selectedRef.current = cells;
            }}
          />
        )}
      </div>
    </>
  );
}

function clampRow(row: number | null, rowCount: number): number {
  return row === null ? 0 : Math.max(0, Math.min(row, rowCount - 1));
}
