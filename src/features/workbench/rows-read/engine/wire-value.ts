import type { PriceField } from '@/contract/column';
import { withoutTrailingZeros } from '@/shared/formats/decimal';
import type { AnalysedColumn } from './analysed-table';

/**
 * Returns a function that turns the engine's text of a value into the service's. The service sends as many places as the
 * column has. A column that states none, such as a binary floating-point number, has no places to send; those that the
 * engine needed are not its own.
 */
export function wireReader(
  { type, scale }: Pick<AnalysedColumn, 'type' | 'scale'>,
  field: Pick<PriceField, 'scale'> | undefined,
): <T extends string | null>(text: T) => T | string {
  const hasOwnPlaces = type !== 'number' || scale === field?.scale;
  return (text) => (hasOwnPlaces || text === null ? text : withoutAddedZeros(text));
}

function withoutAddedZeros(text: string): string {
  return /^-?\d+\.\d*0$/.test(text) ? withoutTrailingZeros(text).replace(/\.$/, '') : text;
}
