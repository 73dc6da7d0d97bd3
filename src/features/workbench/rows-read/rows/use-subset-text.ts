import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import { describeValue, SEPARATOR } from '../../model/describe-query';
import type { RowSubset, SubsetCondition } from '../../model/row-subset';

/** Returns a function that says in words which rows a subset has, in the person's language and formats. */
export function useSubsetText(fields: readonly PriceField[]): (subset: RowSubset) => string {
  const t = useTranslations('subset');
  const tQuery = useTranslations('queryText');
  const { locale, formatInteger } = useFormats();

  const describe = (condition: SubsetCondition): string => {
    const field = condition.column;
    const type = fields.find(({ name }) => name === field)?.type ?? 'text';
    const isDate = type === 'date';
    const shown = (value: string) =>
      describeValue({ value, text: null }, type, { t: tQuery, locale, formatInteger });
    switch (condition.kind) {
      case 'misfit':
        return t('misfit', { field });
      case 'is':
        return condition.value === null
          ? tQuery('filter.is-empty', { field })
          : tQuery('filter.is', { field, value: shown(String(condition.value)) });
      case 'between': {
        const { from, to, includesEnd } = condition;
        if (from !== null && to !== null) {
          const ends = { field, from: shown(from), to: shown(to) };
          return includesEnd ? tQuery('filter.between', { ...ends, value: ends.from }) : t('below', ends);
        }
        if (to === null) {
          const value = shown(from ?? '');
          return tQuery(isDate ? 'filter.on-or-after' : 'filter.greater-than-or-equal-to', { field, value });
        }
        if (includesEnd) {
          return tQuery(isDate ? 'filter.on-or-before' : 'filter.less-than-or-equal-to', {
            field,
            value: shown(to),
          });
        }
        return tQuery(isDate ? 'filter.before' : 'filter.less-than', { field, value: shown(to) });
      }
    }
  };
  return ({ conditions }) => conditions.map(describe).join(SEPARATOR);
}
