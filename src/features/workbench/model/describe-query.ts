import type { ColumnType, PriceColumn } from '@/contract/column';
import { isComputedField } from './computed-field';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { relativeSpan, type OperatorId } from './operators';
import { describeRelativeDay, isRelativeDay, resolveDay, type QueryWords } from './relative-day';
import {
  isEntered,
  operandsOf,
  operatorOf,
  type DraftCondition,
  type DraftQuery,
  type DraftSort,
  type Operand,
} from './draft-query';
import { formatMoment, lastDayOf } from './calendar';

export interface DescriptionLanguage {
  readonly t: QueryWords;
  /** BCP 47 locale of numbers and dates. */
  readonly locale: string;
  readonly formatInteger: (value: number) => string;
  /** The day (`YYYY-MM-DD`) of the run. Descriptions then add what relative dates meant on that day. */
  readonly ranOn?: string | undefined;
}

export const SEPARATOR = ' · ';
const ELLIPSIS = '…';
const LISTED_VALUES = 4;

/**
 * Describes a query: `PriceList is any of DE, AT · Value from 10.00 to 20.00 · ValidFrom newest first`. The description
 * omits disabled and incomplete filters and keeps relative dates relative.
 */
export function describeQuery(...query: Parameters<typeof describeQueryParts>): string {
  return describeQueryParts(...query).join(SEPARATOR);
}

/** Describes filters, order and fields of a query one by one. */
export function describeQueryParts(
  draft: DraftQuery,
  priceColumn: Pick<PriceColumn, 'fields'>,
  language: DescriptionLanguage,
): readonly string[] {
  const { t, formatInteger } = language;
  const filters = draft.filters.flatMap((filter) =>
    filter.kind === 'unset' || filter.isDisabled || !isComplete(filter)
      ? []
      : [describeFilter(filter, language)],
  );
  const order = draft.sort
    .flatMap((rule) => describeSort(rule, priceColumn, t) ?? [])
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
            // Computed columns are not counted, because a query cannot ask for them.
            all: formatInteger(priceColumn.fields.filter((field) => !isComputedField(field)).length),
          }),
        ]),
  ];
}

function isComplete(condition: DraftCondition): boolean {
  const operands = operandsOf(condition);
  const isListWithout = operatorOf(condition).editor === 'list' && operands.length === 0;
  return !isListWithout && operands.every((operand) => isEntered(operand) && operand.value !== null);
}

/** Describes one filter. A missing value appears as an ellipsis, an invalid one as it was typed. */
export function describeFilter(condition: DraftCondition, language: DescriptionLanguage): string {
  const { field, operator } = condition;
  const isCount = operatorOf(condition).editor === 'days';
  if (isCount && condition.days.value === null) return `${field} ${ELLIPSIS}`;
  const operands = operandsOf(condition);
  const words = comparisonWords(condition, operands, language);
  return operator === 'on' && isRelativeDay(condition.value.value ?? '')
    ? words
    : withSpan(words, condition, language);
}

/** Describes a comparison with values, for operators with any number of operands. */
export function comparisonWords(
  { field, kind, operator }: Pick<DraftCondition, 'field' | 'kind' | 'operator'>,
  operands: readonly Operand[],
  language: DescriptionLanguage,
): string {
  const [first] = operands;
  const isRelative = operator === 'on' && isRelativeDay(first?.value ?? '');
  const words = operands.map((operand) =>
    operand.value === null ? operand.text?.trim() || ELLIPSIS : describeValue(operand, kind, language),
  );
  return operatorWords(isRelative ? 'on-relative' : operator, field, words, language);
}

/** Describes an operator, given the words for its operands. Each message uses the arguments that it names. */
export function operatorWords(
  operator: OperatorId | 'on-relative',
  field: string,
  operands: readonly string[],
  { t, formatInteger }: Pick<DescriptionLanguage, 't' | 'formatInteger'>,
): string {
  const [value = ELLIPSIS, to = ELLIPSIS] = operands;
  const listed = operands.slice(0, LISTED_VALUES).join(', ') || ELLIPSIS;
  const restCount = operands.length - LISTED_VALUES;
  const values = restCount > 0 ? t('listed', { values: listed, count: formatInteger(restCount) }) : listed;
  return t(`filter.${operator}`, { field, value, to, values, days: Number(value) });
}

/** Adds the days that a relative operator meant when the query ran. */
function withSpan(words: string, condition: DraftCondition, language: DescriptionLanguage): string {
  const { t, locale, ranOn } = language;
  const span = ranOn === undefined ? null : relativeSpan(condition.operator, condition.days.value, ranOn);
  if (span === null) return words;
  const [start, end] = [formatMoment(span.start, locale), formatMoment(lastDayOf(span), locale)];
  return t('resolved', { words, days: start === end ? start : t('span', { start, end }) });
}

/** Describes a value in the person's formats. */
export function describeValue(operand: Operand, type: ColumnType, language: DescriptionLanguage): string {
  const { t, locale } = language;
  const value = operand.value ?? '';
  switch (type) {
    case 'number':
      // Shows exactly the digits of the value.
      return createDecimalFormat(locale, {
        minFractionDigits: 0,
        maxFractionDigits: Infinity,
        isGrouped: true,
      })(value === '' ? '0' : value);
    case 'date':
      return describeDate(value, language);
    case 'boolean':
      return value === 'true' ? t('true') : t('false');
    case 'text':
      // Quotes show where a text with spaces or punctuation begins and ends.
      return /^[\p{L}\p{N}_./-]+$/u.test(value) ? value : t('quoted', { value });
  }
}

function describeDate(value: string, { t, locale, ranOn }: DescriptionLanguage): string {
  if (!isRelativeDay(value)) return formatMoment(value, locale);
  const words = describeRelativeDay(value, t);
  const day = ranOn === undefined ? null : resolveDay(value, ranOn);
  return day === null ? words : t('resolved', { words, days: formatMoment(day, locale) });
}

/** Describes one sort rule; null while it has no field. */
export function describeSort(
  rule: DraftSort,
  priceColumn: Pick<PriceColumn, 'fields'>,
  t: DescriptionLanguage['t'],
): string | null {
  const field = rule.field;
  if (field === null) return null;
  const type = priceColumn.fields.find(({ name }) => name === field)?.type ?? 'text';
  return t(`sort.${type}-${rule.direction}`, { field });
}
