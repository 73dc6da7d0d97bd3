import type { AnalysisEngine } from '../engine/analysis-engine';
import { medianOfMiddles, MIDDLE_SHARES } from '../engine/median-sql';
import { sql, type Sql } from '../engine/sql';
import { MAX_DIGITS } from '../engine/decimal-units';
import type { PercentDistribution } from '../../bars/distribution';
import { numberBounds, unitBelow } from './histogram-bounds';
import { barCountsSql, CORE_SHARES } from './histogram-sql';
import { countedRanges } from './read-ranges';

/** Differences in percent of some rows of a table. */
export interface PercentRows {
  readonly table: Sql;
  /** Decimals of `scale` places. */
  readonly percent: Sql;
  readonly places: number;
  /** The condition of the rows, which all have a difference. */
  readonly condition: Sql;
  /** How many differences each row stands for; absent for one each. Counting few rows in this way takes a fraction of the time. */
  readonly rowCount?: Sql | null;
}

/** Decimal places of the percentages on screen: narrower bars would have the same text at both ends. */
const SHOWN_PLACES = 2;

/** If all values span so many times the range of the middle 98 %, the outliers would squeeze the picture. */
const OUTLIER_FACTOR = 4n;

/** Reads differences in percent in ranges of one step; counts outliers below and above. Rejects with EngineError. */
export async function readPercentDistribution(
  engine: AnalysisEngine,
  { table, percent, places, condition, rowCount = null }: PercentRows,
  signal: AbortSignal,
): Promise<PercentDistribution> {
  const counted = rowCount === null ? [] : [sql`${rowCount} AS n`];
  const rows = sql`(SELECT ${[sql`${percent} AS percent`, ...counted]} FROM ${table} WHERE ${condition})`;
  const figuresOf = rowCount === null ? figuresSql(rows) : countedFiguresSql(rows);
  const figures = await engine.query(figuresOf, { signal, maxRows: 1 });
  const [count, least = null, greatest = null, middles = null, low = null, high = null] =
    figures.rows[0] ?? [];
  const common = { count: Number(count ?? 0), least, median: medianOfMiddles(middles), greatest };
  if (least === null || greatest === null || low === null || high === null) {
    return { ...common, ranges: [], belowCount: 0, aboveCount: 0 };
  }
  const leastStep = 10n ** BigInt(Math.max(0, places - SHOWN_PLACES));
  const inner = spanOf(low, high);
  const isSqueezed = spanOf(least, greatest) > OUTLIER_FACTOR * (inner < leastStep ? leastStep : inner);
  const ends = isSqueezed ? ([low, high] as const) : ([least, greatest] as const);
  const bounds = numberBounds(...ends, places, undefined, leastStep);
  const lastValues = bounds.map(
    (bound) => sql`CAST(${unitBelow(bound, places)} AS DECIMAL(${MAX_DIGITS}, ${places}))`,
  );
  const countsOf =
    rowCount === null ? barCountsSql(rows, sql`percent`, lastValues) : countedBarsSql(rows, lastValues);
  const bars = await engine.query(countsOf, { signal, maxRows: bounds.length + 1 });
  return { ...common, ...countedRanges(bounds, bars.rows, false) };
}

/** A query of the number of differences, the least, the greatest, the two middle ones, and those at 1 and 99 %. */
function figuresSql(rows: Sql): Sql {
  // One pass computes all shares.
  return sql`SELECT count, least, greatest, CAST(shares[1:2] AS VARCHAR), CAST(shares[3] AS VARCHAR), CAST(shares[4] AS VARCHAR)
    FROM (SELECT count(*) AS count, min(percent) AS least, max(percent) AS greatest,
      quantile_disc(percent, [${[...MIDDLE_SHARES, ...CORE_SHARES]}]) AS shares FROM ${rows})`;
}

/** The figures of rows that stand for `n` differences each. */
function countedFiguresSql(rows: Sql): Sql {
  const nth = (position: Sql) => sql`min(percent) FILTER (upto >= ${position})`;
  return sql`WITH placed AS MATERIALIZED (SELECT percent, sum(n) OVER (ORDER BY percent) AS upto FROM ${rows}),
      counted AS (SELECT coalesce(max(upto), 0) AS total FROM placed)
    SELECT any_value(total), min(percent), max(percent),
      CASE WHEN any_value(total) > 0 THEN CAST([${nth(sql`(total + 1) // 2`)}, ${nth(sql`total // 2 + 1`)}] AS VARCHAR) END,
      ${CORE_SHARES.map((share) => nth(sql`${share} * total`))} FROM placed, counted`;
}

function countedBarsSql(rows: Sql, lastValues: readonly Sql[]): Sql {
  const upTo = lastValues.map((value, index) => {
    const beyond = lastValues[index - 1];
    const isBeyond = beyond === undefined ? sql`TRUE` : sql`percent > ${beyond}`;
    return sql`sum(n) FILTER (${isBeyond} AND percent <= ${value})`;
  });
  const last = lastValues.at(-1) ?? sql`NULL`;
  return sql`SELECT unnest([${[...upTo, sql`sum(n) FILTER (percent > ${last})`]}]) FROM ${rows}`;
}

/** The distance in the smallest unit of the percentages. */
function spanOf(least: string, greatest: string): bigint {
  return BigInt(greatest.replace('.', '')) - BigInt(least.replace('.', ''));
}
