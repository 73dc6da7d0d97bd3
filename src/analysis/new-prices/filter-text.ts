import type { Words } from '@/ui/formats/words';
import { percentText, valueText } from './figure-texts';
import { nameOfChecked } from './findings-text';
import type { ProposalColumns } from './proposal-spec';
import type { ProposalFilter } from './read-proposal';
import { SEPARATOR } from '@/ui/formats/separator';
import type { CheckedPricesState } from './checked-prices';

/** Describes the rows of a proposal that are on screen. The text is empty if all rows are on screen. */
export function filterText(
  words: Words,
  filter: ProposalFilter,
  columns: ProposalColumns,
  checks: CheckedPricesState,
): string {
  const t = words.of('proposal');
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
        : t('filters.withCostIn', { currency: valueText(words, filter.currency) });
    case 'rule':
      return t('rule', { number: filter.rule + 1 });
    case 'currency':
      return valueText(words, filter.currency);
    case 'group': {
      const { group, currency, areChanged = false } = filter;
      return [
        t('filters.group', { column: columns.group ?? '', value: valueText(words, group) }),
        ...(columns.currency === null ? [] : [valueText(words, currency)]),
        ...(areChanged ? [t('figures.changed')] : []),
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
        : t(`filters.found.${side}`, { check: nameOfChecked(words, checks, check) });
    }
    case 'percent': {
      const { from, to } = filter;
      if (from === null && to === null) return t('filters.anyPercent');
      if (from === null) return t('filters.percentUnder', { to: percentText(words, to) });
      if (to === null) return t('filters.percentBeyond', { from: percentText(words, from) });
      return t('filters.percent', { from: percentText(words, from), to: percentText(words, to) });
    }
  }
}
