import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { useAnnounce } from '@/ui/components/announcer';
import { StatePanel } from '@/ui/components/state-panel';
import { datedName } from '@/lib/formats/file-name';
import { useRowsRead } from '../../rows-read/rows/rows-read-scope';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { EngineError } from '@/analysis/engine/analysis-engine';
import { isEstimate, type RowsRead } from '@/analysis/reading/rows-read';
import { CalculationFailure } from '../../rows-read/reading/calculation-failure';
import { snapshotText, writtenRowsText } from '@/analysis/reading/coverage-text';
import { TableActions } from '../../rows-read/tables/table-actions';
import { groupRows } from '@/analysis/pivot/group-rows';
import { pivotToParameter } from '@/analysis/pivot/pivot-address';
import { PivotChart } from './pivot-chart';
import { pivotTableExport } from '@/analysis/pivot/pivot-table-export';
import { PivotNotes, pivotNotes } from './pivot-notes';
import { withValidParts, type PivotSpec } from '@/analysis/pivot/pivot-spec';
import { pivotShades } from '@/analysis/pivot/pivot-shades';
import { PivotTable } from './pivot-table';
import { createPivotTexts } from '@/analysis/pivot/pivot-texts';
import type { GroupKey } from '@/analysis/engine/group-key';
import { computedSpec, usePivot } from './use-pivot';
import { usePivotSpec } from './use-pivot-spec';
import classes from './pivot.module.css';
import type { ComputedPivot } from '@/analysis/pivot/read-pivot';

/** The **Pivot** view: shows the pivot in the address. If the address has none, it shows the first suggested pivot. */
export function PivotView() {
  const rowsRead = useRowsRead();
  const t = useTranslations('pivot');
  const { spec, problem, startOver } = usePivotSpec();
  if (problem !== null) {
    return (
      <StatePanel
        icon={<IconAlertTriangle />}
        title={t('problemTitle')}
        tone="warning"
        actions={<Button onClick={startOver}>{t('startOver')}</Button>}
      >
        {t(`problem.${problem.kind}`, { text: problem.text.slice(0, 200) })}
      </StatePanel>
    );
  }
  return (
    <Stack gap={8} miw={0} mih={360} px="md" pt={8} pb="sm" className={classes['room'] ?? ''}>
      <Computed rowsRead={rowsRead} spec={spec} />
    </Stack>
  );
}

interface SpecProps {
  readonly rowsRead: RowsRead;
  readonly spec: PivotSpec;
}

