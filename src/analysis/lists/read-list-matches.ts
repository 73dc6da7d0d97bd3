import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql, type Sql } from '../engine/sql';
import { columnOf, type AnalysedColumn } from '../engine/analysed-table';
import type { RowsRead } from '../reading/rows-read';
import { matchList, type CountedValue, type ListMatches } from './match-list';
import { ownMember } from '@/lib/base/own-member';
import type { ReportedList } from '../conditions/reported-list';

/** The number of values in each answer of the engine. The page processes this number without a noticeable delay. */
const VALUES_PER_READ = 10_000;

/** Counts the rows of each value of a list. Rejects with EngineError, or with RangeError if the column was not read. */
export async function readListMatches(
  { engine, table, misfits }: Pick<RowsRead, 'engine' | 'table' | 'misfits'>,
  list: Pick<ReportedList, 'field' | 'type' | 'values'>,
  signal: AbortSignal,
): Promise<ListMatches> {
  const column = columnOf(table, list.field);
  const found = await readCounts(engine, table.sqlName, column, signal);
  const { rowCounts, unmatchedRowCount } = matchList(list, found);
  return { rowCounts, unmatchedRowCount: unmatchedRowCount + (ownMember(misfits, list.field) ?? 0) };
}

/** Returns every value of the column with its number of rows. The list filtered the rows, so there are about as many values as in it. */
async function readCounts(
  engine: AnalysisEngine,
  tableName: string,
  { sqlName, type, scale }: AnalysedColumn,
  signal: AbortSignal,
): Promise<readonly CountedValue[]> {
  const value = identifier(sqlName);
  const found: CountedValue[] = [];
  let isAfter: Sql = sql`${value} IS NOT NULL`;
  for (;;) {
    const query = sql`SELECT CAST(${value} AS VARCHAR) AS value, count(*) AS value_count
      FROM ${identifier(tableName)} WHERE ${isAfter} GROUP BY ${value} ORDER BY ${value} LIMIT ${VALUES_PER_READ}`;
    const { rows } = await engine.query(query, { signal, maxRows: VALUES_PER_READ });
    for (const [text, count] of rows) found.push({ value: text ?? '', count: Number(count) });
    const last = rows.at(-1)?.[0] ?? null;
    if (rows.length < VALUES_PER_READ || last === null) return found;
    isAfter =
      type === 'number'
        ? sql`${value} > CAST(${last} AS DECIMAL(38, ${scale ?? 0}))`
        : sql`${value} > ${last}`;
  }
}
