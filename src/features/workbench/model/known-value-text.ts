import type { PriceField } from '@/contract/column';
import { createColumnFormat, type ColumnFormatOptions } from '@/lib/formats/column-format';
import type { Operand } from './draft-query';
import { formatOperand, operandKey, parseOperand } from './operand-text';

/** Returns a function that formats known values as the rows show them, but with all digits: two values could look the same otherwise. */
export function createKnownValueText(
  field: PriceField,
  options: ColumnFormatOptions,
): (value: string) => string {
  if (field.type !== 'number') return (value) => formatOperand({ value, text: null }, field, options.locale);
  const { formatValue } = createColumnFormat(field, options);
  return (value) => {
    const { text, full, isExact } = formatValue(value);
    return isExact ? text : full;
  };
}

/** Returns the operand for a known value that was chosen by its text. If possible, it equals the operand for that text typed. */
export function chosenOperand(value: string, text: string, field: PriceField, locale: string): Operand {
  const operand = { value, text: null };
  if (field.type !== 'number') return operand;
  const typed = parseOperand(text, field, locale);
  return operandKey(typed, field) === operandKey(operand, field) ? typed : operand;
}
