import type { PriceField } from '@/contract/column';
import { createDecimalFormat } from '@/shared/formats/decimal-format';
import { createDateFormat } from '@/shared/formats/date-format';
import { readIsoDateTime } from '@/shared/formats/iso-date';
import { parseDate, type DateProblem } from '@/shared/formats/parse-date';
import { parseDecimal, type DecimalProblem } from '@/shared/formats/parse-decimal';
import { NO_OPERAND, type Operand } from './draft-query';

/** Why a text is not taken for a value, and what might be meant. */
export interface EntryIssue {
  readonly reason: DecimalProblem | DateProblem;
  /** A text that would be taken in its place. */
  readonly repair: string | null;
}

/** `2026-01-31T10:05`: stands for that minute. */
const MINUTE_LENGTH = 16;

/** What was typed or pasted, to a value of the field. Blank is no value; an unreadable text is kept as it is. */
export function readEntry(text: string, field: PriceField, locale: string, isPasted = false): Operand {
  if (field.type === 'text' || field.type === 'boolean') {
    return text === '' ? NO_OPERAND : { value: text, text: null };
  }
  if (text.trim() === '') return NO_OPERAND;
  const parsed = parse(text, field, locale, isPasted);
  if (!parsed.ok) return { value: null, text };
  const isMinute = 'isToTheMinute' in parsed && parsed.value.length > MINUTE_LENGTH;
  return { value: isMinute ? parsed.value.slice(0, MINUTE_LENGTH) : parsed.value, text };
}

/** Null where the text is readable. */
export function entryIssue(text: string, field: PriceField, locale: string): EntryIssue | null {
  if (field.type === 'text' || field.type === 'boolean') return null;
  const parsed = parse(text, field, locale, false);
  return parsed.ok ? null : { reason: parsed.problem, repair: parsed.repair ?? null };
}

/** What the editor shows: what was typed, else the value as it would be typed in the locale. */
export function entryText(operand: Operand, field: PriceField, locale: string): string {
  if (operand.text !== null) return operand.text;
  if (operand.value === null) return '';
  switch (field.type) {
    case 'text':
    case 'boolean':
      return operand.value;
    case 'number':
      return numberText(operand.value, locale);
    case 'date':
      return momentText(operand.value, locale);
  }
}

/** How a value of the field is written, to be shown as an example. */
export function exampleText(field: PriceField, locale: string): string {
  if (field.type === 'date') return momentText('2026-01-31', locale);
  const places = Math.min(field.scale ?? 2, 2);
  return createDecimalFormat(locale, {
    minFractionDigits: places,
    maxFractionDigits: places,
    isGrouped: true,
  })('1234.50');
}

/** A moment in digits, as the locale writes it; with the time where there is one. */
export function momentText(moment: string, locale: string): string {
  const read = readIsoDateTime(moment);
  if (read === null) return moment;
  const format = createDateFormat(locale);
  return moment.length === MINUTE_LENGTH ? format.formatMinute(read) : format.formatDateTime(read);
}

// Without grouping: these are texts to go on typing in.
function numberText(decimal: string, locale: string): string {
  return createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: false,
  })(decimal);
}

// How many digits the column stores is not asked here: the query's check says that in words of its own.
function parse(text: string, field: PriceField, locale: string, isPasted: boolean) {
  if (field.type === 'date') {
    return parseDate(text, { locale, isDateOnly: field.sqlType.toLowerCase() === 'date' });
  }
  const isPercent = field.formatting.includes('%');
  return parseDecimal(text, { locale, isPercent, acceptsExponent: isPasted });
}
