import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { FigureTable } from '@/ui/components/figure-table';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { useAnnounce } from '@/ui/components/announcer';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import {
  histogramBars,
  type CoreDistribution,
  type HistogramBar,
} from '../../rows-read/pictures/distribution';
import { ANALYSIS_KEY } from '../../rows-read/reading/rows-read';
import { RangesPicture } from '../../rows-read/pictures/bar-pictures';
import { SavePicture } from '@/ui/pictures/save-picture';
import { useBarBrush, type BarSpan } from '../../rows-read/pictures/use-bar-brush';
import { DELTA_COLUMN, PERCENT_COLUMN, type ChangeColumns } from '../../rows-read/comparison/change-cells';
import type { ChangeRow } from '../../rows-read/comparison/change-reader';
import type { PercentRange } from '../../rows-read/comparison/change-rows';
import type { ShownChanges } from '../../rows-read/comparison/changes-address';
import { ChangesByGroup } from './changes-by-group';
import { chosenTexts, type ChosenRows } from './changes-texts';
import classes from './changes.module.css';
import type { SnapshotSides } from '../../rows-read/comparison/compared-side';
import type { CompletedComparison } from '../../rows-read/comparison/comparison-store';
import { PercentRangeForm } from './percent-range-form';
import {
  readByColumn,
  readDeltaDistribution,
  readGreatest,
  type DeltaDistribution,
} from '../../rows-read/comparison/read-changes';

export interface ChangesSummaryProps {
  readonly completed: CompletedComparison;
  readonly engine: ComparisonEngine;
  readonly sides: SnapshotSides;
  readonly columns: ChangeColumns;
  readonly shown: ShownChanges;
  readonly onShow: (changes: Partial<ShownChanges>) => void;
}

/** The picture of Δ %, the differences by column, and the greatest rises and falls. */
export function ChangesSummary({ completed, engine, sides, columns, shown, onShow }: ChangesSummaryProps) {
  const t = useTranslations('changes');
  const { priceColumn } = useWorkbenchScope();
  const { comparison, id } = completed;
  const { data, isError, refetch } = useQuery({
    queryKey: [...ANALYSIS_KEY, 'changes', id, 'figures'],
    queryFn: async ({ signal }) => ({
      distribution: await readDeltaDistribution(engine, comparison, signal),
      byColumn: await readByColumn(engine, comparison, signal),
      greatest: await readGreatest(engine, comparison, signal, priceColumn.fields),
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
  /** The range whose rows are shown; null for all. */
  readonly range: PercentRange | null;
  readonly onChoose: (range: PercentRange | null) => void;
}

function Distribution({ distribution, columns, range: chosenRange, onChoose }: DistributionProps) {
  const t = useTranslations('changes');
  const { formatInteger } = useFormats();
  const { priceColumn } = useWorkbenchScope();
  const descriptionId = useId();
  const { count, withoutPercent, least, median, greatest } = distribution;
  const title = t('distribution.title');
  const percent = columns.percentText;
  const bars = histogramBars(distribution);
  const label = ({ from, to }: HistogramBar) => {
    if (from === null) return t('distribution.under', { to: percent(to ?? '0') });
    return to === null
      ? t('distribution.beyond', { from: percent(from) })
      : t('distribution.range', { from: percent(from), to: percent(to) });
  };
  const rows = (number: number) => t('rows', { formatted: formatInteger(number), count: number });
  const announce = useAnnounce();
  const rangeOf = ({ first, last }: BarSpan): HistogramBar | null => {
    const [start, end] = [bars[first], bars[last]];
    if (start === undefined || end === undefined) return null;
    const inside = bars.slice(first, last + 1).reduce((sum, each) => sum + each.count, 0);
    return { from: start.from, to: end.to, count: inside };
  };
  const brush = useBarBrush({
    barCount: bars.length,
    onMark: (span) => {
      const marked = rangeOf(span);
      if (marked !== null)
        announce(t('distribution.marked', { range: label(marked), rows: rows(marked.count) }));
    },
    onChoose: (span) => {
      const marked = rangeOf(span);
      if (marked !== null) onChoose(percentRange(marked));
    },
  });
  const end = (bar: HistogramBar | undefined, side: 'from' | 'to') => {
    const bound = bar?.[side] ?? null;
    if (bar === undefined) return '';
    // A bar for all values beyond the ranges has only one bound.
    return bound === null ? label(bar) : percent(bound);
  };
  const ends = [end(bars[0], 'from'), end(bars.at(-1), 'to')] as const;
  const text = [
    least === null || median === null || greatest === null
      ? t('distribution.none')
      : t('distribution.text', {
          rows: rows(count),
          least: percent(least),
          median: percent(median),
          greatest: percent(greatest),
        }),
    ...(withoutPercent > 0 ? [t('distribution.without', { rows: rows(withoutPercent) })] : []),
  ].join(' ');
  const picture = {
    title,
    descriptionId,
    barsLabel: t('distribution.bars'),
    hasMenu: false,
    bars: bars.map((range) => ({
      key: label(range),
      count: range.count,
      text: `${label(range)}: ${rows(range.count)}`,
      range,
    })),
    ends,
    onChoose: ({ range }: { readonly range: HistogramBar }) => onChoose(percentRange(range)),
  };
  return (
    <Box flex="1 1 320px" miw={0} maw={560}>
      <Group gap="xs" justify="space-between">
        <Title order={2} size="sm" mb={4}>
          {title}
        </Title>
        {bars.length > 0 && (
          <SavePicture
            title={`${priceColumn.displayName} – ${title}`}
            renderPicture={() => <RangesPicture {...picture} />}
            getNotes={() => [text]}
          />
        )}
      </Group>
      {bars.length > 0 && (
        <RangesPicture {...picture} brush={brush} chosen={chosenBars(chosenRange, distribution)} />
      )}
      <Text id={descriptionId} size="sm" c="dimmed">
        {text}
      </Text>
      {bars.length > 1 && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('distribution.brush')}
        </Text>
      )}
      {(bars.length > 0 || chosenRange !== null) && (
        <PercentRangeForm range={chosenRange} onChoose={onChoose} />
      )}
      {bars.length > 0 && (
        <Box component="details" fz="sm" c="dimmed">
          <summary>{t('distribution.asTable')}</summary>
          <FigureTable aria-label={t('distribution.bars')}>
            <tbody>
              {bars.map((range) => (
                <tr key={label(range)}>
                  <th scope="row">{label(range)}</th>
                  <td data-number>{formatInteger(range.count)}</td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        </Box>
      )}
    </Box>
  );
}

function percentRange({ from, to }: HistogramBar): PercentRange {
  return { from, to, includesEnd: false };
}

/** Returns the bars that a range covers, as positions in the drawing; null without a range. */
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

/** Names the rows chosen in pictures and tables, and offers all rows again. */
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
    // The line is always rendered: a press on the bars and figures below must not move them.
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
