import type { PriceField } from '@/contract/column';
import { withoutTrailingZeros } from '@/lib/formats/decimal';
import type { AnalysedColumn } from './analysed-table';
import { sql, type Sql } from './sql';

/** Returns a function that restores the decimal places which the service sent, or removes zeros which the engine added. */
export function wireReader(
  { type, scale }: Pick<AnalysedColumn, 'type' | 'scale'>,
  field: Pick<PriceField, 'scale'> | undefined,
): <T extends string | null>(text: T) => T | string {
  const isAsSent = hasOwnPlaces({ type, scale }, field);
  return (text) => (isAsSent || text === null ? text : withoutAddedZeros(text));
}

/** Returns SQL that does the same as the function of `wireReader`. */
export function wireSql(
  column: Pick<AnalysedColumn, 'type' | 'scale'>,
  field: Pick<PriceField, 'scale'> | undefined,
  text: Sql,
): Sql {
  if (hasOwnPlaces(column, field)) return text;
  return sql`CASE WHEN regexp_full_match(${text}, '-?[0-9]+\\.[0-9]*0') THEN rtrim(rtrim(${text}, '0'), '.') ELSE ${text} END`;
}

function hasOwnPlaces(
  { type, scale }: Pick<AnalysedColumn, 'type' | 'scale'>,
  field: Pick<PriceField, 'scale'> | undefined,
): boolean {
  return type !== 'number' || scale === field?.scale;
}

function withoutAddedZeros(text: string): string {
  return /^-?\d+\.\d*0$/.test(text) ? withoutTrailingZeros(text).replace(/\.$/, '') : text;
}
