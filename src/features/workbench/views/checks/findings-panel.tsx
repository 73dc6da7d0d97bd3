import { Button, SegmentedControl } from '@mantine/core';
// Here alone, so that the first screens need not load it.
import '@mantine/core/styles/SegmentedControl.css';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useTypeText } from '@/shared/formats/use-type-text';
import { useAnnounce } from '@/shared/ui/announcer';
import { StatePanel } from '@/shared/ui/state-panel';
import { useRestoredFocus } from '@/shared/ui/use-restored-focus';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { useOpenedRows } from '../../rows-read/rows/use-opened-rows';
import { useDismissFinding, useRestoreFinding } from './checks-records.mutations';
import { dismissedId } from '../../rows-read/checks/checks-records';
import classes from './checks.module.css';
import { findingColumns } from './finding-cells';
import type { FindingActions } from './finding-record';
import { openFindings, type FindingsQuery } from '../../rows-read/checks/finding-rows';
import { FindingsExport } from './findings-export';
import { FindingsGrid } from './findings-grid';
import type { AnyCheckId, OwnCheck } from '../../rows-read/checks/own-checks';
import type { CheckableRows } from '../../rows-read/checks/run-checks';
import { useCheckName } from '../../rows-read/checks/use-check-name';
import type { CompletedRun } from './use-check-run';
import { dismissalKey, type Dismissals } from './use-dismissals';
import { useFindingText } from './use-finding-text';

export interface FindingsPanelProps {
  readonly regionRef: RefObject<HTMLElement | null>;
  readonly completed: CompletedRun;
  /** With those of the run that are gone since. */
  readonly own: readonly OwnCheck[];
  readonly rowsRead: CheckableRows;
  readonly openSnapshot: OpenSnapshot;
  readonly dismissals: Dismissals;
  /** The checks whose findings alone are shown; empty for all. */
  readonly chosen: readonly AnyCheckId[];
  /** The controls that choose them. */
  readonly children: ReactNode;
}

/** The findings of a run in a grid, the worst first: those of all checks, or of some. */
export function FindingsPanel({
  regionRef,
  completed,
  own,
  rowsRead,
  openSnapshot,
  dismissals,
  chosen,
  children,
}: FindingsPanelProps) {
  const t = useTranslations('checks');
  const { formatInteger } = useFormats();
  const { priceColumn } = useWorkbenchScope();
  const [areDismissed, setAreDismissed] = useState(false);
  const ids = completed.run.results.map(({ id }) => id);
  const checks = chosen.length === 0 ? ids : chosen;
  const dismissedCount = Object.values(dismissals.counts?.dismissed ?? {}).reduce(
    (sum, count) => sum + count,
    0,
  );
  const query: FindingsQuery = { checks, areDismissed: areDismissed && dismissedCount > 0 };
  const { data, hasFailed, retry } = useOpenedRows(
    `${dismissals.tableId} ${JSON.stringify(query)}`,
    query,
    (signal) =>
      openFindings(rowsRead.engine, completed.run, dismissals.table, query, signal, priceColumn.fields),
  );
  const columns = useFindingColumns(completed, own);
  const actions = useFindingActions(completed, own, columns, dismissals);
  const rowCount = data?.opened.rowCount ?? null;
  // The last finding was dismissed, and its row is gone.
  const restoredFocus = useRestoredFocus(() => regionRef.current?.focus());

  return (
    <section
      ref={regionRef}
      tabIndex={-1}
      aria-label={t('findings.title')}
      className={classes['findings']}
      {...restoredFocus}
    >
      <div className={classes['tools']}>
        <div className={classes['toggles']}>{children}</div>
        {dismissedCount > 0 && (
          <SegmentedControl
            size="xs"
            aria-label={t('findings.kind')}
            data={[
              { value: 'open', label: t('findings.open') },
              { value: 'dismissed', label: t('findings.dismissed') },
            ]}
            value={areDismissed ? 'dismissed' : 'open'}
            onChange={(value) => setAreDismissed(value === 'dismissed')}
          />
        )}
        <p role="status" aria-label={t('findings.count')} className={classes['rowCount']}>
          {rowCount === null ? '' : t('rows', { formatted: formatInteger(rowCount), count: rowCount })}
        </p>
        <FindingsExport
          completed={completed}
          rowsRead={rowsRead}
          openSnapshot={openSnapshot}
          dismissals={dismissals}
          actions={actions}
          checks={ids.filter((id) => checks.includes(id))}
          isDisabled={rowCount === null || rowCount === 0}
        />
      </div>
      {hasFailed && (
        <StatePanel
          icon={<IconAlertTriangle size={22} />}
          title={t('findings.failedTitle')}
          tone="failure"
          actions={
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
              <TryAgain />
            </Button>
          }
        >
          <p>{t('findings.failedText')}</p>
        </StatePanel>
      )}
      {!hasFailed && data === null && <p className={classes['note']}>{t('findings.opening')}</p>}
      {!hasFailed && rowCount === 0 && <p className={classes['note']}>{t('findings.none')}</p>}
      {!hasFailed && data !== null && data.opened.rowCount > 0 && (
        <FindingsGrid
          // Another choice is other rows, of which another one is looked at.
          key={JSON.stringify(data.query)}
          opened={data.opened}
          rowsId={data.rowsId}
          columns={columns}
          actions={actions}
        />
      )}
    </section>
  );
}

