import type { AnalysisEngine } from '../engine/analysis-engine';
import { medianOfMiddles, MIDDLE_SHARES } from '../engine/median-sql';
import { sql, type Sql } from '../engine/sql';
import { MAX_DIGITS } from '../matching/compared-values';
import type { CoreDistribution, RangeCount } from './distribution';
import { numberBounds, unitBelow } from './histogram-bounds';

/** Differences in percent of some rows of a table. */
export interface PercentRows {
  readonly table: Sql;
  /** Decimals of so many places. */
  readonly percent: Sql;
  readonly places: number;
  /** Which rows; all of them have a difference. */
  readonly condition: Sql;
}

/** How differences in percent are spread. */
export interface PercentDistribution extends CoreDistribution {
  readonly count: number;
  /** Null without rows. The median is the middle of the two in the middle. */
  readonly least: string | null;
  readonly median: string | null;
  readonly greatest: string | null;
}

/** Where the greatest and the least are so many times as far apart as the other 98 %, they would squeeze the picture. */
const OUTLIER_FACTOR = 4n;

/**
 * Reads how differences in percent are spread. The ranges are of one step and hold all values, unless outliers would leave a single
 * bar of the others: those are then counted below and above. Rejects with EngineError.
 */
export async function readPercentDistribution(
  engine: AnalysisEngine,
  { table, percent, places, condition }: PercentRows,
  signal: AbortSignal,
): Promise<PercentDistribution> {
  const rows = sql`(SELECT ${percent} AS percent FROM ${table} WHERE ${condition})`;
  const figures = await engine.query(
    // All shares come from one pass.
    sql`SELECT count, least, greatest, CAST(shares[1:2] AS VARCHAR), CAST(shares[3] AS VARCHAR), CAST(shares[4] AS VARCHAR)
      FROM (SELECT count(*) AS count, min(percent) AS least, max(percent) AS greatest,
        quantile_disc(percent, [${MIDDLE_SHARES}, 0.01, 0.99]) AS shares FROM ${rows})`,
    { signal, maxRows: 1 },
  );
  const [count, least = null, greatest = null, middles = null, low = null, high = null] =
    figures.rows[0] ?? [];
  const common = { count: Number(count ?? 0), least, median: medianOfMiddles(middles), greatest };
  if (least === null || greatest === null || low === null || high === null) {
    return { ...common, ranges: [], belowCount: 0, aboveCount: 0 };
  }
  const isSqueezed = spanOf(least, greatest) > OUTLIER_FACTOR * spanOf(low, high);
  const bounds = isSqueezed ? numberBounds(low, high, places) : numberBounds(least, greatest, places);
  const lastValues = bounds.map(
    (bound) => sql`CAST(${unitBelow(bound, places)} AS DECIMAL(${MAX_DIGITS}, ${places}))`,
  );
  const bars = await engine.query(
    sql`SELECT unnest(map_keys(bars)), unnest(map_values(bars))
      FROM (SELECT histogram(percent, [${lastValues}]) AS bars FROM ${rows})`,
    { signal, maxRows: bounds.length + 1 },
  );
  const counts = [...bounds, null].map((_, index) => Number(bars.rows[index]?.[1] ?? 0));
  const ranges = bounds.slice(1).map((to, index): RangeCount => {
    return { from: bounds[index] ?? to, to, includesEnd: false, count: counts[index + 1] ?? 0 };
  });
  return { ...common, ranges, belowCount: counts[0] ?? 0, aboveCount: counts.at(-1) ?? 0 };
}

/** In the smallest unit of the percentages. */
function spanOf(least: string, greatest: string): bigint {
  return BigInt(greatest.replace('.', '')) - BigInt(least.replace('.', ''));
}
