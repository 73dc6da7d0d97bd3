import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { FigureTable } from '@/ui/components/figure-table';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import type { CoreDistribution } from '@/analysis/histograms/distribution';
import { PercentBars } from '../../bars/percent-bars';
import { ANALYSIS_KEY } from '@/analysis/reading/rows-read';
import { DELTA_COLUMN, PERCENT_COLUMN, type ChangeColumns } from '@/analysis/comparison/change-cells';
import type { ChangeRow } from '@/analysis/comparison/change-reader';
import type { PercentRange } from '@/analysis/comparison/change-rows';
import type { ShownChanges } from '@/analysis/comparison/changes-address';
import { ChangesByGroup } from './changes-by-group';
import { chosenTexts, type ChosenRows } from '@/analysis/comparison/changes-texts';
import classes from './changes.module.css';
import type { SnapshotSides } from '@/analysis/comparison/compared-side';
import type { CompletedComparison } from '@/analysis/comparison/complete-comparison';
import { PercentRangeForm } from './percent-range-form';
import {
  readByColumn,
  readDeltaDistribution,
  readGreatest,
  type DeltaDistribution,
} from '@/analysis/comparison/read-changes';
import { histogramBars } from '../../bars/histogram-bars';

export interface ChangesSummaryProps {
  readonly completed: CompletedComparison;
  readonly engine: AnalysisEngine;
  readonly sides: SnapshotSides;
  readonly columns: ChangeColumns;
  readonly shown: ShownChanges;
  readonly onShow: (changes: Partial<ShownChanges>) => void;
}

