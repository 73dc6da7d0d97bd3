import type { AnalysisEngine } from '../engine/analysis-engine';
import { medianOfMiddles, MIDDLE_SHARES } from '../engine/median-sql';
import { sql, type Sql } from '../engine/sql';
import { MAX_DIGITS } from '../engine/decimal-units';
import type { PercentDistribution } from './distribution';
import { numberBounds, unitBelow } from './histogram-bounds';
import { barCountsSql, CORE_SHARES } from './histogram-sql';
import { countedRanges } from './read-ranges';

/** Rows of a table that have differences in percent. */
export interface PercentRows {
  readonly table: Sql;
  /** The expression of a row's difference: a decimal with `places` decimal places. */
  readonly percent: Sql;
  readonly places: number;
  /** The condition that selects the rows, which must all have a difference. */
  readonly condition: Sql;
  /** The number of differences that each row represents; absent for one. Counting few rows in this way takes a fraction of the time. */
  readonly rowCount?: Sql | null;
}

/** The decimal places of percentages on screen. A narrower bar would have the same label at both ends. */
const SHOWN_PLACES = 2;

/** If all values span this many times the range of the middle 98 %, outliers get no bars, because they would squeeze the chart. */
const OUTLIER_FACTOR = 4n;

/** Counts differences in percent in ranges of equal width, and the outliers below and above them. Rejects with EngineError. */
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

/** Returns a query of the number of differences, the least, the greatest, the two middle ones, and the quantiles at 1 and 99 %. */
function figuresSql(rows: Sql): Sql {
  // One call of `quantile_disc` computes all quantiles in one pass.
  return sql`SELECT count, least, greatest, CAST(shares[1:2] AS VARCHAR), CAST(shares[3] AS VARCHAR), CAST(shares[4] AS VARCHAR)
    FROM (SELECT count(*) AS count, min(percent) AS least, max(percent) AS greatest,
      quantile_disc(percent, [${[...MIDDLE_SHARES, ...CORE_SHARES]}]) AS shares FROM ${rows})`;
}

/** Returns the query of `figuresSql` for rows that represent `n` differences each. */
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

/** Returns the distance between two percentages, in their smallest unit. */
function spanOf(least: string, greatest: string): bigint {
  return BigInt(greatest.replace('.', '')) - BigInt(least.replace('.', ''));
}
