import { Box } from '@mantine/core';
import { memo, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { histogramBars, type PercentDistribution } from '../../bars/distribution';
import { PercentBars } from '../../bars/percent-bars';
import { percentText } from './figure-texts';
import type { FilterChoice } from './proposal-figures';
import { PartHead } from './part-head';
import classes from './proposal.module.css';

export interface PercentPictureProps extends FilterChoice {
  readonly distribution: PercentDistribution;
}

/** The changes of the prices that change. A bar shows its rows in the grid. */
export const PercentPicture = memo(function PercentPicture({
  distribution,
  filter,
  onChoose,
}: PercentPictureProps) {
  const t = useTranslations('proposal.distribution');
  const words = useWords();
  const titleId = useId();
  const chosen = histogramBars(distribution).findIndex(
    ({ from, to }) => filter.kind === 'percent' && filter.from === from && filter.to === to,
  );
  return (
    <Box component="section" aria-labelledby={titleId} flex="1 1 280px" miw={0} maw={560}>
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
