import type { InexpressibleValueError } from '@/contract/extraction';
import type { Words } from '@/ui/formats/words';

/** Describes which filter cannot be written for the service, and why. */
export function inexpressibleText(
  words: Words,
  { reason, column }: Pick<InexpressibleValueError, 'reason' | 'column'>,
): string {
  return words.of('results')(`inexpressible.${reason}`, { column });
}
