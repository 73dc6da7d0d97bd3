import { wideUnitsSql } from '../engine/units-sql';
import type { AnalysedColumn, AnalysedTable } from '../engine/analysed-table';
import { MIDDLE_SHARES, middlesSql } from '../engine/median-sql';
import { identifier, sql, type Sql } from '../engine/sql';
import { columnCountsSql, CORE_SHARES, valueSql } from '../histograms/histogram-sql';

/** Returns the quoted SQL names of a column. */
function namesOf({ sqlName, orderSqlName }: AnalysedColumn) {
  return { value: identifier(sqlName), order: identifier(orderSqlName) };
}

/** Returns one row: the numbers of rows, fitting values, empty texts and misfits, then figures that depend on the type of the column. */
export function figuresSql(table: AnalysedTable, column: AnalysedColumn): Sql {
  const { value, order } = namesOf(column);
  const counts = columnCountsSql(column);
  const rows = identifier(table.sqlName);
  // One expression computes the middle values and the ends of the middle 98 %, so that the values are sorted only once.
  const quantiles = sql`quantile_disc(${order}, [${[...MIDDLE_SHARES, ...CORE_SHARES]}])`;
  switch (column.type) {
    case 'number':
      return sql`SELECT ${counts}, min(${value}) AS least, max(${value}) AS greatest, sum(${value}) AS total,
        CAST(${quantiles}[1:2] AS VARCHAR) AS middles, ${quantiles}[3] AS core_low, ${quantiles}[4] AS core_high
        FROM ${rows}`;
    case 'date':
      return sql`SELECT ${counts}, min(${order}) AS low, max(${order}) AS high,
        ${quantiles}[1] AS lower, ${quantiles}[2] AS upper,
        approx_count_distinct(${order}) AS about, ${quantiles}[3] AS core_low, ${quantiles}[4] AS core_high
        FROM ${rows}`;
    case 'text':
      return sql`SELECT ${counts}, min(${value}) FILTER (${value} <> '') AS least,
        max(${value}) FILTER (${value} <> '') AS greatest, count(*) FILTER (${value} = '') AS empty_count
        FROM ${rows}`;
    case 'boolean':
      return sql`SELECT ${counts}, count(*) FILTER (${value}) AS true_count FROM ${rows}`;
  }
}

/** Returns one row with the figures of a number column. The sum is in two parts: quotients and remainders by 10^`SUM_SPLIT`. */
export function wideFiguresSql(table: AnalysedTable, column: AnalysedColumn): Sql {
  const { value } = namesOf(column);
  const [low, high] = CORE_SHARES;
  const units = wideUnitsSql(value);
  const split = sql`CAST(${`1${'0'.repeat(SUM_SPLIT)}`} AS HUGEINT)`;
  return sql`SELECT ${columnCountsSql(column)},
    min(${value}) AS least, max(${value}) AS greatest, NULL AS total,
    CAST(${middlesSql(value)} AS VARCHAR) AS middles,
    quantile_disc(${value}, ${low}) AS core_low, quantile_disc(${value}, ${high}) AS core_high,
    sum(${units} // ${split}) AS high, sum(${units} % ${split}) AS low FROM ${identifier(table.sqlName)}`;
}

/** Half the number of digits that the engine can compute with. */
export const SUM_SPLIT = 19;

/** Returns one row: the number of values that fit the type of the column. */
export function valueCountSql(table: AnalysedTable, column: AnalysedColumn): Sql {
  const { order } = namesOf(column);
  return sql`SELECT count(${order}) AS value_count FROM ${identifier(table.sqlName)}`;
}

