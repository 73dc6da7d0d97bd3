import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconDots, IconX } from '@tabler/icons-react';
import { memo, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button, Group, Stack, Title } from '@mantine/core';
import { IconButton } from '@/ui/components/icon-button';
import type { QueryEdit } from '../../model/query-edit';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import type { HistogramBar, ValueCount } from '@/analysis/histograms/distribution';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { RangesPicture, ValuesPicture } from '../../bars/bar-pictures';
import { SavePicture } from '@/ui/pictures/save-picture';
import { useWords } from '@/ui/formats/use-words';
import { createColumnTexts, type ColumnTexts } from '@/analysis/profiles/column-texts';
import { columnDetailsQuery } from './column-profile.queries';
import type { ColumnDetails, ColumnProfile, ProfiledColumn } from '@/analysis/profiles/column-profile';
import classes from './column-profile-panel.module.css';
import { DateSpan, Explanation, Lengths, Quantiles } from './detail-tables';
import { useColumnsSetup } from './use-columns-setup';
import { useShownDistribution } from './use-shown-distribution';
import { useValueMenu, type ValueTarget } from './use-value-menu';
import { histogramBars, scaleEnds } from '../../bars/histogram-bars';

export interface ColumnProfilePanelProps {
  readonly profiled: ProfiledColumn;
  readonly rowsRead: RowsRead;
  /** Called when the panel is closed. Moves the focus back to where it was. */
  readonly onClose: () => void;
}

/** The region **Profile of …**: shows the chart of a column with its axes, and tables with its figures. */
export const ColumnProfilePanel = memo(function ColumnProfilePanel({
  profiled,
  rowsRead,
  onClose,
}: ColumnProfilePanelProps) {
  const { column, field } = profiled;
  const words = useWords();
  const [t, tCommon] = [words.of('columns'), words.of('common')];
  const details = useQuery(columnDetailsQuery(rowsRead, column));
  const now: Moment = { rowsRead, profile: profiled.profile, details: details.data };
  const isComplete = now.profile !== null && now.details !== undefined;
  // All parts of the panel describe the same rows, so the previous figures stay until all new figures are ready.
  const [last, setLast] = useState<Moment | null>(null);
  if (isComplete && (last?.details !== now.details || last?.profile !== now.profile)) setLast(now);
  const shown = isComplete || last === null || details.isError ? now : last;
  const { profile } = shown;
  const titleRef = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  useEffect(() => {
    titleRef.current?.focus();
  }, []);
  const texts = createColumnTexts(words, column, field, profile?.isEstimate ?? false);
  const detailTexts = createColumnTexts(words, column, field, shown.details?.isEstimate ?? false);
  const targetOf = (label: string, value: HistogramBar | ValueCount): ValueTarget => ({
    label,
    condition: conditionOf(column.name, value),
    edit: field?.isFilterable === true ? editOf(column.name, value) : null,
  });
  return (
    // The section handles the key events of the controls inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-labelledby={headingId}
      className={classes['panel']}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // If a menu is open, Escape closes only the menu. Its events also arrive here, because React events bubble through portals.
        if (event.target instanceof Element && event.target.closest('[role="menu"]') !== null) return;
        onClose();
      }}
    >
      <Group
        component="header"
        gap={4}
        wrap="nowrap"
        mih={36}
        pl={12}
        pr={8}
        className={classes['header'] ?? ''}
      >
        <Title
          order={2}
          id={headingId}
          ref={titleRef}
          tabIndex={-1}
          size="lg"
          flex={1}
          className={classes['title'] ?? ''}
        >
          {t('profileOf', { column: column.name })}
        </Title>
        <IconButton label={t('close')} onClick={onClose}>
          <IconX size={16} />
        </IconButton>
      </Group>
      <Stack gap={20} p={12}>
        {profile !== null && (
          <Distribution
            column={column}
            rowsRead={shown.rowsRead}
            profile={profile}
            texts={texts}
            targetOf={targetOf}
          />
        )}
        {details.isError && (
          <Group component="p" role="alert" gap={6} m="4px 0 8px" fz="xs" c="var(--cn-warning)">
            {t('detailsFailed')}{' '}
            <Button size="compact-sm" variant="default" onClick={() => void details.refetch()}>
              {tCommon('tryAgain')}
            </Button>
          </Group>
        )}
        {shown.details === undefined && details.isPending && <Explanation>{tCommon('loading')}</Explanation>}
        {shown.details !== undefined && (
          <>
            <Misfits columnName={column.name} details={shown.details} texts={detailTexts} />
            <Quantiles details={shown.details} texts={detailTexts} />
            <DateSpan details={shown.details} texts={detailTexts} />
            <Lengths details={shown.details} texts={detailTexts} />
            {profile !== null && <FrequentValues profile={profile} texts={texts} targetOf={targetOf} />}
          </>
        )}
      </Stack>
    </section>
  );
});

