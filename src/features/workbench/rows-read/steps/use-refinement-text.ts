import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import { describeValue, SEPARATOR } from '../../model/describe-query';
import type { InnerGroup, RefineCondition, RefineGroup, Refinement } from '../../model/refinement';

const LISTED_VALUES = 4;

/** Returns a function that says a refinement in words, in the person's language and formats. `fields`: with the computed ones. */
export function useRefinementText(fields: readonly PriceField[]): (refinement: Refinement) => string {
  const t = useTranslations('refine');
  const tQuery = useTranslations('queryText');
  const { locale, formatInteger } = useFormats();

  const describe = ({ column: field, operator, operand }: RefineCondition): string => {
    const type = fields.find(({ name }) => name === field)?.type ?? 'text';
    const shown = (value: string) =>
      describeValue({ value, text: null }, type, { t: tQuery, locale, formatInteger });
    if (operand.kind === 'validity') {
      const day = describeValue({ value: operand.day, text: null }, 'date', {
        t: tQuery,
        locale,
        formatInteger,
      });
      return t('text.validOn', { from: field, to: operand.to, day });
    }
    if (operator === 'valid-on') return field;
    if (operand.kind === 'column') return tQuery(`filter.${operator}`, withValue(operand.column));
    const values = operand.kind === 'values' ? operand.values : [];
    const [value = '', to = ''] = values;
    if (operator === 'is-any-of' || operator === 'is-none-of') {
      const listed = values.slice(0, LISTED_VALUES).map(shown).join(', ');
      const restCount = values.length - LISTED_VALUES;
      const text =
        restCount > 0 ? tQuery('listed', { values: listed, count: formatInteger(restCount) }) : listed;
      return tQuery(`filter.${operator}`, { field, values: text });
    }
    if (operator === 'last-days') return tQuery('filter.last-days', { field, days: Number(value) });
    if (operator === 'between') {
      return tQuery('filter.between', { field, value: shown(value), to: shown(to) });
    }
    return tQuery(`filter.${operator}`, withValue(values.length === 0 ? '' : shown(value)));

    // One shape for all messages of one value.
    function withValue(text: string) {
      return { field, value: text, values: text, to: '', days: 0 };
    }
  };

  const describeGroup = ({ join, parts }: RefineGroup | InnerGroup): string => {
    const words = parts.map((part) =>
      part.kind === 'condition' ? describe(part) : t('text.group', { words: describeGroup(part) }),
    );
    return words.join(
      join === 'all' && parts.every(({ kind }) => kind === 'condition')
        ? SEPARATOR
        : ` ${t(`text.${join}`)} `,
    );
  };

  return ({ conditions, computedColumns }) =>
    [
      ...(conditions === null ? [] : [describeGroup(conditions)]),
      ...computedColumns.map(({ name, formula }) => t('text.computed', { name, formula })),
    ].join(SEPARATOR);
}
