import type { AnalysedColumn } from '../engine/analysed-table';
import { MAX_DIGITS } from '../engine/decimal-units';
import { identifier, sql, type Sql } from '../engine/sql';

/** The shares of the values at the ends of the middle 98 %. */
export const CORE_SHARES = [sql`0.01`, sql`0.99`] as const;

/** Returns three figures of a column: the rows, the values that fit, and those that do not. */
export function columnCountsSql({ orderSqlName, misfitSqlName }: AnalysedColumn): Sql {
  const misfits = misfitSqlName === null ? sql`0` : sql`count(${identifier(misfitSqlName)})`;
  // A moment exists wherever its text does, and is read much faster.
  return sql`count(*) AS row_count, count(${identifier(orderSqlName)}) AS value_count, ${misfits} AS misfit_count`;
}

/** Returns a number or a moment of a column as a value to compare with. */
export function valueSql({ type, scale }: AnalysedColumn, value: string): Sql {
  return type === 'number'
    ? sql`CAST(${value} AS DECIMAL(${MAX_DIGITS}, ${scale ?? 0}))`
    : sql`CAST(${value} AS TIMESTAMP)`;
}

/** A query of the number of values up to each of the last values and above the previous one, and of those above all. */
export function barCountsSql(rows: Sql, value: Sql, lastValues: readonly Sql[]): Sql {
  return sql`SELECT unnest(map_values(bars)) FROM (SELECT histogram(${value}, [${lastValues}]) AS bars FROM ${rows})`;
}

/** A query of the most frequent values, with the number of different ones: grouping is faster than `count(DISTINCT)`. */
export function frequentSql(rows: Sql, { sqlName }: AnalysedColumn, limit: number): Sql {
  const value = identifier(sqlName);
  return sql`WITH groups AS MATERIALIZED (SELECT ${value} AS value, count(*) AS value_count
      FROM ${rows} WHERE ${value} IS NOT NULL GROUP BY ${value})
    SELECT value, value_count, (SELECT count(*) FROM groups) AS distinct_count
    FROM groups ORDER BY value_count DESC, value LIMIT ${limit}`;
}
