import { Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { memo, type ReactNode } from 'react';
import { useWords } from '@/ui/formats/use-words';
import classes from './proposal.module.css';
import { marginsText, moneyText, percentText } from '@/analysis/new-prices/figure-texts';
import type { Proposal, ProposalFilter } from '@/analysis/new-prices/read-proposal';

export interface FilterChoice {
  readonly filter: ProposalFilter;
  readonly onChoose: (filter: ProposalFilter) => void;
}

export interface ProposalFiguresProps extends FilterChoice {
  readonly proposal: Proposal;
}

/** The maximum number of currencies that get their own line among the figures. The table by group has all currencies. */
const MOST_CURRENCIES = 5;

/** Shows the figures of a proposal. Pressing a figure shows its rows in the grid. */
export const ProposalFigures = memo(function ProposalFigures({
  proposal,
  filter,
  onChoose,
}: ProposalFiguresProps) {
  const t = useTranslations('proposal.figures');
  const words = useWords();
  const { formatInteger } = words.formats;
  const { total, averagePercent, effects, rows } = proposal;
  const hasCurrencies = rows.columns.currency !== null;
  const weighed = rows.weight !== null;
  const choice = { filter, onChoose };
  const withMargin = effects.filter(({ marginBefore }) => marginBefore !== null);
  const further = effects.length - MOST_CURRENCIES;
  return (
    <Group role="group" aria-label={t('label')} gap={8} align="stretch">
      <Figure name={t('rows')}>
        <Choice {...choice} of={{ kind: 'all' }} name={t('rows')}>
          {formatInteger(total.rows)}
        </Choice>
      </Figure>
      <Figure name={t('changed')}>
        <Choice {...choice} of={{ kind: 'changed' }} name={t('changed')}>
          {formatInteger(total.changed)}
        </Choice>
      </Figure>
      <Figure name={t('average')} hint={t('averageHint')}>
        <Choice {...choice} of={{ kind: 'percent', from: null, to: null }} name={t('average')}>
          {percentText(words, averagePercent)}
        </Choice>
      </Figure>
      <Figure name={t('effect')} hint={weighed ? t('effectOf', { column: rows.weight }) : t('effectHint')}>
        {effects.slice(0, MOST_CURRENCIES).map(({ currency, amount }) => (
          <Choice
            key={currency}
            {...choice}
            of={hasCurrencies ? { kind: 'currency', currency } : { kind: 'changed' }}
            name={t('effect')}
          >
            {moneyText(words, amount, currency, rows.price.scale)}
          </Choice>
        ))}
        {further > 0 && (
          <Text span size="xs" c="dimmed" px={4}>
            {t('further', { count: further })}
          </Text>
        )}
      </Figure>
      {withMargin.length > 0 && (
        <Figure name={t('margin')} hint={t('marginHint')}>
          {withMargin.slice(0, MOST_CURRENCIES).map((effect) => (
            <Choice
              key={effect.currency}
              {...choice}
              of={{ kind: 'with-margin', ...(hasCurrencies && { currency: effect.currency }) }}
              name={t('margin')}
            >
              {marginsText(words, effect)}
            </Choice>
          ))}
        </Figure>
      )}
      <Figure name={t('stopped')}>
        <Choice {...choice} of={{ kind: 'stopped' }} name={t('stopped')}>
          {formatInteger(total.stopped)}
        </Choice>
      </Figure>
      {total.withoutAnswer > 0 && (
        <Figure name={t('withoutAnswer')} hint={t('withoutAnswerHint')}>
          <Choice {...choice} of={{ kind: 'without-answer' }} name={t('withoutAnswer')}>
            {formatInteger(total.withoutAnswer)}
          </Choice>
        </Figure>
      )}
    </Group>
  );
});

interface FigureProps {
  readonly name: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Figure({ name, hint, children }: FigureProps) {
  return (
    <Stack
      gap={2}
      align="flex-start"
      miw={104}
      maw="min(336px, 100%)"
      px={8}
      py={6}
      className={classes['figure'] ?? ''}
    >
      <Text span size="xs" c="dimmed" px={4}>
        {name}
      </Text>
      <Group gap="0 8px">{children}</Group>
      {hint !== undefined && (
        <Text span size="xs" c="dimmed" px={4}>
          {hint}
        </Text>
      )}
    </Stack>
  );
}

interface ChoiceProps extends FilterChoice {
  readonly of: ProposalFilter;
  /** What the figure counts. The accessible name consists of this text and the value. */
  readonly name: string;
  readonly children: string;
}

/** A figure as a button. Pressing it shows the rows of the figure. */
function Choice({ of, filter, onChoose, name, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={JSON.stringify(of) === JSON.stringify(filter)}
      aria-label={`${name}: ${children}`}
      className={classes['choice']}
      onClick={() => onChoose(of)}
    >
      {children}
    </button>
  );
}