function TryAgain() {
  return useTranslations('common')('tryAgain');
}

function useFindingColumns({ run }: CompletedRun, own: readonly OwnCheck[]) {
  const t = useTranslations('checks');
  const tCommon = useTranslations('common');
  const tGrid = useTranslations('grid');
  const { locale } = useFormats();
  const { priceColumn } = useWorkbenchScope();
  const textOf = useFindingText(run.unitScale, own);
  const typeText = useTypeText();
  return useMemo(
    () =>
      findingColumns(run.rows.table.columns, priceColumn.fields, run.rows.roles, locale, {
        true: tCommon('true'),
        false: tCommon('false'),
        emptyText: tGrid('emptyText'),
        noValue: '∅',
        head: t('findings.column'),
        textOf,
        dismissed: (text) => t('finding.dismissed', { text }),
        typeText,
      }),
    [run, priceColumn, locale, t, tCommon, tGrid, textOf, typeText],
  );
}

function useFindingActions(
  { run }: CompletedRun,
  own: readonly OwnCheck[],
  columns: ReturnType<typeof findingColumns>,
  { keys, findings }: Dismissals,
): FindingActions {
  const t = useTranslations('checks.record');
  const { priceColumn } = useWorkbenchScope();
  const announce = useAnnounce();
  const records = useOwnRecords();
  const dismiss = useDismissFinding(records);
  const restore = useRestoreFinding(records);
  const nameOf = useCheckName(own);
  const textOf = useFindingText(run.unitScale, own);
  const onError = () => announce(t('notStored'));
  const keyOf: (...of: Parameters<FindingActions['dismissalOf']>) => ReturnType<typeof dismissalKey> = (
    row,
    finding,
  ) => dismissalKey(row, finding, keys, priceColumn.name, columns.valueOf);
  return {
    nameOf,
    textOf,
    canDismiss: keys.length > 0,
    dismissalOf: (row, finding) => {
      const key = keyOf(row, finding);
      if (key === null) return null;
      return findings.find((each) => dismissedId(each) === dismissedId(key)) ?? null;
    },
    dismiss: (row, finding, note) => {
      const key = keyOf(row, finding);
      if (key === null) return announce(t('noKey'));
      dismiss.mutate(
        { ...key, note, atMs: Date.now() },
        { onSuccess: () => announce(t('dismissed')), onError },
      );
    },
    restore: (row, finding) => {
      const key = keyOf(row, finding);
      if (key === null) return;
      restore.mutate(key, { onSuccess: () => announce(t('restored')), onError });
    },
  };
}
