import type { PriceField } from '@/contract/column';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import type { Words } from '@/ui/formats/words';
import { refinementText } from '../conditions/refinement-text';
import type { PriceLimit, PriceRule } from './proposal-spec';

/** Returns a sentence that describes a rule. `fields` are the fields of the rows. */
export function ruleText(words: Words, rule: PriceRule, fields: readonly PriceField[]): string {
  const t = words.of('proposal.sentence');
  const { locale } = words.formats;
  const { conditions, change, rounding, direction, notBelow, notAbove, atMost } = rule;
  const number = createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: true,
  });
  const difference = (decimal: string) => (decimal.startsWith('-') ? '' : '+') + number(decimal);

  const changeText = (): string => {
    switch (change.kind) {
      case 'percent':
        return t('percent', { percent: difference(change.percent) });
      case 'amount':
        return t('amount', { amount: difference(change.amount) });
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
  const roundingText = (): readonly string[] => {
    switch (rounding.kind) {
      case 'none':
        return [];
      case 'step':
        return [t(`step.${direction}`, { step: number(rounding.step) })];
      case 'ending':
        return [t(`ending.${direction}`, { ending: number(rounding.ending) })];
    }
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
  const what = [
    changeText(),
    ...roundingText(),
    ...(notBelow === null ? [] : [t('notBelow', { limit: limitText(notBelow) })]),
    ...(notAbove === null ? [] : [t('notAbove', { limit: limitText(notAbove) })]),
    ...(atMost === null ? [] : [t('atMost', { percent: number(atMost) })]),
  ];
  return t('whole', {
    rows:
      conditions === null ? t('allRows') : refinementText(words, fields, { conditions, computedColumns: [] }),
    what: new Intl.ListFormat(words.language, { type: 'unit', style: 'short' }).format(what),
  });
}
