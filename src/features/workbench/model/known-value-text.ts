import type { PriceField } from '@/contract/column';
import { createColumnFormat, type ColumnFormatOptions } from '@/lib/formats/column-format';
import type { Operand } from './draft-query';
import { formatOperand, operandKey, parseOperand } from './operand-text';

/**
 * Returns a function that writes the known values of a field: numbers as the rows show them, with all of their digits where
 * the rows hide some, since two values could look the same.
 */
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

/** Returns the operand for a known value that was chosen by its text: as if that was typed, where it can be. */
export function chosenOperand(value: string, text: string, field: PriceField, locale: string): Operand {
  const operand = { value, text: null };
  if (field.type !== 'number') return operand;
  const typed = parseOperand(text, field, locale);
  return operandKey(typed, field) === operandKey(operand, field) ? typed : operand;
}
