import type { PriceField } from '@/contract/column';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { isPercentPattern } from '@/lib/formats/excel-pattern';
import { parseDate, type DateProblem } from '@/lib/formats/parse-date';
import { parseDecimal, type DecimalProblem } from '@/lib/formats/parse-decimal';
import { shiftDecimal } from '@/lib/formats/decimal';
import { withoutSurplusZeros } from '@/lib/base/decimal-grammar';
import { percentSign } from '@/lib/formats/number-symbols';
import { formatMoment, MINUTE_LENGTH } from '@/analysis/conditions/calendar';
import { NO_OPERAND, type Operand } from './draft-query';

/** The reason why a text cannot be parsed, and what the user might mean. */
export interface OperandIssue {
  readonly reason: DecimalProblem | DateProblem;
  /** Replacements that can be parsed, the likeliest first. */
  readonly repairs: readonly string[];
}

/** Parses typed or pasted text as a value of the field. A blank text yields no value; an invalid text is kept as typed. */
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

/** Returns why a text cannot be parsed; null if it can. */
export function operandIssue(text: string, field: PriceField, locale: string): OperandIssue | null {
  if (field.type === 'text' || field.type === 'boolean') return null;
  const parsed = parse(text, field, locale, false);
  return parsed.ok ? null : { reason: parsed.problem, repairs: parsed.repairs ?? [] };
}

/** Returns the text that the editor shows: the typed text, or the value in the locale's format if it was not typed. */
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

/** Returns a number of a percentage column as a percentage: `12.5%` for 0.125. Returns null for other columns. */
export function percentText(value: string, field: PriceField, locale: string): string | null {
  if (!isPercentPattern(field.formatting)) return null;
  const format = createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: true,
  });
  return `${format(withoutSurplusZeros(shiftDecimal(value, 2)))}${percentSign(locale)}`;
}

// Formats without digit grouping, because the user edits this text.
function numberText(decimal: string, locale: string): string {
  return createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: false,
  })(decimal);
}

// Does not check the number of digits. `resolveQuery` checks it, and has a separate message for it.
function parse(text: string, field: PriceField, locale: string, isPasted: boolean) {
  if (field.type === 'date') {
    return parseDate(text, { locale, isDateOnly: field.sqlType.toLowerCase() === 'date' });
  }
  const isPercent = isPercentPattern(field.formatting);
  return parseDecimal(text, { locale, isPercent, acceptsExponent: isPasted });
}

/** Returns a key that is equal for operands that mean the same value. */
export function operandKey({ value, text }: Operand, field: PriceField): string {
  if (value === null) return `?${text ?? ''}`;
  // 2.50 and 2.5 are the same number.
  return `=${field.type === 'number' ? withoutSurplusZeros(value) : value}`;
}
