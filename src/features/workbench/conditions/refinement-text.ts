import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import {
  comparisonWords,
  describeValue,
  operatorWords,
  SEPARATOR,
  type DescriptionLanguage,
} from '../model/describe-query';
import {
  VALID_ON,
  type InnerGroup,
  type RefineCondition,
  type RefineGroup,
  type Refinement,
} from '../model/refinement';

/** Returns a function that describes refinements in the person's language and formats. `fields` includes the computed columns. */
export function useRefinementText(fields: readonly PriceField[]): (refinement: Refinement) => string {
  const t = useTranslations('refine');
  const tQuery = useTranslations('queryText');
  const { locale, formatInteger } = useFormats();
  return useMemo(
    () => createRefinementText(fields, t, { t: tQuery, locale, formatInteger }),
    [fields, t, tQuery, locale, formatInteger],
  );
}

/** Like `useRefinementText`, in a given language. */
export function createRefinementText(
  fields: readonly PriceField[],
  t: ReturnType<typeof useTranslations<'refine'>>,
  language: DescriptionLanguage,
): (refinement: Refinement) => string {
  const describe = ({ column: field, operator, operand }: RefineCondition): string => {
    const kind = fields.find(({ name }) => name === field)?.type ?? 'text';
    if (operand.kind === 'validity') {
      const day = describeValue({ value: operand.day, text: null }, 'date', language);
      return t('text.validOn', { from: field, to: operand.to, day });
    }
    if (operator === VALID_ON) return field;
    if (operand.kind === 'column') return operatorWords(operator, field, [operand.column], language);
    const values = operand.kind === 'values' ? operand.values : [];
    return comparisonWords(
      { field, kind, operator },
      values.map((value) => ({ value, text: null })),
      language,
    );
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
