import { identifier, sql, type Sql } from '../engine/sql';
import type { AnalysedColumn, AnalysedTable } from '../model/analysed-table';

/**
 * The most frequent values that contain the text, with their counts. Null and what does not fit the column are no values
 * to compare with.
 */
export function knownValuesSql(
  table: Pick<AnalysedTable, 'sqlName'>,
  { sqlName, type }: AnalysedColumn,
  containedText: string,
  limit: number,
): Sql {
  const value = identifier(sqlName);
  const text = type === 'text' ? sql`lower(${value})` : sql`CAST(${value} AS VARCHAR)`;
  const isWanted = containedText === '' ? sql`TRUE` : sql`contains(${text}, lower(${containedText}))`;
  return sql`SELECT CAST(${value} AS VARCHAR) AS value, count(*) AS value_count FROM ${identifier(table.sqlName)}
    WHERE ${value} IS NOT NULL AND ${isWanted} GROUP BY ${value}
    ORDER BY value_count DESC, ${value} LIMIT ${limit}`;
}
