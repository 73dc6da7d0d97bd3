import type { useTranslations } from 'use-intl';
import type { ColumnType, PriceColumn } from '@/contract/column';
import { createDecimalFormat } from '@/shared/formats/decimal-format';
import {
  isEntered,
  operandsOf,
  type DraftCondition,
  type DraftQuery,
  type DraftSort,
  type Operand,
} from './draft-query';
import { momentText } from './entry';

/** In which words, and how numbers and dates are written. */
export interface WordsLanguage {
  readonly t: ReturnType<typeof useTranslations<'queryWords'>>;
  /** BCP 47 locale of numbers and dates. */
  readonly locale: string;
  readonly formatInteger: (value: number) => string;
}

const SEPARATOR = ' · ';
const LISTED_VALUES = 4;

/**
 * A query as one would say it: `PriceList is any of DE, AT · Value from 10.00 to 20.00 · ValidFrom newest first`. Filters
 * that are turned off or not complete are not part of it; relative dates stay relative.
 */
export function queryWords(
  draft: DraftQuery,
  priceColumn: Pick<PriceColumn, 'fields'>,
  language: WordsLanguage,
): string {
  const { t, formatInteger } = language;
  const filters = draft.filters.flatMap((filter) =>
    filter.kind === 'unset' || filter.isDisabled || !isComplete(filter)
      ? []
      : [filterWords(filter, language)],
  );
  const order = draft.sort
    .flatMap((rule) => sortWords(rule, priceColumn, t))
    .reduce<string | null>((first, next) => (first === null ? next : t('sort.then', { first, next })), null);
  const chosen = draft.fields;
  return [
    ...(filters.length === 0 ? [t('everything')] : filters),
    ...(order === null ? [] : [order]),
    ...(chosen === null
      ? []
      : [
          t('fields', {
            chosen: formatInteger(chosen.length),
            all: formatInteger(priceColumn.fields.length),
          }),
        ]),
  ].join(SEPARATOR);
}

function isComplete(condition: DraftCondition): boolean {
  const operands = operandsOf(condition);
  const isListWithout = condition.operator === 'is-any-of' && operands.length === 0;
  return !isListWithout && operands.every((operand) => isEntered(operand) && operand.value !== null);
}

function filterWords(condition: DraftCondition, language: WordsLanguage): string {
  const { t, formatInteger } = language;
  const { field, operator } = condition;
  const say = (operand: Operand) => valueWords(operand, condition.kind, language);
  if (operator === 'is-any-of') {
    const shown = condition.values.slice(0, LISTED_VALUES).map(say).join(', ');
    const restCount = condition.values.length - LISTED_VALUES;
    const values = restCount > 0 ? t('listed', { values: shown, count: formatInteger(restCount) }) : shown;
    return t('filter.is-any-of', { field, values });
  }
  if (operator === 'between') {
    return t('filter.between', { field, value: say(condition.value), to: say(condition.to) });
  }
  if (operator === 'last-days') return t('filter.last-days', { field, days: Number(condition.days.value) });
  return t(`filter.${operator}`, { field, value: say(condition.value) });
}

function valueWords(operand: Operand, type: ColumnType, { t, locale }: WordsLanguage): string {
  const value = operand.value ?? '';
  switch (type) {
    case 'number':
      // Every digit that was asked for, and none more.
      return createDecimalFormat(locale, {
        minFractionDigits: 0,
        maxFractionDigits: Infinity,
        isGrouped: true,
      })(value === '' ? '0' : value);
    case 'date':
      return momentText(value, locale);
    case 'boolean':
      return value === 'true' ? t('true') : t('false');
    case 'text':
      // Where it begins and ends must be seen.
      return /^[\p{L}\p{N}_./-]+$/u.test(value) ? value : t('quoted', { value });
  }
}

function sortWords(
  rule: DraftSort,
  priceColumn: Pick<PriceColumn, 'fields'>,
  t: WordsLanguage['t'],
): readonly string[] {
  const field = rule.field;
  if (field === null) return [];
  const type = priceColumn.fields.find(({ name }) => name === field)?.type ?? 'text';
  return [t(`sort.${type}-${rule.direction}`, { field })];
}
