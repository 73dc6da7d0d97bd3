import { Box, Group, SegmentedControl, Text } from '@mantine/core';
// Imported only here, so that the first screens need not load these styles.
import '@mantine/core/styles/SegmentedControl.css';
import { useCallback, useMemo, useState, type ReactNode, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useWords } from '@/ui/formats/use-words';
import type { RowRange } from '@/lib/grid/grid-model';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { useAnnounce } from '@/ui/components/announcer';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { ProposeForRowsButton, readableRows, rowRangesOf, UNSAID } from '../../conditions/propose-for-rows';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { ShownRows } from '../../rows-read/rows/shown-rows';
import { useOpenedRows } from '../../rows-read/rows/use-opened-rows';
import { useDismissFinding, useRestoreFinding } from './checks-records.mutations';
import { dismissedId } from '../../rows-read/checks/checks-records';
import classes from './checks.module.css';
import { findingColumns, type FindingColumns } from '@/analysis/checks/finding-cells';
import type { FindingActions } from './finding-record';
import { conditionsOfChecks } from '@/analysis/checks/finding-conditions';
import { openFindings, type FindingRows, type FindingsQuery } from '@/analysis/checks/finding-rows';
import { FindingsExport } from './findings-export';
import { FindingsGrid } from './findings-grid';
import type { AnyCheckId, OwnCheck } from '@/analysis/checks/own-checks';
import type { CompletedRun } from '@/analysis/checks/run-checks';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { dismissalKey, type Dismissals } from './use-dismissals';

export interface FindingsPanelProps {
  readonly regionRef: RefObject<HTMLElement | null>;
  readonly completed: CompletedRun;
  /** The own checks (checks that the user has made), including checks of the run that were removed since. */
  readonly own: readonly OwnCheck[];
  readonly nameOf: (id: AnyCheckId) => string;
  readonly rowsRead: RowsRead;
  readonly openSnapshot: OpenSnapshot;
  readonly dismissals: Dismissals;
  /** The checks whose findings are shown; empty for all checks. */
  readonly chosen: readonly AnyCheckId[];
  /** The controls for choosing checks. */
  readonly children: ReactNode;
}

