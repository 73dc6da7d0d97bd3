import type { PriceField } from '@/contract/column';
import { withoutTrailingZeros } from '@/lib/formats/decimal';
import type { AnalysedColumn } from './analysed-table';
import { identifier, sql, type Sql } from './sql';

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

/** Returns the value of a column as text. If only whole numbers were seen in it, a whole number has no decimal places. */
export function storedTextSql({
  sqlName,
  isSeenWhole,
}: Pick<AnalysedColumn, 'sqlName' | 'isSeenWhole'>): Sql {
  const value = identifier(sqlName);
  const text = sql`CAST(${value} AS VARCHAR)`;
  return isSeenWhole === true
    ? sql`CASE WHEN ${value} % 1 = 0 THEN CAST(CAST(${value} AS HUGEINT) AS VARCHAR) ELSE ${text} END`
    : text;
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
