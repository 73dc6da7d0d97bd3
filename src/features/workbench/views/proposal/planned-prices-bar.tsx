import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import {
  PLANNED_SIDES,
  type PlannedPricesState,
  type PlannedSide,
} from '@/analysis/new-prices/planned-prices';
import type { FilterChoice } from './proposal-figures';
import { plannedText } from '@/analysis/new-prices/planned-text';
import classes from './proposal.module.css';

export interface PlannedPricesBarProps extends FilterChoice {
  readonly state: PlannedPricesState;
}

/** The note **Prices already planned**: counts changed prices that overlap with planned prices. Pressing a count shows its rows. */
export function PlannedPricesBar({ state, filter, onChoose }: PlannedPricesBarProps) {
  const t = useTranslations('proposal.planned');
  const words = useWords();
  if (state.status === 'none') return null;
  const planned = state.status === 'found' ? state.planned : null;
  const isMet = planned !== null && planned.changed + planned.ended > 0;
  const countOf = (side: PlannedSide) => {
    if (planned === null) return 0;
    return side === 'planned' ? planned.planned - planned.elsewhere : planned[side];
  };
  return (
    <Group component="section" aria-label={t('title')} gap="6px 12px">
      <Group
        component="p"
        role="status"
        m={0}
        aria-label={t('title')}
        gap={6}
        wrap="nowrap"
        fz="sm"
        c={isMet ? 'var(--cn-danger)' : planned === null ? 'dimmed' : 'inherit'}
      >
        {state.status === 'searching' && t('searching')}
        {planned !== null && (
          <>
            {isMet ? (
              <IconAlertTriangle size={16} aria-hidden="true" className={classes['icon']} />
            ) : (
              <IconCheck size={16} aria-hidden="true" className={classes['icon']} />
            )}
            {plannedText(words, planned)}
          </>
        )}
      </Group>
      {state.status === 'failed' && (
        <Text role="alert" size="sm" c="var(--cn-danger)">
          {t('failed')}{' '}
          <Button size="compact-sm" variant="default" onClick={state.retry}>
            {t('retry')}
          </Button>
        </Text>
      )}
      {PLANNED_SIDES.filter((side) => countOf(side) > 0).map((side) => {
        const isShown = filter.kind === 'planned' && filter.side === side;
        return (
          <Button
            key={side}
            size="compact-sm"
            variant={isShown ? 'light' : 'default'}
            aria-pressed={isShown}
            onClick={() => onChoose({ kind: 'planned', side })}
          >
            {t(`show.${side}`)}
          </Button>
        );
      })}
    </Group>
  );
}
