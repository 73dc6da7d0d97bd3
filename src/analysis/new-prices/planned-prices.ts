import { keyNumbersSql, type CheckedRows } from '../checks/checks-sql';
import { ROW_INDEX } from '../engine/analysed-table';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql, type Sql } from '../engine/sql';

/** A table of new prices, created by `newPricesSql`. */
interface NewPrices {
  readonly sqlName: string;
}

/** The rows to search for planned prices, and the columns that say what a price is for. */
export interface PlannableRows extends Pick<CheckedRows, 'table' | 'roles' | 'key' | 'misfits'> {
  /** The ISO day from which the new prices apply. */
  readonly day: string;
}

/** Planned prices begin on the first day of the new prices or later. They have the key of a changed price that is still valid then. */
export interface PlannedPrices {
  /** The table. It has `row_index`, and says whether a changed price `meets` a planned one or has `ended`, or a row `is_planned`. */
  readonly sqlName: string;
  readonly day: string;
  /** The columns that say what a price is for, and its first and last day; null if no column has such a day. */
  readonly key: readonly string[];
  readonly validFrom: string | null;
  readonly validTo: string | null;
  /** The number of changed prices that meet a planned price: they are still valid when the planned price begins. */
  readonly changed: number;
  /** The number of planned prices that begin while a changed price is still valid. */
  readonly planned: number;
  /** The number of planned prices, among those in `planned`, that are not in the proposal because a refinement excluded their rows. */
  readonly elsewhere: number;
  /** The number of rows whose price changes although it ends before the new prices apply. */
  readonly ended: number;
}

/** The search for planned prices, which starts once the user has set the first day of the new prices. */
export type PlannedPricesState =
  /** The user has not set the first day of the new prices, or no column has the first day of a price. */
  | { readonly status: 'none' }
  | { readonly status: 'searching' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'found'; readonly planned: PlannedPrices & { readonly id: string } };

/** Which rows to select: changed prices that meet planned ones, planned prices, or changed prices that end too early. */
export const PLANNED_SIDES = ['changed', 'planned', 'ended'] as const;
export type PlannedSide = (typeof PLANNED_SIDES)[number];

const ROW = identifier(ROW_INDEX);

/** Returns the rows to search for planned prices; null if no column is the article, or none is the first day of a price. */
export function plannableRows(
  { table, refinedOf = null, roles, key, misfits }: CheckedRows,
  day: string,
): PlannableRows | null {
  const { article, validFrom, validTo } = roles;
  if (article === null || validFrom === null) return null;
  const ofThing = key.filter((name) => name !== validFrom && name !== validTo);
  // Uses all rows, if they have these columns, because a refinement may have excluded planned prices.
  const isWhole = [article, validFrom, validTo, ...ofThing].every(
    (name) => name === null || refinedOf?.columns.some((column) => column.name === name) === true,
  );
  return { table: refinedOf !== null && isWhole ? refinedOf : table, roles, key: ofThing, misfits, day };
}

/**
 * Finds the planned prices, and the changed prices that are still valid when a planned price begins. Their table stays in the engine
 * until it is dropped. If the search fails or is aborted, no table stays. Rejects with EngineError, or with the signal's reason.
 */
export async function findPlannedPrices(
  engine: AnalysisEngine,
  proposal: NewPrices,
  rows: PlannableRows,
  signal: AbortSignal,
): Promise<PlannedPrices> {
  const { sqlName } = await engine.materialise([plannedPricesSql(proposal, rows)], signal);
  try {
    const { rows: counted } = await engine.query(
      sql`SELECT count(*) FILTER (meets), count(*) FILTER (is_planned), count(*) FILTER (is_planned AND NOT is_here),
          count(*) FILTER (ended) FROM ${identifier(sqlName)}`,
      { signal, maxRows: 1 },
    );
    const [changed = 0, planned = 0, elsewhere = 0, ended = 0] = (counted[0] ?? []).map(Number);
    const { day, key } = rows;
    const { validFrom, validTo } = rows.roles;
    return { sqlName, day, key, validFrom, validTo, changed, planned, elsewhere, ended };
  } catch (error) {
    // Dropping fails if the engine has ended, but then the table no longer exists either.
    await engine.drop(sqlName).catch(() => undefined);
    throw error;
  }
}

/**
 * Returns the query of the rows that meet a planned price, are planned, or end before the day. Rows of unknown validity are left out. A
 * price is compared only with the first planned price of its key, and a planned price only with the changed price that ends last.
 */
function plannedPricesSql({ sqlName }: NewPrices, rows: PlannableRows): Sql {
  const day = sql`date_diff('day', DATE '1970-01-01', CAST(${rows.day} AS DATE))`;
  const first = sql`CASE WHEN f = starts[1] THEN starts[2] ELSE starts[1] END`;
  const last = sql`CASE WHEN is_changed AND t = ends[1] THEN ends[2] ELSE ends[1] END`;
  return sql`WITH known AS MATERIALIZED (SELECT k.${ROW}, id, f, t, n.${ROW} IS NOT NULL AS is_here,
        n.new_price IS DISTINCT FROM n.old_price AS is_changed
      FROM (${keyNumbersSql(rows)}) AS k LEFT JOIN ${identifier(sqlName)} AS n ON n.${ROW} = k.${ROW} WHERE f <= t),
    later AS (SELECT id, min(f, 2) AS starts FROM known WHERE f >= ${day} GROUP BY id),
    lasting AS (SELECT id, max(t, 2) AS ends FROM known WHERE is_changed AND id IN (SELECT id FROM later) GROUP BY id),
    judged AS (SELECT ${ROW}, is_here, is_changed AND t < ${day} AS ended,
        is_changed AND coalesce(${first} <= t, FALSE) AS meets,
        f >= ${day} AND coalesce(${last} >= f, FALSE) AS is_planned
      FROM known LEFT JOIN later USING (id) LEFT JOIN lasting USING (id))
    SELECT * FROM judged WHERE ended OR meets OR is_planned`;
}

const MARKS = {
  changed: sql`meets`,
  planned: sql`is_planned`,
  ended: sql`ended`,
} as const satisfies Readonly<Record<PlannedSide, Sql>>;

/** Returns the condition for the rows that `side` selects. */
export function plannedSql({ sqlName }: Pick<PlannedPrices, 'sqlName'>, side: PlannedSide): Sql {
  return sql`${ROW} IN (SELECT ${ROW} FROM ${identifier(sqlName)} WHERE ${MARKS[side]})`;
}
