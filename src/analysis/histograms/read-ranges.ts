import type { CoreDistribution } from './distribution';
import type { AnalysisEngine } from '../engine/analysis-engine';
import type { AnalysedColumn, AnalysedTable } from '../engine/analysed-table';
import { identifier } from '../engine/sql';
import { boundsOf, unitBelow } from './histogram-bounds';
import { barCountsSql, valueSql } from './histogram-sql';

/** Counts a column's values in ranges of equal width around `from` to `to`, and the values outside of them. Rejects with EngineError. */
export async function readRanges(
  engine: AnalysisEngine,
  { sqlName }: Pick<AnalysedTable, 'sqlName'>,
  column: AnalysedColumn,
  { from, to }: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<CoreDistribution> {
  const isNumber = column.type === 'number';
  const bounds = boundsOf(column, from, to);
  const lastValues = bounds.map((bound, index) => {
    if (isNumber) return unitBelow(bound, column.scale ?? 0);
    return index > 0 && index === bounds.length - 1 ? bound : microsecondBelow(bound);
  });
  const query = barCountsSql(
    identifier(sqlName),
    identifier(column.orderSqlName),
    lastValues.map((value) => valueSql(column, value)),
  );
  const { rows } = await engine.query(query, { signal, maxRows: bounds.length + 1 });
  return countedRanges(bounds, rows, !isNumber);
}

/** Returns the ranges between bounds. `rows`: how many values are before the first bound, up to each other bound, and after the last. */
export function countedRanges(
  bounds: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  includesEnd: boolean,
): CoreDistribution {
  const countOf = (index: number) => Number(rows[index]?.[0] ?? 0);
  return {
    ranges: bounds.slice(1).map((to, index) => ({
      from: bounds[index] ?? to,
      to,
      includesEnd: includesEnd && index === bounds.length - 2,
      count: countOf(index + 1),
    })),
    belowCount: countOf(0),
    aboveCount: countOf(bounds.length),
  };
}

/** Returns the last microsecond before a bound of whole milliseconds. The engine is precise to the microsecond. */
function microsecondBelow(bound: string): string {
  const text = bound.length === 10 ? `${bound}T00:00:00` : bound;
  const before = new Date(Date.parse(`${text}Z`) - 1).toISOString();
  return before.replace('Z', '999');
}
