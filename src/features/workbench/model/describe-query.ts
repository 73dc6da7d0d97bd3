import type { PriceColumn } from '@/contract/column';
import type { Words } from '@/ui/formats/words';
import { isComputedField } from '@/analysis/conditions/computed-field';
import { relativeSpan } from '@/analysis/conditions/operators';
import { isRelativeDay } from '@/analysis/conditions/relative-day';
import {
  isComplete,
  operandsOf,
  operatorOf,
  type DraftCondition,
  type DraftGroup,
  type DraftQuery,
  type DraftSort,
} from './draft-query';
import { formatMoment, lastDayOf } from '@/analysis/conditions/calendar';
import { fieldsInReach } from './resolve-query';
import { ELLIPSIS, comparisonText, operatorText, describeValue } from '@/analysis/conditions/comparison-text';
import { SEPARATOR } from '@/ui/formats/separator';

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

/** Adds the days that a relative operator meant when the query ran. */
function withSpan(words: Words, text: string, condition: DraftCondition, ranOn: string | undefined): string {
  const t = words.of('queryText');
  const { locale } = words.formats;
  const span = ranOn === undefined ? null : relativeSpan(condition.operator, condition.days.value, ranOn);
  if (span === null) return text;
  const [start, end] = [formatMoment(span.start, locale), formatMoment(lastDayOf(span), locale)];
  return t('resolved', { words: text, days: start === end ? start : t('span', { start, end }) });
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
