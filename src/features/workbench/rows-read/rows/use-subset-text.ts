import type { PriceField } from '@/contract/column';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import { partnersOf } from '@/analysis/conditions/added-columns';
import type { RowSubset, SubsetCondition } from '@/analysis/conditions/row-subset';
import { describeValue, operatorText } from '@/analysis/conditions/comparison-text';
import { SEPARATOR } from '@/ui/formats/separator';

/** Returns `subsetText` with the user's language and formats. */
export function useSubsetText(fields: readonly PriceField[]): (subset: RowSubset) => string {
  const words = useWords();
  return (subset) => subsetText(words, fields, subset);
}

/** Returns a text that describes which of the rows read a subset contains. */
export function subsetText(words: Words, fields: readonly PriceField[], { conditions }: RowSubset): string {
  const t = words.of('subset');
  const tQuery = words.of('queryText');

  const describe = (condition: SubsetCondition): string => {
    const matched = partnersOf(condition);
    if (matched !== null) return t(`partners.${matched.partners}`, { label: matched.label });
    const field = condition.column;
    const type = fields.find(({ name }) => name === field)?.type ?? 'text';
    const isDate = type === 'date';
    const shown = (value: string) => describeValue(words, { value }, type);
    const listed = (kind: 'is-any-of' | 'is-none-of', values: readonly string[]) =>
      operatorText(words, kind, field, values.map(shown));
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
  return conditions.map(describe).join(SEPARATOR);
}