function Computed({ rowsRead, spec }: SpecProps) {
  const t = useTranslations('pivot');
  const { rowFields, applied } = useWorkbenchScope();
  const { data, error, isFetching, isPlaceholderData, refetch } = usePivot(
    spec,
    rowsRead,
    rowFields,
    applied,
  );
  if (error !== null && !isFetching) {
    return (
      <CalculationFailure
        of="pivot"
        failure={error instanceof EngineError ? error.failure : null}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) {
    return (
      <Text size="xs" c="dimmed">
        {t('computing')}
      </Text>
    );
  }
  return (
    <Shown
      rowsRead={rowsRead}
      spec={spec}
      computed={data}
      isBusy={isFetching}
      isOutdated={isPlaceholderData}
    />
  );
}

interface ShownProps extends SpecProps {
  readonly computed: ComputedPivot;
  readonly isBusy: boolean;
  /** Whether the summary on screen belongs to a previous spec or to fewer rows, because the new one is still being computed. */
  readonly isOutdated: boolean;
}

function Shown({ rowsRead, spec, computed, isBusy, isOutdated }: ShownProps) {
  const words = useWords();
  const t = words.of('pivot');
  const { priceColumn, rowFields: fields } = useWorkbenchScope();
  const { setView, showRows } = useWorkbenchActions();
  const { columns } = rowsRead.table;
  const isPart = isEstimate(rowsRead.coverage);
  const texts = useMemo(
    () => createPivotTexts(words, columns, fields, isPart),
    [words, columns, fields, isPart],
  );
  const notes = pivotNotes(words, computed, rowsRead);
  const { summary } = computed;
  useAnnouncedPivot(computed, isOutdated);
  const isShaded = spec.isShaded === true;
  const shadeOf = useMemo(
    () => (isShaded ? pivotShades(summary, computed.spec.measures.length) : null),
    [isShaded, summary, computed.spec],
  );
  const shownSpec = pivotToParameter({ ...computed.spec, sort: null });
  const isForeign = isOutdated && shownSpec !== pivotToParameter({ ...computedSpec(spec), sort: null });
  const charted = withValidParts({ ...computed.spec, chart: spec.chart });
  const fileName = () =>
    datedName(t(isPart ? 'fileNamePart' : 'fileName', { name: priceColumn.displayName }));

  const onShowRows = (rowKeys: readonly GroupKey[] | null, columnKeys: readonly GroupKey[] | null) => {
    const { conditions } = groupRows(
      [
        ...(rowKeys === null ? [] : computed.spec.rows),
        ...(columnKeys === null ? [] : computed.spec.columns),
      ],
      [...(rowKeys ?? []), ...(columnKeys ?? [])],
      (field) => columns.find(({ name }) => name === field)?.type ?? 'text',
    );
    showRows(conditions.length === 0 ? null : { conditions });
  };
  const getTable = () =>
    pivotTableExport(words, computed, columns, fields, {
      name: fileName(),
      about: [
        [t('aboutPriceColumn'), priceColumn.displayName],
        [t('aboutRows'), writtenRowsText(words, rowsRead)],
        [t('aboutSnapshot'), snapshotText(words, rowsRead.snapshot)],
        ...notes.map(({ text }) => [t('aboutNotes'), text] as const),
      ],
    });

  return (
    <>
      <Group gap="8px 16px">
        <TableActions getTable={isOutdated ? null : getTable} />
        <PivotNotes
          notes={notes}
          spec={spec}
          onSplit={(split) => setView('pivot', { pivot: pivotToParameter(split) })}
        />
        {isBusy && (
          <Text span size="xs" c="dimmed">
            {t('computing')}
          </Text>
        )}
      </Group>
      <Stack gap={8} mih={0} className={classes['room'] ?? ''} data-foreign={isForeign || undefined}>
        {spec.hasChart && (
          <PivotChart
            spec={charted}
            summary={summary}
            mixtures={computed.mixtures}
            texts={texts}
            columns={columns}
            getFileName={fileName}
            onShowRows={onShowRows}
          />
        )}
        <PivotTable
          spec={{ ...computed.spec, sort: isOutdated ? computed.spec.sort : spec.sort }}
          summary={summary}
          mixtures={computed.mixtures}
          texts={texts}
          isBusy={isBusy}
          shadeOf={shadeOf}
          onSort={(sort) => setView('pivot', { pivot: pivotToParameter(withValidParts({ ...spec, sort })) })}
          onShowRows={onShowRows}
        />
      </Stack>
    </>
  );
}

/** Announces a new pivot with the number of its groups. A new order is not announced, because the column headers already say it. */
function useAnnouncedPivot({ spec, summary }: ComputedPivot, isOutdated: boolean): void {
  const t = useTranslations('pivot');
  const { formatInteger } = useFormats();
  const announce = useAnnounce();
  const { rowGroupCount, columnGroupCount } = summary;
  const report = useEffectEvent(() => {
    announce(
      t('announced', {
        rowCount: spec.rows.length === 0 ? 0 : rowGroupCount,
        rows: formatInteger(rowGroupCount),
        columnCount: spec.columns.length === 0 ? 0 : columnGroupCount,
        columns: formatInteger(columnGroupCount),
      }),
    );
  });
  const shown = pivotToParameter({ ...spec, sort: null });
  const reported = useRef<string | null>(null);
  useEffect(() => {
    // While only the order changes, the pivot is outdated but `shown` stays the same.
    if (isOutdated || reported.current === shown) return;
    reported.current = shown;
    report();
  }, [shown, isOutdated]);
}
