import { VALUE_SEPARATOR, type InexpressibleValueError } from '@/contract/extraction';
import type { Words } from '@/ui/formats/words';

/** Describes which filter cannot be written for the service, and why. */
export function inexpressibleText(
  words: Words,
  {
    reason,
    column,
    separator,
  }: Pick<InexpressibleValueError, 'reason' | 'column'> & { readonly separator?: string },
): string {
  return words.of('results')(`inexpressible.${reason}`, { column, ...separatorValues(separator) });
}

/** Returns what messages need to name the text that separates the values of a list. They have words for a comma alone. */
export function separatorValues(separator: string = VALUE_SEPARATOR): {
  readonly isComma: string;
  readonly separator: string;
} {
  return { isComma: String(separator === VALUE_SEPARATOR), separator };
}
