import type { PriceField } from '@/contract/column';
import { createColumnFormat, type ColumnFormatOptions } from '@/lib/formats/column-format';
import type { Operand } from './draft-query';
import { formatOperand, operandKey, parseOperand } from './operand-text';

/** Returns a function that formats known values as the rows show them, but with all digits, so that different values look different. */
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

/** Returns the operand of a known value that was chosen from a list. If possible, it is the operand that typing its text would give. */
export function chosenOperand(value: string, text: string, field: PriceField, locale: string): Operand {
  const operand = { value, text: null };
  if (field.type !== 'number') return operand;
  const typed = parseOperand(text, field, locale);
  return operandKey(typed, field) === operandKey(operand, field) ? typed : operand;
}
