import { Box, Text } from '@mantine/core';
import { memo, useId } from 'react';
import { useTranslations } from 'use-intl';
import { FigureTable } from '@/shared/ui/figure-table';
import { useFormats } from '@/shared/formats/format-settings-context';
import { SavePicture } from '@/shared/pictures/save-picture';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { RangesPicture } from '../../rows-read/pictures/bar-pictures';
import { barsDrawing } from '../../rows-read/pictures/bars-drawing';
import type { PercentDistribution } from '../../rows-read/pictures/read-percents';
import type { FilterChoice } from './proposal-figures';
import { PartHead } from './part-head';
import classes from './proposal.module.css';
import { useFigureTexts } from './use-figure-texts';

export interface PercentPictureProps extends FilterChoice {
  readonly distribution: PercentDistribution;
}

/** `img` "Distribution of Δ %": by how much the prices change that do. A bar shows its rows in the grid. */
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
  const { ranges, count, least, median, greatest, belowCount, aboveCount } = distribution;
  const title = t('distribution.title');
  const rows = (number: number) => t('rows', { formatted: formatInteger(number), count: number });
  const rangeText = (from: string, to: string) =>
    t('distribution.range', { from: percent(from), to: percent(to) });
  const ends = [percent(ranges[0]?.from ?? '0'), percent(ranges.at(-1)?.to ?? '0')] as const;
  const chosen = ranges.findIndex(
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
    ...(belowCount > 0 ? [t('distribution.below', { rows: rows(belowCount) })] : []),
    ...(aboveCount > 0 ? [t('distribution.above', { rows: rows(aboveCount) })] : []),
  ].join(' ');
  return (
    <Box component="section" aria-labelledby={titleId} flex="1 1 280px" miw={0} maw={560}>
      <PartHead titleId={titleId} title={title}>
        {ranges.length > 0 && (
          <SavePicture
            getFileName={() => `${priceColumn.displayName} – ${title}`}
            getDrawing={() =>
              barsDrawing({
                title: `${priceColumn.displayName} – ${title}`,
                counts: ranges.map((range) => range.count),
                ends,
                countText: formatInteger,
                notes: [text],
              })
            }
          />
        )}
      </PartHead>
      {ranges.length > 0 && (
        <RangesPicture
          title={title}
          descriptionId={descriptionId}
          barsLabel={t('distribution.bars')}
          hasMenu={false}
          bars={ranges.map((range) => ({
            key: range.from,
            count: range.count,
            text: `${rangeText(range.from, range.to)}: ${rows(range.count)}`,
            range,
          }))}
          ends={ends}
          chosen={chosen === -1 ? null : { start: chosen, end: chosen + 1 }}
          onChoose={({ range }) => onChoose({ kind: 'percent', from: range.from, to: range.to })}
        />
      )}
      <Text id={descriptionId} size="sm" c="dimmed">
        {text}
      </Text>
      {ranges.length > 0 && (
        <Box component="details" fz="sm" c="dimmed">
          <summary>{t('distribution.asTable')}</summary>
          <FigureTable className={classes['table']} aria-label={t('distribution.bars')}>
            <tbody>
              {ranges.map(({ from, to, count: inRange }) => (
                <tr key={from}>
                  <th scope="row">{rangeText(from, to)}</th>
                  <td data-number>{formatInteger(inRange)}</td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        </Box>
      )}
    </Box>
  );
});
