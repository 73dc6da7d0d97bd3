import { useTranslations } from 'use-intl';
import { SEPARATOR } from '../../model/describe-query';
import type { AnyCheckId } from '../../rows-read/checks/own-checks';
import { useFigureTexts } from './use-figure-texts';
import type { Proposal, ProposalFilter } from './read-proposal';

/** Returns a function that describes the rows of a proposal on screen; empty for all rows. */
export function useFilterText(
  { rows }: Pick<Proposal, 'rows'>,
  nameOf: (check: AnyCheckId) => string,
): (filter: ProposalFilter) => string {
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
        return filter.rule === undefined
          ? t('figures.withoutAnswer')
          : [t('rule', { number: filter.rule + 1 }), t('figures.withoutAnswer')].join(SEPARATOR);
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
        return [
          group,
          ...(rows.columns.currency === null ? [] : [named(filter.currency)]),
          ...(filter.areChanged === true ? [t('figures.changed')] : []),
        ].join(SEPARATOR);
      }
      case 'stale':
        return t('stale.title');
      case 'planned':
        return t(`filters.planned.${filter.side}`);
      case 'found': {
        const { check, side } = filter;
        return check === null
          ? t(`filters.anyFound.${side}`)
          : t(`filters.found.${side}`, { check: nameOf(check) });
      }
      case 'percent':
        if (filter.from === null && filter.to === null) return t('filters.anyPercent');
        if (filter.from === null) return t('filters.percentUnder', { to: percent(filter.to ?? '0') });
        if (filter.to === null) return t('filters.percentBeyond', { from: percent(filter.from) });
        return t('filters.percent', { from: percent(filter.from), to: percent(filter.to) });
    }
  };
}