/** Returns the same as `frequentSql`, but in half the time for dates that nearly all differ, because it groups by timestamps. */
export function frequentMomentsSql(table: AnalysedTable, column: AnalysedColumn, limit: number): Sql {
  const { value, order } = namesOf(column);
  const rows = identifier(table.sqlName);
  const rowsOf = (moments: Sql) =>
    sql`${rows} WHERE rowid IN (SELECT rowid FROM ${rows} WHERE ${order} IN (SELECT moment FROM ${moments}))`;
  return sql`WITH moments AS MATERIALIZED (SELECT ${order} AS moment, count(*) AS row_count
      FROM ${rows} WHERE ${order} IS NOT NULL GROUP BY ${order}),
    several AS (SELECT moment FROM moments WHERE row_count > 1),
    single AS (SELECT moment FROM moments WHERE row_count = 1 ORDER BY moment LIMIT ${limit}),
    groups AS MATERIALIZED (SELECT ${value} AS value, count(*) AS value_count FROM ${rowsOf(sql`several`)} GROUP BY ${value})
    SELECT value, value_count,
      (SELECT count(*) FROM groups) + (SELECT count(*) FROM moments WHERE row_count = 1) AS distinct_count
    FROM (SELECT * FROM groups UNION ALL SELECT ${value}, 1 FROM ${rowsOf(sql`single`)})
    ORDER BY value_count DESC, value LIMIT ${limit}`;
}

/** Returns one row for each share (0 to 1): the smallest number or timestamp that this share of the values does not exceed. */
export function quantilesSql(table: AnalysedTable, column: AnalysedColumn, shares: readonly number[]): Sql {
  const { order } = namesOf(column);
  const list = shares.map((share) => sql`${share}`);
  return sql`SELECT unnest(quantile_disc(${order}, [${list}])) AS value FROM ${identifier(table.sqlName)}`;
}

/** Returns one row: for each given timestamp, the number of earlier values. */
export function earlierCountsSql(
  table: AnalysedTable,
  column: AnalysedColumn,
  moments: readonly string[],
): Sql {
  const { order } = namesOf(column);
  const counts = moments.map(
    (moment, index) =>
      sql`count(*) FILTER (${order} < ${valueSql(column, moment)}) AS ${identifier(`earlier_${index}`)}`,
  );
  return sql`SELECT ${counts} FROM ${identifier(table.sqlName)}`;
}

/** Returns the texts of timestamps with their counts, in order. A timestamp has up to ten texts, which differ in the seventh digit. */
export function momentTextsSql(
  table: AnalysedTable,
  column: AnalysedColumn,
  moments: readonly string[],
): Sql {
  const { value, order } = namesOf(column);
  const list = moments.map((moment) => valueSql(column, moment));
  const rows = identifier(table.sqlName);
  // Rows are selected by `rowid`, because the engine would otherwise read the texts of all rows and discard most of them.
  return sql`SELECT ${order} AS moment, ${value} AS text, count(*) AS value_count
    FROM ${rows} WHERE rowid IN (SELECT rowid FROM ${rows} WHERE ${order} IN (${list}))
    GROUP BY moment, text ORDER BY moment, text`;
}

/** Returns one row for the texts that are not empty: their shortest and longest length, the sum of their lengths, and their number. */
export function lengthsSql(table: AnalysedTable, column: AnalysedColumn): Sql {
  const { value } = namesOf(column);
  return sql`SELECT min(length(${value})) AS shortest, max(length(${value})) AS longest,
    sum(length(${value})) AS total, count(*) AS text_count
    FROM ${identifier(table.sqlName)} WHERE ${value} <> ''`;
}

/** Returns one row: the days from first to last, the missing days, and the longest run of missing days with its first and last day. */
export function daysSql(table: AnalysedTable, column: AnalysedColumn): Sql {
  const { order } = namesOf(column);
  return sql`WITH days AS (SELECT CAST(${order} AS DATE) AS day FROM ${identifier(table.sqlName)}
      WHERE ${order} IS NOT NULL GROUP BY 1),
    steps AS (SELECT day, lead(day) OVER (ORDER BY day) - day - 1 AS missing FROM days)
    SELECT max(day) - min(day) + 1 AS day_count, coalesce(sum(missing), 0) AS missing_count,
      max(missing) AS longest, arg_max(day, missing) + 1 AS gap_from,
      arg_max(day, missing) + CAST(max(missing) AS INTEGER) AS gap_to FROM steps`;
}

/** Returns the most frequent values that do not fit the type of the column, with their counts. */
export function misfitsSql(table: AnalysedTable, misfitSqlName: string, limit: number): Sql {
  const value = identifier(misfitSqlName);
  return sql`SELECT ${value} AS value, count(*) AS value_count FROM ${identifier(table.sqlName)}
    WHERE ${value} IS NOT NULL GROUP BY ${value} ORDER BY value_count DESC, value LIMIT ${limit}`;
}
