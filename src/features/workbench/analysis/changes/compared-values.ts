import { identifier, joined, sql, type Sql } from '../engine/sql';
import type { AnalysedColumn } from '../model/analysed-table';

/** A column that both sides have. */
export interface ColumnPair {
  readonly name: string;
  readonly earlier: AnalysedColumn;
  readonly later: AnalysedColumn;
}

/** What the values of a column on both sides need to be compared by. */
export interface ColumnTraits {
  /** A value on one of the sides does not fit the column. */
  readonly hasMisfits: boolean;
  /** A date on one of the sides has more digits of its second than the engine's moments. */
  readonly hasLongSeconds: boolean;
}

/** The digits of the engine's decimals. */
export const MAX_DIGITS = 38;
/** The length of a moment to the microsecond, `2026-01-31T10:11:12.123456`; what follows it are further digits, seldom used. */
const MOMENT_LENGTH = 26;

/** The decimal places at which numbers of both sides are compared. */
export function commonScale({ earlier, later }: ColumnPair): number {
  return Math.max(earlier.scale ?? 0, later.scale ?? 0);
}

/**
 * Returns what to compare the column by on one side: expressions that are pairwise the same, null being the same as null,
 * where the values are equal. 1.50 equals 1.5000, texts are compared byte for byte, dates as moments to their last
 * digit, misfits by their text. All are null where there is no value.
 */
export function comparableSql(
  pair: ColumnPair,
  side: 'earlier' | 'later',
  { hasMisfits, hasLongSeconds }: ColumnTraits,
): readonly Sql[] {
  const column = pair[side];
  // The metadata of the sides need not be of the same day.
  if (pair.earlier.type !== pair.later.type) return [cellTextSql(column)];
  const value = identifier(column.sqlName);
  const misfit = column.misfitSqlName === null ? null : identifier(column.misfitSqlName);
  const misfits = misfit === null || !hasMisfits ? [] : [misfit];
  switch (column.type) {
    case 'text':
      return [value];
    case 'boolean':
      return [value, ...misfits];
    case 'date': {
      const rest = sql`rtrim(substr(${value}, ${MOMENT_LENGTH + 1}), '0Z')`;
      return [identifier(column.orderSqlName), ...(hasLongSeconds ? [rest] : []), ...misfits];
    }
    case 'number': {
      if (pair.earlier.scale === pair.later.scale) return [value, ...misfits];
      const common = commonNumberSql(pair, side);
      // With the places of the other side it has more digits than the engine's decimals: nothing there can equal it.
      const tooLong = sql`CASE WHEN ${value} IS NOT NULL AND ${common} IS NULL THEN CAST(${value} AS VARCHAR) END`;
      return [common, misfit === null ? tooLong : sql`coalesce(${misfit}, ${tooLong})`];
    }
  }
}

/** A number with the decimal places of both sides; null where it then has more than 38 digits. */
export function commonNumberSql(pair: ColumnPair, side: 'earlier' | 'later'): Sql {
  const { sqlName, scale } = pair[side];
  const common = commonScale(pair);
  if (scale === common) return identifier(sqlName);
  return sql`TRY_CAST(${identifier(sqlName)} AS DECIMAL(${MAX_DIGITS}, ${common}))`;
}

/** The text of a cell; null where it has no value. */
function cellTextSql({ sqlName, misfitSqlName }: AnalysedColumn): Sql {
  const text = sql`CAST(${identifier(sqlName)} AS VARCHAR)`;
  return misfitSqlName === null ? text : sql`coalesce(${identifier(misfitSqlName)}, ${text})`;
}

/** Whether a cell has no value. A misfit is one, and so is an empty text. */
export function isMissingSql({ sqlName, misfitSqlName }: AnalysedColumn): Sql {
  const names = misfitSqlName === null ? [sqlName] : [sqlName, misfitSqlName];
  return joined(
    names.map((name) => sql`${identifier(name)} IS NULL`),
    ' AND ',
  );
}

/** Returns a query of one row with what `traitsAt` reads: of each column its misfits, and its dates with long seconds. */
export function traitsSql(columns: readonly AnalysedColumn[], sqlName: string): Sql {
  const figures = columns.flatMap(({ type, misfitSqlName, sqlName: name }, index) => [
    sql`${misfitSqlName === null ? sql`0` : sql`count(${identifier(misfitSqlName)})`} AS ${identifier(`m${index}`)}`,
    sql`${type === 'date' ? sql`count(*) FILTER (${isLongSql(identifier(name))})` : sql`0`} AS ${identifier(`s${index}`)}`,
  ]);
  return sql`SELECT ${figures} FROM ${identifier(sqlName)}`;
}

/** Whether a date may have more digits than a moment. A seventh one is nearly always zero, which the text's end tells at once. */
function isLongSql(date: Sql): Sql {
  return sql`strlen(${date}) > ${MOMENT_LENGTH} AND NOT (strlen(${date}) = ${MOMENT_LENGTH + 1} AND suffix(${date}, '0'))`;
}

/** Reads the traits of the column at `index` from the rows of `traitsSql` of both sides. */
export function traitsAt(rows: readonly (readonly (string | null)[])[], index: number): ColumnTraits {
  return {
    hasMisfits: rows.some((row) => Number(row[2 * index] ?? 0) > 0),
    hasLongSeconds: rows.some((row) => Number(row[2 * index + 1] ?? 0) > 0),
  };
}
