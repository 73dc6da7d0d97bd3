import { useLocale, useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { refinementText } from '../../conditions/refinement-text';
import type { PriceLimit, PriceRule } from './proposal-spec';

/** Returns a function that describes a rule in a sentence. `fields`: the fields of the rows. */
export function useRuleText(fields: readonly PriceField[]): (rule: PriceRule) => string {
  const t = useTranslations('proposal.sentence');
  const words = useWords();
  const number = useRuleNumberText();
  const list = new Intl.ListFormat(useLocale(), { type: 'unit', style: 'short' });

  const changeText = ({ change }: PriceRule): string => {
    switch (change.kind) {
      case 'percent':
        return t('percent', { percent: number(change.percent, true) });
      case 'amount':
        return t('amount', { amount: number(change.amount, true) });
      case 'value':
        return t('value', { value: number(change.value) });
      case 'margin':
        return t('margin', { margin: number(change.margin) });
      case 'markup':
        return t('markup', { markup: number(change.markup) });
      case 'column':
        return change.factor === '1'
          ? t('column', { column: change.column })
          : t('columnTimes', { column: change.column, factor: number(change.factor) });
    }
  };
  const roundingText = ({ rounding, direction }: PriceRule): readonly string[] => {
    if (rounding.kind === 'none') return [];
    return [
      rounding.kind === 'step'
        ? t(`step.${direction}`, { step: number(rounding.step) })
        : t(`ending.${direction}`, { ending: number(rounding.ending) }),
    ];
  };
  const limitText = (limit: PriceLimit): string => {
    switch (limit.kind) {
      case 'value':
        return number(limit.value);
      case 'column':
        return limit.column;
      case 'margin':
        return t('limitMargin', { margin: number(limit.margin) });
      case 'markup':
        return t('limitMarkup', { markup: number(limit.markup) });
    }
  };
  return (rule) => {
    const { conditions, notBelow, notAbove, atMost } = rule;
    const parts = [
      changeText(rule),
      ...roundingText(rule),
      ...(notBelow === null ? [] : [t('notBelow', { limit: limitText(notBelow) })]),
      ...(notAbove === null ? [] : [t('notAbove', { limit: limitText(notAbove) })]),
      ...(atMost === null ? [] : [t('atMost', { percent: number(atMost) })]),
    ];
    const rows =
      conditions === null ? t('allRows') : refinementText(words, fields, { conditions, computedColumns: [] });
    return t('whole', { rows, what: list.format(parts) });
  };
}

/** Returns a formatter for the numbers of rules; a positive difference has a plus sign. */
function useRuleNumberText(): (decimal: string, isDifference?: boolean) => string {
  const { locale } = useFormats();
  const format = createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: true,
  });
  return (decimal, isDifference = false) =>
    isDifference && !decimal.startsWith('-') ? `+${format(decimal)}` : format(decimal);
}