/** Shows the chart of Δ %, the differences by column, and the greatest rises and falls. */
export function ChangesSummary({ completed, engine, sides, columns, shown, onShow }: ChangesSummaryProps) {
  const t = useTranslations('changes');
  const { rowFields } = useWorkbenchScope();
  const { comparison, id } = completed;
  const { data, isError, refetch } = useQuery({
    queryKey: [...ANALYSIS_KEY, 'changes', id, 'figures'],
    queryFn: async ({ signal }) => ({
      distribution: await readDeltaDistribution(engine, comparison, signal),
      byColumn: await readByColumn(engine, comparison, signal),
      greatest: await readGreatest(engine, comparison, signal, rowFields),
    }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const tCommon = useTranslations('common');
  const { formatInteger } = useFormats();
  if (isError) {
    return (
      <Text role="alert" size="sm" c="dimmed">
        {t('summary.failed')}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {tCommon('tryAgain')}
        </Button>
      </Text>
    );
  }
  if (data === undefined) return null;
  const { distribution, byColumn, greatest } = data;
  return (
    <details className={classes['summary']} open>
      <summary>{t('summary.title')}</summary>
      <Group gap="16px 32px" align="flex-start" py={8}>
        {comparison.spec.price !== null && (
          <Distribution
            distribution={distribution}
            columns={columns}
            range={shown.range}
            onChoose={(range) => onShow({ range })}
          />
        )}
        <div>
          <Title order={2} size="sm" mb={4}>
            {t('byColumn.title')}
          </Title>
          <FigureTable aria-label={t('byColumn.title')}>
            <thead>
              <tr>
                <th scope="col">{t('record.column')}</th>
                <th scope="col" data-number>
                  {t('byColumn.differing')}
                </th>
                <th scope="col" data-number>
                  {t('byColumn.alike')}
                </th>
              </tr>
            </thead>
            <tbody>
              {byColumn.map(({ name, differing, alike }) => (
                <tr key={name}>
                  <th scope="row">
                    {differing === 0 ? (
                      name
                    ) : (
                      <button
                        type="button"
                        aria-pressed={shown.column === name}
                        className={classes['choose']}
                        onClick={() => onShow({ column: shown.column === name ? null : name })}
                      >
                        {name}
                      </button>
                    )}
                  </th>
                  <td data-number>{formatInteger(differing)}</td>
                  <td data-number>{alike === null ? '–' : formatInteger(alike)}</td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        </div>
        {(['rises', 'falls'] as const).map((name) =>
          greatest[name].length === 0 ? null : (
            <Greatest key={name} title={t(`greatest.${name}`)} rows={greatest[name]} columns={columns} />
          ),
        )}
        {comparison.spec.price !== null && (
          <ChangesByGroup
            completed={completed}
            engine={engine}
            sides={sides}
            columns={columns}
            field={shown.group}
            weight={shown.weight}
            onChoose={onShow}
          />
        )}
      </Group>
    </details>
  );
}

interface DistributionProps {
  readonly distribution: DeltaDistribution;
  readonly columns: ChangeColumns;
  /** The range whose rows are shown; null for all rows. */
  readonly range: PercentRange | null;
  readonly onChoose: (range: PercentRange | null) => void;
}

function Distribution({ distribution, columns, range, onChoose }: DistributionProps) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const { withoutPercent } = distribution;
  return (
    <Box flex="1 1 320px" miw={0} maw={560}>
      <PercentBars
        distribution={distribution}
        percentText={columns.percentText}
        describe={(figures) =>
          [
            figures === null ? t('distribution.none') : t('distribution.text', figures),
            ...(withoutPercent === 0
              ? []
              : [
                  t('distribution.without', {
                    rows: t('rows', { formatted: formatInteger(withoutPercent), count: withoutPercent }),
                  }),
                ]),
          ].join(' ')
        }
        renderHead={(title, save) => (
          <Group gap="xs" justify="space-between">
            <Title order={2} size="sm" mb={4}>
              {title}
            </Title>
            {save}
          </Group>
        )}
        chosen={chosenBars(range, distribution)}
        onChoose={(bounds) => onChoose({ ...bounds, includesEnd: false })}
        hasBrush
      >
        {(histogramBars(distribution).length > 0 || range !== null) && (
          <PercentRangeForm range={range} onChoose={onChoose} />
        )}
      </PercentBars>
    </Box>
  );
}

/** Returns where a range starts and ends in the chart, counted in bars from the left edge; null if there is no range. */
function chosenBars(
  range: PercentRange | null,
  { ranges, belowCount, aboveCount }: CoreDistribution,
): { readonly start: number; readonly end: number } | null {
  const [first] = ranges;
  if (range === null || first === undefined) return null;
  const origin = Number(first.from);
  const step = Number(first.to) - origin;
  const before = belowCount > 0 ? 1 : 0;
  const barCount = before + ranges.length + (aboveCount > 0 ? 1 : 0);
  const place = (end: string | null, missing: number) => {
    const at = end === null ? missing : before + (Number(end) - origin) / step;
    return Math.min(Math.max(at, 0), barCount);
  };
  const [start, end] = [place(range.from, 0), place(range.to, barCount)];
  return end > start ? { start, end } : null;
}

interface GreatestProps {
  readonly title: string;
  readonly rows: readonly ChangeRow[];
  readonly columns: ChangeColumns;
}

function Greatest({ title, rows, columns }: GreatestProps) {
  const { keyNames } = columns;
  const text = (row: ChangeRow, columnId: string) => {
    const cell = columns.getCell(row, columnId);
    return cell.state === 'value' ? cell.text : '–';
  };
  return (
    <div>
      <Title order={2} size="sm" mb={4}>
        {title}
      </Title>
      <FigureTable aria-label={title}>
        <thead>
          <tr>
            {keyNames.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {[DELTA_COLUMN, PERCENT_COLUMN].map((id) => (
              <th key={id} scope="col" data-number>
                {columns.labelOf(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.earlierIndex} ${row.laterIndex}`}>
              {keyNames.map((name, index) => (
                <td key={name}>{columns.brief(name, row.cells[index]?.later)}</td>
              ))}
              <td data-number>{text(row, DELTA_COLUMN)}</td>
              <td data-number>{text(row, PERCENT_COLUMN)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </div>
  );
}

/** Describes the rows chosen in charts and tables, and offers to show all rows again. */
export function ChosenNote({
  chosen,
  columns,
  onChoose,
}: {
  readonly chosen: ChosenRows;
  readonly columns: ChangeColumns;
  readonly onChoose: (chosen: ChosenRows) => void;
}) {
  const t = useTranslations('changes');
  const texts = chosenTexts(useWords(), chosen, columns);
  return (
    // The line is rendered even if no rows are chosen, so that the bars and figures below it do not move when one is pressed.
    <Group component="p" gap="4px 12px" m={0} mih={26} fz="sm" {...(texts.length === 0 && { c: 'dimmed' })}>
      {texts.length === 0 ? t('chosen.none') : texts.join(' · ')}
      {texts.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconX size={14} aria-hidden="true" />}
          onClick={() => onChoose({ column: null, range: null, movement: undefined })}
        >
          {t('chosen.all')}
        </Button>
      )}
    </Group>
  );
}