/** Figures that all belong to the same rows. */
interface Moment {
  readonly rowsRead: RowsRead;
  readonly profile: ColumnProfile | null;
  readonly details: ColumnDetails | undefined;
}

function conditionOf(column: string, value: HistogramBar | ValueCount): ValueTarget['condition'] {
  if ('value' in value) return { kind: 'is', column, value: value.value };
  const includesEnd = 'includesEnd' in value && value.includesEnd;
  return { kind: 'between', column, from: value.from, to: value.to, includesEnd };
}

function editOf(columnId: string, value: HistogramBar | ValueCount): QueryEdit {
  if ('value' in value) return { type: 'filter-by-cell', columnId, value: value.value, comparison: 'this' };
  return { type: 'filter-by-range', columnId, from: value.from, to: value.to };
}

interface DistributionProps {
  readonly column: AnalysedColumn;
  readonly rowsRead: RowsRead;
  readonly profile: ColumnProfile;
  readonly texts: ColumnTexts;
  readonly targetOf: (label: string, value: HistogramBar | ValueCount) => ValueTarget;
}

function Distribution({ column, rowsRead, profile, texts, targetOf }: DistributionProps) {
  const { name } = column;
  const t = useTranslations('columns');
  const descriptionId = useId();
  const { displayName } = useWorkbenchScope().priceColumn;
  const { open, menu } = useValueMenu();
  const { filledCount } = profile;
  const { isWhole } = useColumnsSetup();
  const distribution = useShownDistribution(rowsRead, column, profile, isWhole);
  if (distribution === null) return <Explanation>{t('noValues')}</Explanation>;
  const ranges = distribution.kind === 'ranges' ? histogramBars(distribution) : [];
  const description = texts.picture(distribution, filledCount);
  const common = {
    title: t('distributionOf', { column: name }),
    descriptionId,
    barsLabel: t('barsOf', { column: name }),
    onChoose: (bar: { readonly target: ValueTarget }, button: HTMLElement) => open(bar.target, button),
  };
  const barOf = (label: string, value: HistogramBar | ValueCount) => ({
    key: label,
    label,
    count: value.count,
    text: texts.bar(label, value.count, filledCount),
    target: targetOf(label, value),
  });
  const picture =
    distribution.kind === 'ranges' ? (
      <RangesPicture
        {...common}
        bars={ranges.map((range) => barOf(texts.range(range), range))}
        ends={scaleEnds(ranges, texts.range, texts.bound)}
      />
    ) : (
      <ValuesPicture
        {...common}
        bars={distribution.values.map((value) => barOf(texts.value(value.value), value))}
      />
    );
  return (
    <div>
      {picture}
      <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap" mb={8}>
        <Explanation id={descriptionId}>{description}</Explanation>
        <SavePicture
          title={`${displayName} – ${common.title}`}
          renderPicture={() => picture}
          getNotes={() => [description]}
        />
      </Group>
      {distribution.kind === 'ranges' && (
        <details className={classes['ranges']}>
          <summary>{t('barsAsTable')}</summary>
          <CountTable
            label={t('barsOf', { column: name })}
            head={t('range.head')}
            rows={ranges.map((range) => ({ label: texts.range(range), counted: range }))}
            total={filledCount}
            texts={texts}
            onChoose={(label, range, button) => open(targetOf(label, range), button)}
          />
        </details>
      )}
      {menu}
    </div>
  );
}

