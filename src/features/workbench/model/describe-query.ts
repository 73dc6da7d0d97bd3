import type { ColumnType, PriceColumn } from '@/contract/column';
import type { Words } from '@/ui/formats/words';
import { isComputedField } from './computed-field';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { relativeSpan, type OperatorId } from './operators';
import { describeRelativeDay, isRelativeDay, resolveDay } from './relative-day';
import {
  isComplete,
  operandsOf,
  operatorOf,
  type DraftCondition,
  type DraftGroup,
  type DraftQuery,
  type DraftSort,
  type Operand,
} from './draft-query';
import { formatMoment, lastDayOf } from './calendar';
import { fieldsInReach } from './resolve-query';

export const SEPARATOR = ' · ';
const ELLIPSIS = '…';
const LISTED_VALUES = 4;

/**
 * Describes a query: `PriceList is any of DE, AT · Value from 10.00 to 20.00 · ValidFrom newest first`. The description omits disabled and
 * incomplete filters, and names relative dates as such. If `ranOn`, the day of the run (`YYYY-MM-DD`), is given, the description adds the
 * days that the relative dates meant.
 */
export function describeQuery(...query: Parameters<typeof describeQueryParts>): string {
  return describeQueryParts(...query).join(SEPARATOR);
}

/** Describes filters, order and fields of a query one by one. */
export function describeQueryParts(
  words: Words,
  draft: DraftQuery,
  priceColumn: Pick<PriceColumn, 'fields'>,
  ranOn?: string,
): readonly string[] {
  const t = words.of('queryText');
  const { formatInteger } = words.formats;
  const filters = draft.filters.flatMap((filter) =>
    filter.isDisabled || !isComplete(filter) ? [] : [describeFilter(words, filter, ranOn)],
  );
  const inReach = { fields: fieldsInReach(draft, { priceColumn }) };
  const order = draft.sort
    .flatMap((rule) => describeSort(words, rule, inReach) ?? [])
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

/** Describes one filter. A missing value appears as an ellipsis, an invalid one as it was typed. */
export function describeFilter(words: Words, filter: DraftCondition | DraftGroup, ranOn?: string): string {
  if (filter.kind === 'group') return describeGroup(words, filter, ranOn);
  const { field, operator, kind, other } = filter;
  if (filter.comparesField === true) return operatorText(words, operator, field, [other ?? ELLIPSIS]);
  if (operatorOf(filter).finds === 'validity') {
    const day = filter.value.value === null ? ELLIPSIS : describeValue(words, filter.value, kind, ranOn);
    return operatorText(words, operator, field, [day, other ?? ELLIPSIS]);
  }
  const isCount = operatorOf(filter).editor === 'days';
  if (isCount && filter.days.value === null) return `${field} ${ELLIPSIS}`;
  const operands = operandsOf(filter);
  const text = comparisonText(words, filter, operands, ranOn);
  return operator === 'on' && isRelativeDay(filter.value.value ?? '')
    ? text
    : withSpan(words, text, filter, ranOn);
}

function describeGroup(words: Words, { join, parts }: DraftGroup, ranOn?: string): string {
  const t = words.of('queryText');
  const texts = parts.flatMap((part) => {
    if (part.isDisabled) return [];
    if (part.kind === 'unset') return [ELLIPSIS];
    const text = describeFilter(words, part, ranOn);
    return [part.kind === 'group' ? t('joined.group', { words: text }) : text];
  });
  return texts.length === 0 ? ELLIPSIS : texts.join(` ${t(`joined.${join}`)} `);
}

/** Describes a comparison with values, for operators with any number of operands. */
export function comparisonText(
  words: Words,
  { field, kind, operator }: Pick<DraftCondition, 'field' | 'kind' | 'operator'>,
  operands: readonly Operand[],
  ranOn?: string,
): string {
  const [first] = operands;
  const isRelative = operator === 'on' && isRelativeDay(first?.value ?? '');
  const values = operands.map((operand) =>
    operand.value === null ? operand.text?.trim() || ELLIPSIS : describeValue(words, operand, kind, ranOn),
  );
  return operatorText(words, isRelative ? 'on-relative' : operator, field, values);
}

/** Describes an operator with the texts of its operands. Each message uses only the arguments that it names. */
export function operatorText(
  words: Words,
  operator: OperatorId | 'on-relative',
  field: string,
  operands: readonly string[],
): string {
  const t = words.of('queryText');
  const [value = ELLIPSIS, to = ELLIPSIS] = operands;
  const listed = operands.slice(0, LISTED_VALUES).join(', ') || ELLIPSIS;
  const restCount = operands.length - LISTED_VALUES;
  const values =
    restCount > 0 ? t('listed', { values: listed, count: words.formats.formatInteger(restCount) }) : listed;
  return t(`filter.${operator}`, { field, value, to, values, days: Number(value) });
}

/** Adds the days that a relative operator meant when the query ran. */
function withSpan(words: Words, text: string, condition: DraftCondition, ranOn: string | undefined): string {
  const t = words.of('queryText');
  const { locale } = words.formats;
  const span = ranOn === undefined ? null : relativeSpan(condition.operator, condition.days.value, ranOn);
  if (span === null) return text;
  const [start, end] = [formatMoment(span.start, locale), formatMoment(lastDayOf(span), locale)];
  return t('resolved', { words: text, days: start === end ? start : t('span', { start, end }) });
}

/** Describes a value in the user's formats. */
export function describeValue(
  words: Words,
  operand: Pick<Operand, 'value'>,
  type: ColumnType,
  ranOn?: string,
): string {
  const t = words.of('queryText');
  const value = operand.value ?? '';
  switch (type) {
    case 'number':
      // Shows all digits of the value, without rounding.
      return createDecimalFormat(words.formats.locale, {
        minFractionDigits: 0,
        maxFractionDigits: Infinity,
        isGrouped: true,
      })(value === '' ? '0' : value);
    case 'date':
      return describeDate(words, value, ranOn);
    case 'boolean':
      return value === 'true' ? t('true') : t('false');
    case 'text':
      // Quotes show where a text with spaces or punctuation begins and ends.
      return /^[\p{L}\p{N}_./-]+$/u.test(value) ? value : t('quoted', { value });
  }
}

function describeDate(words: Words, value: string, ranOn: string | undefined): string {
  const t = words.of('queryText');
  const { locale } = words.formats;
  if (!isRelativeDay(value)) return formatMoment(value, locale);
  const text = describeRelativeDay(value, t);
  const day = ranOn === undefined ? null : resolveDay(value, ranOn);
  return day === null ? text : t('resolved', { words: text, days: formatMoment(day, locale) });
}

/** Describes one sort rule; null while it has no field. `inReach` holds the fields that the rule can use. */
export function describeSort(
  words: Words,
  rule: DraftSort,
  inReach: Pick<PriceColumn, 'fields'>,
): string | null {
  const field = rule.field;
  if (field === null) return null;
  const type = inReach.fields.find(({ name }) => name === field)?.type ?? 'text';
  return words.of('queryText')(`sort.${type}-${rule.direction}`, { field });
}
