import { Group, Text } from '@mantine/core';
import { useWords } from '@/ui/formats/use-words';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import type { GroupKey } from '@/analysis/engine/group-key';
import { mixtureText } from '@/rows/price-rows/mixture-text';
import { SavePicture } from '@/ui/pictures/save-picture';
import { SeriesMark } from '@/ui/pictures/series-mark';
import { ChartBars } from './chart-bars';
import { chartData, chartTitle, type ChartValue } from '@/analysis/pivot/chart-data';
import { ChartLines } from './chart-lines';
import { mixedFigures, type MeasureMixture } from '@/analysis/pivot/mixed-figures';
import type { PivotSpec } from '@/analysis/pivot/pivot-spec';
import classes from './pivot-chart.module.css';
import type { PivotSummary } from '@/analysis/pivot/read-pivot';
import type { PivotTexts } from '@/analysis/pivot/pivot-texts';

export interface PivotChartProps {
  readonly spec: PivotSpec;
  readonly summary: PivotSummary;
  readonly mixtures: readonly MeasureMixture[];
  readonly texts: PivotTexts;
  readonly columns: readonly AnalysedColumn[];
  readonly getFileName: () => string;
  readonly onShowRows: (rowKeys: readonly GroupKey[] | null, columnKeys: readonly GroupKey[] | null) => void;
}

/** Draws one measure as bars or lines. The table below the chart also shows its values. */
export function PivotChart(props: PivotChartProps) {
  const { spec, summary, mixtures, texts, columns, getFileName, onShowRows } = props;
  const words = useWords();
  const t = words.of('pivot');
  const { formatInteger } = words.formats;
  const typeOf = (field: string) => columns.find(({ name }) => name === field)?.type ?? 'text';
  const data = chartData(spec, summary, texts, typeOf);
  if (data === null) return <ChartNote>{t('chartNotNumeric')}</ChartNote>;
  const { groups, series, measure } = data;
  const title = chartTitle(words, spec, measure);
  const axisText = (value: number) => texts.axisText(measure, value);
  const cutText = t('chartFirst', {
    rows: formatInteger(groups.length),
    columns: series.length === 0 ? 'none' : formatInteger(series.length),
  });
  const mixture = mixtures.find(
    (each) => each.measure.fn === measure.fn && each.measure.field === measure.field,
  );
  const { cells = null, apart = null } = mixture === undefined ? {} : mixedFigures(spec, mixture);
  const notes = [
    ...(cells === null ? [] : [t('chartMixed', { mixture: mixtureText(words, cells) })]),
    ...(apart === null ? [] : [t('chartAxis', { mixture: mixtureText(words, apart) })]),
    ...(data.isCut ? [cutText] : []),
  ];
  const showRowsOf = ({ row, column }: Pick<ChartValue, 'row' | 'column'>) =>
    onShowRows(
      summary.rowGroups[row]?.keys ?? null,
      column === null ? null : (summary.columnGroups[column]?.keys ?? null),
    );
  const legend = series.length > 0 && (
    <Group
      component="ul"
      gap="2px 16px"
      m="2px 0 0"
      p={0}
      fz="xs"
      c="dimmed"
      className={classes['legend'] ?? ''}
      aria-label={t('legend')}
    >
      {series.map((name, index) => (
        <Group key={name} component="li" gap={4} wrap="nowrap">
          <SeriesMark series={index} /> {name}
        </Group>
      ))}
    </Group>
  );
  const picture =
    data.kind === 'lines' ? (
      <ChartLines
        data={data}
        label={title}
        axisText={axisText}
        onChoose={({ row }) => showRowsOf({ row, column: null })}
      />
    ) : (
      <ChartBars data={data} label={title} onChoose={showRowsOf} />
    );
  return (
    <figure className={classes['chart']} aria-label={title}>
      <Group component="figcaption" gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text component="div" size="sm" fw={550}>
            {title}
          </Text>
          {legend}
        </div>
        <SavePicture
          title={title}
          renderPicture={() => (
            <>
              {legend}
              {picture}
            </>
          )}
          getNotes={() => notes}
          getFileName={getFileName}
        />
      </Group>
      {picture}
      {notes.map((note) => (
        <ChartNote key={note}>{note}</ChartNote>
      ))}
    </figure>
  );
}

function ChartNote({ children }: { readonly children: string }) {
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {children}
    </Text>
  );
}
