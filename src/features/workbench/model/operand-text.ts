import type { PriceField } from '@/contract/column';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { isPercentPattern } from '@/lib/formats/excel-pattern';
import { parseDate, type DateProblem } from '@/lib/formats/parse-date';
import { parseDecimal, type DecimalProblem } from '@/lib/formats/parse-decimal';
import { shiftDecimal } from '@/lib/formats/decimal';
import { withoutSurplusZeros } from '@/lib/base/decimal-grammar';
import { percentSign } from '@/lib/formats/number-symbols';
import { formatMoment, MINUTE_LENGTH } from './calendar';
import { NO_OPERAND, type Operand } from './draft-query';

/** Why a text cannot be parsed, and what the person might mean. */
export interface OperandIssue {
  readonly reason: DecimalProblem | DateProblem;
  /** Replacements that can be parsed, the likeliest first. */
  readonly repairs: readonly string[];
}

/** Parses typed or pasted text as a value of the field. Blank text is no value; invalid text stays as typed. */
export function parseOperand(text: string, field: PriceField, locale: string, isPasted = false): Operand {
  if (field.type === 'text' || field.type === 'boolean') {
    return text === '' ? NO_OPERAND : { value: text, text: null };
  }
  if (text.trim() === '') return NO_OPERAND;
  const parsed = parse(text, field, locale, isPasted);
  if (!parsed.ok) return { value: null, text };
  const isMinute = 'isToTheMinute' in parsed && parsed.value.length > MINUTE_LENGTH;
  return { value: isMinute ? parsed.value.slice(0, MINUTE_LENGTH) : parsed.value, text };
}

/** Returns null when the text can be parsed. */
export function operandIssue(text: string, field: PriceField, locale: string): OperandIssue | null {
  if (field.type === 'text' || field.type === 'boolean') return null;
  const parsed = parse(text, field, locale, false);
  return parsed.ok ? null : { reason: parsed.problem, repairs: parsed.repairs ?? [] };
}

/** Returns the text that the editor shows: the typed text, else the value as it is typed in the locale. */
export function formatOperand(operand: Operand, field: PriceField, locale: string): string {
  if (operand.text !== null) return operand.text;
  if (operand.value === null) return '';
  switch (field.type) {
    case 'text':
    case 'boolean':
      return operand.value;
    case 'number':
      return numberText(operand.value, locale);
    case 'date':
      return formatMoment(operand.value, locale);
  }
}

/** Returns an example of how a value of the field is typed. */
export function exampleText(field: PriceField, locale: string): string {
  if (field.type === 'date') return formatMoment('2026-01-31', locale);
  const places = Math.min(field.scale ?? 2, 2);
  return createDecimalFormat(locale, {
    minFractionDigits: places,
    maxFractionDigits: places,
    isGrouped: true,
  })('1234.50');
}

/** Returns the percentage that a number is in a column of percentages: `12.5%` for 0.125. Null in other columns. */
export function percentText(value: string, field: PriceField, locale: string): string | null {
  if (!isPercentPattern(field.formatting)) return null;
  const format = createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: true,
  });
  return `${format(withoutSurplusZeros(shiftDecimal(value, 2)))}${percentSign(locale)}`;
}

// Without grouping, because the person edits this text.
function numberText(decimal: string, locale: string): string {
  return createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: false,
  })(decimal);
}

// `resolveQuery` checks the number of digits, with a message of its own.
function parse(text: string, field: PriceField, locale: string, isPasted: boolean) {
  if (field.type === 'date') {
    return parseDate(text, { locale, isDateOnly: field.sqlType.toLowerCase() === 'date' });
  }
  const isPercent = isPercentPattern(field.formatting);
  return parseDecimal(text, { locale, isPercent, acceptsExponent: isPasted });
}

/** Returns the same text for operands that ask for the same value. */
export function operandKey({ value, text }: Operand, field: PriceField): string {
  if (value === null) return `?${text ?? ''}`;
  // 2.50 and 2.5 are the same number.
  return `=${field.type === 'number' ? withoutSurplusZeros(value) : value}`;
}
