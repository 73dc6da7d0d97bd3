import { Box, Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { FigureTable } from '@/ui/components/figure-table';
import { useFormats } from '@/ui/formats/format-settings-context';
import { SavePicture } from '@/ui/pictures/save-picture';
import { useBarBrush, type BarSpan } from '@/ui/pictures/use-bar-brush';
import { useWorkbenchScope } from '../controller/use-workbench';
import { RangesPicture, type CountedBar, type RangesPictureProps } from './bar-pictures';
import type { HistogramBar, PercentDistribution } from '@/analysis/histograms/distribution';
import { histogramBars, scaleEnds } from './histogram-bars';

/** The figures of a distribution as texts. */
export type PercentFigures = Readonly<Record<'rows' | 'least' | 'median' | 'greatest', string>>;

export interface PercentBarsProps extends Pick<RangesPictureProps<CountedBar>, 'chosen'> {
  readonly distribution: PercentDistribution;
  readonly percentText: (percent: string) => string;
  /** Describes the chart; `figures` are null without rows. */
  readonly describe: (figures: PercentFigures | null) => string;
  /** Renders the heading, with the button that saves the chart. */
  readonly renderHead: (title: string, save: ReactNode) => ReactNode;
  /** Opens the rows between the bounds. `from` is inclusive and `to` is exclusive; null leaves an end open. */
  readonly onChoose: (bounds: Pick<HistogramBar, 'from' | 'to'>) => void;
  /** Whether several bars can be chosen at once. */
  readonly hasBrush?: boolean;
  readonly tableClassName?: string | undefined;
  /** Content between the description and the table. */
  readonly children?: ReactNode;
}

/** Shows differences in percent as a histogram, whose bars open their rows, and as a table. */
export function PercentBars(props: PercentBarsProps) {
  const { distribution, percentText, describe, renderHead, chosen = null, onChoose } = props;
  const { hasBrush = false, tableClassName, children } = props;
  const t = useTranslations('bars');
  const { formatInteger } = useFormats();
  const { priceColumn } = useWorkbenchScope();
  const announce = useAnnounce();
  const descriptionId = useId();
  const { count, least, median, greatest } = distribution;
  const rows = (number: number) => t('rows', { formatted: formatInteger(number), count: number });
  const label = ({ from, to }: Pick<HistogramBar, 'from' | 'to'>) => {
    if (from === null) return t('percents.under', { to: percentText(to ?? '0') });
    return to === null
      ? t('percents.beyond', { from: percentText(from) })
      : t('percents.range', { from: percentText(from), to: percentText(to) });
  };
  const ranges = histogramBars(distribution);
  const bars = ranges.map((range) => ({
    key: label(range),
    count: range.count,
    text: `${label(range)}: ${rows(range.count)}`,
    range,
  }));
  const choose = ({ from, to }: Pick<HistogramBar, 'from' | 'to'>) => onChoose({ from, to });
  const boundsOf = ({ first, last }: BarSpan) => ({
    from: ranges[first]?.from ?? null,
    to: ranges[last]?.to ?? null,
  });
  const brush = useBarBrush({
    barCount: bars.length,
    onMark: (span) => {
      const marked = ranges.slice(span.first, span.last + 1).reduce((sum, each) => sum + each.count, 0);
      announce(t('percents.marked', { range: label(boundsOf(span)), rows: rows(marked) }));
    },
    onChoose: (span) => choose(boundsOf(span)),
  });
  const text = describe(
    least === null || median === null || greatest === null
      ? null
      : {
          rows: rows(count),
          least: percentText(least),
          median: percentText(median),
          greatest: percentText(greatest),
        },
  );
  const title = t('percents.title');
  const picture = {
    title,
    descriptionId,
    barsLabel: t('percents.bars'),
    hasMenu: false,
    bars,
    ends: scaleEnds(ranges, label, percentText),
    onChoose: ({ range }: { readonly range: HistogramBar }) => choose(range),
  };
  const hasBars = bars.length > 0;
  return (
    <>
      {renderHead(
        title,
        hasBars && (
          <SavePicture
            title={`${priceColumn.displayName} – ${title}`}
            renderPicture={() => <RangesPicture {...picture} />}
            getNotes={() => [text]}
          />
        ),
      )}
      {hasBars && <RangesPicture {...picture} {...(hasBrush && { brush })} chosen={chosen} />}
      <Text id={descriptionId} size="sm" c="dimmed">
        {text}
      </Text>
      {hasBrush && bars.length > 1 && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('percents.brush')}
        </Text>
      )}
      {children}
      {hasBars && (
        <Box component="details" fz="sm" c="dimmed">
          <summary>{t('percents.asTable')}</summary>
          <FigureTable className={tableClassName} aria-label={t('percents.bars')}>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <th scope="row">{bar.key}</th>
                  <td data-number>{formatInteger(bar.count)}</td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        </Box>
      )}
    </>
  );
}
