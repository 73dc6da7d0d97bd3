import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { describeValue, operatorWords, SEPARATOR } from '../../model/describe-query';
import type { RowSubset, SubsetCondition } from '../../model/row-subset';

/** Returns a function that describes a subset in words, in the person's language and formats. */
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
    const listed = (kind: 'is-any-of' | 'is-none-of', values: readonly string[]) =>
      operatorWords(kind, field, values.map(shown), { t: tQuery, formatInteger });
    switch (condition.kind) {
      case 'any-of': {
        const parts = condition.conditions;
        const values = parts.flatMap((part) =>
          part.kind === 'is' && part.value !== null ? String(part.value) : [],
        );
        const others = parts.filter((part) => part.kind !== 'is' || part.value === null).map(describe);
        const all = values.length > 1 ? [listed('is-any-of', values), ...others] : parts.map(describe);
        return all.reduce((first, next) => t('or', { first, next }));
      }
      case 'other-than':
        return condition.values.length === 0
          ? tQuery('filter.is-not-empty', { field })
          : listed('is-none-of', condition.values);
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