interface FrequentValuesProps extends Pick<DistributionProps, 'texts' | 'targetOf'> {
  readonly profile: ColumnProfile;
}

function FrequentValues({ profile, texts, targetOf }: FrequentValuesProps) {
  const t = useTranslations('columns');
  const { open, menu } = useValueMenu();
  if (profile.frequent.length === 0) return null;
  return (
    <div>
      <Title order={3} size="md" mb={4}>
        {t('frequent.title')}
      </Title>
      <CountTable
        label={t('frequent.title')}
        head={t('frequent.value')}
        rows={profile.frequent.map((value) => ({
          label: texts.value(value.value),
          shown: texts.figure(value.value).text,
          counted: value,
        }))}
        total={profile.rowCount}
        texts={texts}
        onChoose={(label, value, button) => open(targetOf(label, value), button)}
      />
      {menu}
    </div>
  );
}

interface CountTableProps<Counted extends { readonly count: number }> {
  readonly label: string;
  readonly head: string;
  /** The lines of the table. `shown` is the label with fewer digits, if it differs. The full label is then the tooltip. */
  readonly rows: readonly { readonly label: string; readonly shown?: string; readonly counted: Counted }[];
  /** The number of rows of which the shares are computed. */
  readonly total: number;
  readonly texts: ColumnTexts;
  readonly onChoose: (label: string, counted: Counted, button: HTMLElement) => void;
}

function CountTable<Counted extends { readonly count: number }>(props: CountTableProps<Counted>): ReactNode {
  const { label, head, rows, total, texts, onChoose } = props;
  const t = useTranslations('columns');
  return (
    <table className={classes['figures']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" data-number>
            {t('frequent.count')}
          </th>
          <th scope="col" data-number>
            {t('frequent.share')}
          </th>
          <th scope="col">{t('frequent.actions')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label: rowLabel, shown = rowLabel, counted }, index) => (
          <tr key={index}>
            <th scope="row" title={shown === rowLabel ? undefined : rowLabel}>
              {shown}
            </th>
            <td data-number>{texts.count(counted.count)}</td>
            <td data-number>{texts.share(counted.count, total)}</td>
            <td>
              <IconButton
                label={t('actionsFor', { value: rowLabel })}
                aria-haspopup="menu"
                size={24}
                onClick={(event) => onChoose(rowLabel, counted, event.currentTarget)}
              >
                <IconDots size={14} />
              </IconButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MisfitsProps {
  readonly columnName: string;
  readonly details: ColumnDetails;
  readonly texts: ColumnTexts;
}

/** Shows examples of values that do not fit the type of the column, and a link to their rows. */
function Misfits({ columnName, details, texts }: MisfitsProps) {
  const t = useTranslations('columns');
  const { showRows } = useWorkbenchActions();
  if (details.misfits.length === 0) return null;
  return (
    <div>
      <Group component="h3" gap={6} m="0 0 4px" fz="md" fw={600}>
        <IconAlertTriangle size={14} aria-hidden="true" /> {t('misfitValues.title')}
      </Group>
      <Explanation>{t('misfitValues.text')}</Explanation>
      <table className={classes['figures']} aria-label={t('misfitValues.title')}>
        <thead>
          <tr>
            <th scope="col">{t('frequent.value')}</th>
            <th scope="col" data-number>
              {t('frequent.count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {details.misfits.map(({ value, count }) => (
            <tr key={value}>
              <th scope="row">{value}</th>
              <td data-number>{texts.count(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => showRows({ conditions: [{ kind: 'misfit', column: columnName }] })}
      >
        {t('showRows')}
      </Button>
    </div>
  );
}
