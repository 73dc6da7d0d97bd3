import { Box } from '@mantine/core';
import { memo, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { histogramWidthPx } from '../../bars/bar-length';
import type { PercentDistribution } from '@/analysis/histograms/distribution';
import { PercentBars } from '../../bars/percent-bars';
import { percentText } from '@/analysis/new-prices/figure-texts';
import type { FilterChoice } from './proposal-figures';
import { PartHead } from './part-head';
import classes from './proposal.module.css';
import { histogramBars } from '../../bars/histogram-bars';

export interface PercentPictureProps extends FilterChoice {
  readonly distribution: PercentDistribution;
}

const LEAST_WIDTH_PX = 280;
const MOST_WIDTH_PX = 560;

/** A bar chart of the price changes in percent, without unchanged prices. Pressing a bar shows its rows in the grid. */
export const PercentPicture = memo(function PercentPicture({
  distribution,
  filter,
  onChoose,
}: PercentPictureProps) {
  const t = useTranslations('proposal.distribution');
  const words = useWords();
  const titleId = useId();
  const bars = histogramBars(distribution);
  // The minimum width has room for all bars, because beside the table of groups the chart gets only the width that it asks for.
  const widthPx = Math.max(LEAST_WIDTH_PX, histogramWidthPx(bars.length));
  const chosen = bars.findIndex(
    ({ from, to }) => filter.kind === 'percent' && filter.from === from && filter.to === to,
  );
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      flex={`1 1 ${widthPx}px`}
      miw={0}
      maw={Math.max(MOST_WIDTH_PX, widthPx)}
    >
      <PercentBars
        distribution={distribution}
        percentText={(percent) => percentText(words, percent)}
        describe={(figures) => (figures === null ? t('none') : t('text', figures))}
        renderHead={(title, save) => (
          <PartHead titleId={titleId} title={title}>
            {save}
          </PartHead>
        )}
        chosen={chosen === -1 ? null : { start: chosen, end: chosen + 1 }}
        onChoose={(bounds) => onChoose({ kind: 'percent', ...bounds })}
        tableClassName={classes['table']}
      />
    </Box>
  );
});
