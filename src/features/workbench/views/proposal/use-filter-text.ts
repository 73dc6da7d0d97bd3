import { useTranslations } from 'use-intl';
import { useFigureTexts } from './use-figure-texts';
import type { Proposal, ProposalFilter } from './read-proposal';

/** Returns a function that says which rows of a proposal are shown; empty for all. */
export function useFilterText({ rows }: Pick<Proposal, 'rows'>): (filter: ProposalFilter) => string {
  const t = useTranslations('proposal');
  const { percent } = useFigureTexts();
  const named = (value: string | null) => (value === null || value === '' ? t('noValue') : value);
  return (filter) => {
    switch (filter.kind) {
      case 'all':
        return '';
      case 'changed':
        return t('figures.changed');
      case 'stopped':
        return t('figures.stopped');
      case 'without-answer':
        return t('figures.withoutAnswer');
      case 'with-margin':
        return filter.currency === undefined
          ? t('filters.withCost')
          : t('filters.withCostIn', { currency: named(filter.currency) });
      case 'rule':
        return t('rule', { number: filter.rule + 1 });
      case 'currency':
        return named(filter.currency);
      case 'group': {
        const group = t('filters.group', { column: rows.columns.group ?? '', value: named(filter.group) });
        return rows.columns.currency === null ? group : `${group} · ${named(filter.currency)}`;
      }
      case 'percent':
        if (filter.from === null || filter.to === null) return t('filters.anyPercent');
        return t('filters.percent', { from: percent(filter.from), to: percent(filter.to) });
    }
  };
}
