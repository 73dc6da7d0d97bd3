import type { Refinement } from '../conditions/refinement';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql } from '../engine/sql';
import type { AnalysedTable } from '../engine/analysed-table';
import { computedWith, refinementSql } from './refinement-sql';

export interface RefinedRows {
  /** A view in the engine with the columns of the rows read, and the computed columns. */
  readonly table: AnalysedTable;
  readonly rowCount: number;
  /** The number of rows that were read, before the refinement. */
  readonly ofRowCount: number;
  /** The number of values by column that are missing because an intermediate result has too many digits, for columns that have any. */
  readonly tooLong: Readonly<Record<string, number>>;
}

/**
 * Refines the rows that a table has now, without those that are read later. While the view is used, no column of the table may be widened.
 * `today`: the day (`YYYY-MM-DD`) against which relative days are resolved. Rejects with EngineError, or with RangeError for a refinement
 * that `refinementProblem` would refuse.
 */
export async function refineRows(
  engine: AnalysisEngine,
  table: AnalysedTable,
  refinement: Refinement,
  { today, signal }: { readonly today: string; readonly signal: AbortSignal },
): Promise<RefinedRows> {
  const numbers = computedWith(refinement, table);
  const extremes = numbers.map(
    ({ sqlName }, index) => sql`max(abs(${identifier(sqlName)})) AS ${identifier(`m${index}`)}`,
  );
  const [read = []] = await rowsOf(
    sql`SELECT ${[sql`count(*)`, sql`coalesce(max(rowid), -1)`, ...extremes]} FROM ${identifier(table.sqlName)}`,
  );
  const [ofRowCount, lastRow, ...greatest] = read;
  const maxUnits = new Map(
    numbers.map(({ name }, index) => [name, BigInt((greatest[index] ?? '0').replace('.', ''))]),
  );
  const { rows, columns, tooLong } = refinementSql(refinement, table, {
    maxUnits,
    today,
    lastRow: Number(lastRow ?? -1),
  });
  const sqlName = await engine.createView(rows, signal);
  try {
    const [[count] = []] = await rowsOf(sql`SELECT count(*) FROM ${identifier(sqlName)}`);
    return {
      table: { sqlName, columns, isView: true },
      rowCount: Number(count ?? 0),
      ofRowCount: Number(ofRowCount ?? 0),
      tooLong: await countTooLong(),
    };
  } catch (error) {
    engine.drop(sqlName).catch(() => undefined);
    throw error;
  }

  async function countTooLong(): Promise<Record<string, number>> {
    if (tooLong.length === 0) return {};
    // The counts include all rows without the conditions, because a condition also leaves out rows whose value is missing.
    const whole = refinementSql({ ...refinement, conditions: null }, table, {
      maxUnits,
      today,
      lastRow: Number(lastRow ?? -1),
    });
    const counts = tooLong.map(
      ({ isTooLong }, index) => sql`count(*) FILTER (${isTooLong}) AS ${identifier(`n${index}`)}`,
    );
    const [counted = []] = await rowsOf(sql`SELECT ${counts} FROM (${whole.rows})`);
    return Object.fromEntries(
      tooLong
        .map(({ name }, index) => [name, Number(counted[index] ?? 0)] as const)
        .filter(([, count]) => count > 0),
    );
  }

  async function rowsOf(query: Parameters<AnalysisEngine['query']>[0]) {
    return (await engine.query(query, { signal, maxRows: 1 })).rows;
  }
}
