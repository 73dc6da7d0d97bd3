import { Button, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import { reportedLists } from '../../model/list-report';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { CoverageBar } from '../../rows-read/reading/coverage-bar';
import { NoRowsRead } from '../../rows-read/reading/no-rows-read';
import { SizeChoice } from '../../rows-read/reading/size-choice';
import type { Reading } from '../../rows-read/reading/use-reading';
import { FoundValues, type RefinedList } from './found-values';
import { Note } from './note';
import classes from './list-report.module.css';
import type { ReportedList } from '@/analysis/conditions/reported-list';

export interface ListReportProps {
  readonly reading: Reading;
  readonly openSnapshot: OpenSnapshot;
  /** The rows after a refinement; null if the rows are not refined. */
  readonly refined: RefinedList | null;
  readonly isFolded: boolean;
  /** Whether the report shows the progress of reading; false if another part of the screen does. */
  readonly isReadingShown: boolean;
}

/** The region **List report**: shows which values of the query's lists occur in its rows, and which do not. */
export function ListReport(props: ListReportProps) {
  const { isFolded } = props;
  const t = useTranslations('listReport');
  const { formatInteger } = useFormats();
  const { applied } = useWorkbenchScope();
  const { foldListReport } = useWorkbenchActions();
  const lists = useMemo(() => reportedLists(applied), [applied]);
  const bodyId = useId();
  const foldId = useId();
  const restoredFocus = useRestoredFocus(() => document.getElementById(foldId)?.focus());
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <section aria-label={t('region')} className={classes['report']} {...restoredFocus}>
      <Group gap="2px 12px" mih={36} p="2px 12px 2px 4px" className={classes['head'] ?? ''}>
        <button
          id={foldId}
          type="button"
          aria-expanded={!isFolded}
          aria-controls={bodyId}
          className={classes['fold']}
          onClick={() => foldListReport(!isFolded)}
        >
          <Chevron size={16} aria-hidden="true" />
          {t('region')}
        </button>
        <Text size="sm" c="dimmed" className={classes['lists'] ?? ''}>
          {lists
            .map(({ field, values }) => t('of', { field, formatted: formatInteger(values.length) }))
            .join(' · ')}
        </Text>
      </Group>
      <div id={bodyId} hidden={isFolded}>
        {!isFolded && <Body lists={lists} {...props} />}
      </div>
    </section>
  );
}

function Body({
  lists,
  reading,
  openSnapshot,
  refined,
  isReadingShown,
}: Omit<ListReportProps, 'isFolded'> & { readonly lists: readonly ReportedList[] }) {
  const t = useTranslations('listReport');
  const { state, rowsRead } = reading;
  const isWhole = state.snapshotRows === 0 || rowsRead?.coverage.kind === 'all';
  if (isWhole) {
    return lists.map((list) =>
      state.snapshotRows > 0 && rowsRead?.table.columns.some(({ name }) => name === list.field) !== true ? (
        <MissingField key={list.id} field={list.field} />
      ) : (
        <FoundValues
          key={list.id}
          list={list}
          openSnapshot={openSnapshot}
          rowsRead={state.snapshotRows === 0 ? null : rowsRead}
          refined={refined}
          hasHeading={lists.length > 1}
        />
      ),
    );
  }
  if (!isReadingShown) return <Note>{t('reading')}</Note>;
  if (state.status === 'choosing') return <SizeChoice reading={reading} />;
  return (
    <>
      <CoverageBar reading={reading} />
      {rowsRead === null ? (
        <NoRowsRead reading={reading} />
      ) : (
        <Note>{t(rowsRead.coverage.kind === 'sample' ? 'sample' : 'reading')}</Note>
      )}
    </>
  );
}

/** Shown instead of a report if the rows do not have the field that the list filters by. */
function MissingField({ field }: { readonly field: string }) {
  const t = useTranslations('listReport');
  const { applied } = useWorkbenchScope();
  const { editAndRun } = useWorkbenchActions();
  const fields = applied?.fields ?? null;
  return (
    <Group gap="4px 8px" p="0 12px 8px 0">
      <Note>{t('missingField', { field })}</Note>
      {fields !== null && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => editAndRun({ type: 'set-fields', fields: [...fields, field] })}
        >
          {t('addField', { field })}
        </Button>
      )}
    </Group>
  );
}
