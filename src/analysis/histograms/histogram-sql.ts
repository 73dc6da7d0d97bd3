import type { AnalysedColumn } from '../engine/analysed-table';
import { MAX_DIGITS } from '../engine/decimal-units';
import { identifier, sql, type Sql } from '../engine/sql';

/** The quantiles at both ends of the middle 98 % of the values. */
export const CORE_SHARES = [sql`0.01`, sql`0.99`] as const;

/** Returns the SQL of three counts for a column: the rows, the values that fit its type, and those that do not. */
export function columnCountsSql({ orderSqlName, misfitSqlName }: AnalysedColumn): Sql {
  const misfits = misfitSqlName === null ? sql`0` : sql`count(${identifier(misfitSqlName)})`;
  // A date's timestamp exists whenever its text does, and is read much faster.
  return sql`count(*) AS row_count, count(${identifier(orderSqlName)}) AS value_count, ${misfits} AS misfit_count`;
}

/** Returns a number or a timestamp as an SQL value that can be compared with the column. */
export function valueSql({ type, scale }: AnalysedColumn, value: string): Sql {
  return type === 'number'
    ? sql`CAST(${value} AS DECIMAL(${MAX_DIGITS}, ${scale ?? 0}))`
    : sql`CAST(${value} AS TIMESTAMP)`;
}

/** Returns a query that counts the values in each bar. A bar ends with its last value; the last count is of the values above all bars. */
export function barCountsSql(rows: Sql, value: Sql, lastValues: readonly Sql[]): Sql {
  return sql`SELECT unnest(map_values(bars)) FROM (SELECT histogram(${value}, [${lastValues}]) AS bars FROM ${rows})`;
}

/** Returns a query of the most frequent values, and of the number of different values. Grouping is faster than `count(DISTINCT)`. */
export function frequentSql(rows: Sql, { sqlName }: AnalysedColumn, limit: number): Sql {
  const value = identifier(sqlName);
  return sql`WITH groups AS MATERIALIZED (SELECT ${value} AS value, count(*) AS value_count
      FROM ${rows} WHERE ${value} IS NOT NULL GROUP BY ${value})
    SELECT value, value_count, (SELECT count(*) FROM groups) AS distinct_count
    FROM groups ORDER BY value_count DESC, value LIMIT ${limit}`;
}
