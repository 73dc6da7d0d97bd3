import type { PriceField } from '@/contract/column';
import { withoutTrailingZeros } from '@/shared/formats/decimal';
import type { Operand } from './draft-query';
import { unguardFormulas } from '@/shared/table-files/formula-guard';
import { readEntry } from './entry';

export interface AddedValues {
  readonly values: Operand[];
  /** New in the list, readable or not. */
  readonly addedCount: number;
  readonly duplicateCount: number;
  /** Of those added. */
  readonly unreadableCount: number;
}

/**
 * The values of a typed or pasted text, added to a list. Lines and tabs separate (cells of a spreadsheet), semicolons
 * where there are none; commas never, since they are decimals in half of Europe. The guard of our own copies against
 * formulas is taken away. What is there already is left out.
 */
export function withAddedValues(
  values: readonly Operand[],
  text: string,
  field: PriceField,
  locale: string,
): AddedValues {
  const separator = /[\r\n\t]/.test(text) ? /[\r\n\t]+/ : /;/;
  const keyOf = (operand: Operand) => operandKey(operand, field);
  const known = new Set(values.map(keyOf));
  const added: Operand[] = [];
  let duplicateCount = 0;
  for (const piece of text.split(separator)) {
    const operand = readEntry(unguardFormulas(piece.trim()), field, locale, true);
    if (operand.value === null && operand.text === null) continue;
    const key = keyOf(operand);
    if (known.has(key)) duplicateCount += 1;
    else added.push(operand);
    known.add(key);
  }
  return {
    values: [...values, ...added],
    addedCount: added.length,
    duplicateCount,
    unreadableCount: added.filter((operand) => operand.value === null).length,
  };
}

function operandKey({ value, text }: Operand, field: PriceField): string {
  if (value === null) return `?${text ?? ''}`;
  // 2.50 is 2.5 again.
  return field.type === 'number' && value.includes('.')
    ? `=${withoutTrailingZeros(value).replace(/\.$/, '')}`
    : `=${value}`;
}
