import type { AnalysedColumn, AnalysedTable } from '../../rows-read/engine/analysed-table';
import { MIDDLE_SHARES, middlesSql } from '../../rows-read/engine/median-sql';
import { identifier, sql, type Sql } from '../../rows-read/engine/sql';
import { columnCountsSql, CORE_SHARES, valueSql } from '../../rows-read/histograms/histogram-sql';

/** The quoted identifiers of a column. */
function namesOf({ sqlName, orderSqlName }: AnalysedColumn) {
  return { value: identifier(sqlName), order: identifier(orderSqlName) };
}

/** One row: rows, fitting values, empty texts, misfits, then figures that depend on the type of the column (see the readers). */
export function figuresSql(table: AnalysedTable, column: AnalysedColumn): Sql {
  const { value, order } = namesOf(column);
  const counts = columnCountsSql(column);
  const rows = identifier(table.sqlName);
  // One pass for the middle values and the ends of the middle 98 %.
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

/** One row: the figures of a number column. The sum of its units is in two parts: quotients and remainders by 10^`SUM_SPLIT`. */
export function wideFiguresSql(table: AnalysedTable, column: AnalysedColumn): Sql {
  const { value } = namesOf(column);
  const [low, high] = CORE_SHARES;
  // The digits of the decimal as an integer: multiplying the decimal would overflow its type.
  const units = sql`CAST(replace(CAST(${value} AS VARCHAR), '.', '') AS HUGEINT)`;
  const split = sql`CAST(${`1${'0'.repeat(SUM_SPLIT)}`} AS HUGEINT)`;
  return sql`SELECT ${columnCountsSql(column)},
    min(${value}) AS least, max(${value}) AS greatest, NULL AS total,
    CAST(${middlesSql(value)} AS VARCHAR) AS middles,
    quantile_disc(${value}, ${low}) AS core_low, quantile_disc(${value}, ${high}) AS core_high,
    sum(${units} // ${split}) AS high, sum(${units} % ${split}) AS low FROM ${identifier(table.sqlName)}`;
}

/** Half of the digits in the engine's arithmetic. */
export const SUM_SPLIT = 19;

/** One row: the number of values that fit. */
export function valueCountSql(table: AnalysedTable, column: AnalysedColumn): Sql {
  const { order } = namesOf(column);
  return sql`SELECT count(${order}) AS value_count FROM ${identifier(table.sqlName)}`;
}

/** As `frequentSql`, in half the time for a date column whose values nearly all differ: it groups by moments. */
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

/** One row per share (0 to 1): the smallest number or moment that this share of the values does not exceed. */
export function quantilesSql(table: AnalysedTable, column: AnalysedColumn, shares: readonly number[]): Sql {
  const { order } = namesOf(column);
  const list = shares.map((share) => sql`${share}`);
  return sql`SELECT unnest(quantile_disc(${order}, [${list}])) AS value FROM ${identifier(table.sqlName)}`;
}

/** One row: for each given moment, the number of earlier values. */
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

/** The texts of the given moments with their counts, in order. As texts can have seven digits of a second, ten can have one moment. */
export function momentTextsSql(
  table: AnalysedTable,
  column: AnalysedColumn,
  moments: readonly string[],
): Sql {
  const { value, order } = namesOf(column);
  const list = moments.map((moment) => valueSql(column, moment));
  const rows = identifier(table.sqlName);
  // Selected by row identifiers: otherwise the engine would read the texts of all rows and discard most of them.
  return sql`SELECT ${order} AS moment, ${value} AS text, count(*) AS value_count
    FROM ${rows} WHERE rowid IN (SELECT rowid FROM ${rows} WHERE ${order} IN (${list}))
    GROUP BY moment, text ORDER BY moment, text`;
}

/** One row: the shortest length, the longest, the sum of the lengths of texts that are not empty, and the number of these texts. */
export function lengthsSql(table: AnalysedTable, column: AnalysedColumn): Sql {
  const { value } = namesOf(column);
  return sql`SELECT min(length(${value})) AS shortest, max(length(${value})) AS longest,
    sum(length(${value})) AS total, count(*) AS text_count
    FROM ${identifier(table.sqlName)} WHERE ${value} <> ''`;
}

/** One row: days from first to last, missing days, the longest run of missing days, and the day before that run. */
export function daysSql(table: AnalysedTable, column: AnalysedColumn): Sql {
  const { order } = namesOf(column);
  return sql`WITH days AS (SELECT CAST(${order} AS DATE) AS day FROM ${identifier(table.sqlName)}
      WHERE ${order} IS NOT NULL GROUP BY 1),
    steps AS (SELECT day, lead(day) OVER (ORDER BY day) - day - 1 AS missing FROM days)
    SELECT max(day) - min(day) + 1 AS day_count, coalesce(sum(missing), 0) AS missing_count,
      max(missing) AS longest, arg_max(day, missing) + 1 AS gap_from,
      arg_max(day, missing) + CAST(max(missing) AS INTEGER) AS gap_to FROM steps`;
}

/** The most frequent values that do not fit the column, with their counts. */
export function misfitsSql(table: AnalysedTable, misfitSqlName: string, limit: number): Sql {
  const value = identifier(misfitSqlName);
  return sql`SELECT ${value} AS value, count(*) AS value_count FROM ${identifier(table.sqlName)}
    WHERE ${value} IS NOT NULL GROUP BY ${value} ORDER BY value_count DESC, value LIMIT ${limit}`;
}
