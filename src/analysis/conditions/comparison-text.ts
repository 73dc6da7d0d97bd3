import type { ColumnType } from '@/contract/column';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import type { Words } from '@/ui/formats/words';
import { formatMoment } from './calendar';
import type { OperatorId } from './operators';
import { describeRelativeDay, isRelativeDay, resolveDay } from './relative-day';

/** A value of a comparison: canonical, or null with the text that was typed. */
interface DescribedValue {
  readonly value: string | null;
  readonly text: string | null;
}

export const ELLIPSIS = '…';

const LISTED_VALUES = 4;

/** Describes a comparison with values, for operators with any number of operands. */
export function comparisonText(
  words: Words,
  {
    field,
    kind,
    operator,
  }: { readonly field: string; readonly kind: ColumnType; readonly operator: OperatorId },
  operands: readonly DescribedValue[],
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

/** Describes a value in the user's formats. */
export function describeValue(
  words: Words,
  operand: Pick<DescribedValue, 'value'>,
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