/** Shows the findings of a run in a grid, the worst first: those of all checks, or only of the chosen ones. */
export function FindingsPanel({
  regionRef,
  completed,
  own,
  nameOf,
  rowsRead,
  openSnapshot,
  dismissals,
  chosen,
  children,
}: FindingsPanelProps) {
  const t = useTranslations('checks');
  const words = useWords();
  const { formatInteger } = words.formats;
  const { rowFields } = useWorkbenchScope();
  const [areDismissed, setAreDismissed] = useState(false);
  const [selected, setSelected] = useState<{
    readonly of: string;
    readonly ranges: readonly RowRange[];
  } | null>(null);
  const ids = completed.run.results.map(({ id }) => id);
  const checks = chosen.length === 0 ? ids : chosen;
  const dismissedCount = Object.values(dismissals.counts?.dismissed ?? {}).reduce(
    (sum, count) => sum + count,
    0,
  );
  const query: FindingsQuery = { checks, areDismissed: areDismissed && dismissedCount > 0 };
  const choice = JSON.stringify(query);
  const answer = { query, choice, completed, dismissals };
  const opening = useOpenedRows(`findings ${dismissals.tableId} ${choice}`, answer, (signal) =>
    openFindings(rowsRead.engine, completed.run, dismissals.table, query, signal, rowFields),
  );
  const { data } = opening;
  // The rows of the previous run stay until those of the new run are open. The parts around them show the same run as the rows.
  const shown = data?.query ?? answer;
  const isRenewing = shown.completed !== completed && !opening.hasFailed;
  const shownId = data?.rowsId;
  const onSelect = useCallback(
    ({ selection, areas }: SelectedCells) => {
      const ranges = selection.length === 0 ? [] : rowRangesOf(areas);
      setSelected(ranges.length === 0 || shownId === undefined ? null : { of: shownId, ranges });
    },
    [shownId],
  );
  const { run } = shown.completed;
  const columns = useMemo(() => findingColumns(words, run, own, rowFields), [words, run, own, rowFields]);
  const actions = useFindingActions(nameOf, columns, dismissals);
  const rowCount = data?.opened.rowCount ?? null;
  // When the last finding is dismissed, its row disappears with the focused button. The focus then moves to the region.
  const restoredFocus = useRestoredFocus(() => regionRef.current?.focus());

  return (
    <section
      ref={regionRef}
      tabIndex={-1}
      aria-label={t('findings.title')}
      aria-busy={isRenewing || undefined}
      className={classes['findings']}
      {...restoredFocus}
    >
      <Group gap="8px 16px" align="flex-end">
        <Box flex="1 1 100%" miw={0} className={classes['toggles']}>
          {children}
        </Box>
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
        <Text
          role="status"
          aria-label={t('findings.count')}
          size="sm"
          c="dimmed"
          ml="auto"
          mb={4}
          className={classes['figures'] ?? ''}
        >
          {rowCount === null ? '' : t('rows', { formatted: formatInteger(rowCount), count: rowCount })}
        </Text>
        {data !== null && rowCount !== null && rowCount > 0 && (
          <ProposeForFindings
            completed={shown.completed}
            opened={data.opened}
            checks={shown.query.checks}
            // If findings are dismissed, conditions cannot select the rows, because they would also match the dismissed findings.
            areAll={dismissedCount === 0}
            selected={selected?.of === data.rowsId ? selected.ranges : []}
          />
        )}
        <FindingsExport
          completed={shown.completed}
          rowsRead={rowsRead}
          openSnapshot={openSnapshot}
          dismissals={shown.dismissals}
          actions={actions}
          checks={run.results.map(({ id }) => id).filter((id) => shown.query.checks.includes(id))}
          isDisabled={rowCount === null || rowCount === 0}
        />
      </Group>
      <ShownRows
        {...opening}
        of="checks.findings"
        opening={
          <Text size="xs" c="dimmed">
            {t('findings.opening')}
          </Text>
        }
        none={
          <Text size="xs" c="dimmed">
            {t('findings.none')}
          </Text>
        }
      >
        {({ opened, rowsId, query: { choice: ofRows } }) => (
          <FindingsGrid
            // A new key for each run and choice: the rows differ, so an open record would belong to another row.
            key={`${shown.completed.id} ${ofRows}`}
            opened={opened}
            rowsId={rowsId}
            columns={columns}
            actions={actions}
            onSelect={onSelect}
          />
        )}
      </ShownRows>
    </section>
  );
}

interface ProposeForFindingsProps extends Pick<FindingsPanelProps, 'completed'> {
  readonly opened: FindingRows;
  readonly checks: readonly AnyCheckId[];
  /** Whether the grid shows all findings of the checks. */
  readonly areAll: boolean;
  /** The selected rows of the grid; empty if no rows are selected, which means all rows. */
  readonly selected: readonly RowRange[];
}

/** The **Propose for these rows** button: selects the rows by the conditions of the checks if possible, and by their keys if not. */
function ProposeForFindings({ completed, opened, checks, areAll, selected }: ProposeForFindingsProps) {
  const { run } = completed;
  const { columns } = run.rows.table;
  const said = areAll && selected.length === 0 ? conditionsOfChecks(run, checks) : null;
  const ranges = selected.length === 0 ? [{ rowStart: 0, rowEnd: opened.rowCount }] : selected;
  const names = columns.map(({ name }) => name);
  const rows = readableRows(opened, ranges, names, ({ cells }) => cells);
  return (
    <ProposeForRowsButton
      rows={{ said: said === null ? UNSAID : { ok: true, conditions: said }, rows }}
      selectedCount={selected.length === 0 ? null : rows.count}
    />
  );
}

function useFindingActions(
  nameOf: FindingActions['nameOf'],
  columns: FindingColumns,
  { keys, findings }: Dismissals,
): FindingActions {
  const t = useTranslations('checks.record');
  const { priceColumn } = useWorkbenchScope();
  const announce = useAnnounce();
  const records = useOwnRecords();
  const dismiss = useDismissFinding(records);
  const restore = useRestoreFinding(records);
  const onError = () => announce(t('notStored'));
  const keyOf: (...of: Parameters<FindingActions['dismissalOf']>) => ReturnType<typeof dismissalKey> = (
    row,
    finding,
  ) => dismissalKey(row, finding, keys, priceColumn.name, columns.valueOf);
  return {
    nameOf,
    textOf: columns.textOf,
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
