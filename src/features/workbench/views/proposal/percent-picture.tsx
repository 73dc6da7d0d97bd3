import { Box, Text } from '@mantine/core';
import { memo, useId } from 'react';
import { useTranslations } from 'use-intl';
import { FigureTable } from '@/ui/components/figure-table';
import { useFormats } from '@/ui/formats/format-settings-context';
import { SavePicture } from '@/ui/pictures/save-picture';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { RangesPicture } from '../../bars/bar-pictures';
import { histogramBars, type HistogramBar } from '../../bars/distribution';
import type { PercentDistribution } from '../../rows-read/histograms/read-percents';
import type { FilterChoice } from './proposal-figures';
import { PartHead } from './part-head';
import classes from './proposal.module.css';
import { useFigureTexts } from './use-figure-texts';

export interface PercentPictureProps extends FilterChoice {
  readonly distribution: PercentDistribution;
}

/** `img` "Distribution of Δ %": the changes of the prices that change. A bar shows its rows in the grid. */
export const PercentPicture = memo(function PercentPicture({
  distribution,
  filter,
  onChoose,
}: PercentPictureProps) {
  const t = useTranslations('proposal');
  const { formatInteger } = useFormats();
  const { priceColumn } = useWorkbenchScope();
  const { percent } = useFigureTexts();
  const titleId = useId();
  const descriptionId = useId();
  const { count, least, median, greatest } = distribution;
  const bars = histogramBars(distribution);
  const title = t('distribution.title');
  const rows = (number: number) => t('rows', { formatted: formatInteger(number), count: number });
  const rangeText = ({ from, to }: HistogramBar) => {
    if (from === null) return t('distribution.under', { to: percent(to ?? '0') });
    return to === null
      ? t('distribution.beyond', { from: percent(from) })
      : t('distribution.range', { from: percent(from), to: percent(to) });
  };
  const end = (bar: HistogramBar | undefined, side: 'from' | 'to') => {
    const bound = bar?.[side] ?? null;
    if (bar === undefined) return '';
    // A bar for all values beyond the ranges has only one bound.
    return bound === null ? rangeText(bar) : percent(bound);
  };
  const ends = [end(bars[0], 'from'), end(bars.at(-1), 'to')] as const;
  const chosen = bars.findIndex(
    ({ from, to }) => filter.kind === 'percent' && filter.from === from && filter.to === to,
  );
  const text = [
    least === null || median === null || greatest === null
      ? t('distribution.none')
      : t('distribution.text', {
          rows: rows(count),
          least: percent(least),
          median: percent(median),
          greatest: percent(greatest),
        }),
  ].join(' ');
  const picture = {
    title,
    descriptionId,
    barsLabel: t('distribution.bars'),
    hasMenu: false,
    bars: bars.map((range) => ({
      key: rangeText(range),
      count: range.count,
      text: `${rangeText(range)}: ${rows(range.count)}`,
      range,
    })),
    ends,
    onChoose: ({ range }: { readonly range: HistogramBar }) =>
      onChoose({ kind: 'percent', from: range.from, to: range.to }),
  };
  return (
    <Box component="section" aria-labelledby={titleId} flex="1 1 280px" miw={0} maw={560}>
      <PartHead titleId={titleId} title={title}>
        {bars.length > 0 && (
          <SavePicture
            title={`${priceColumn.displayName} – ${title}`}
            renderPicture={() => <RangesPicture {...picture} />}
            getNotes={() => [text]}
          />
        )}
      </PartHead>
      {bars.length > 0 && (
        <RangesPicture {...picture} chosen={chosen === -1 ? null : { start: chosen, end: chosen + 1 }} />
      )}
      <Text id={descriptionId} size="sm" c="dimmed">
        {text}
      </Text>
      {bars.length > 0 && (
        <Box component="details" fz="sm" c="dimmed">
          <summary>{t('distribution.asTable')}</summary>
          <FigureTable className={classes['table']} aria-label={t('distribution.bars')}>
            <tbody>
              {bars.map((bar) => (
                <tr key={rangeText(bar)}>
                  <th scope="row">{rangeText(bar)}</th>
                  <td data-number>{formatInteger(bar.count)}</td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        </Box>
      )}
    </Box>
  );
});
