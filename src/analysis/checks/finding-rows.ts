import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX } from '../engine/analysed-table';
import { createCellsReader, isAmong } from '../rows/read-cells';
import { keepOrder, openEngineRows, type EngineRows, type RowSpan } from '../rows/engine-rows';
import { isOwnCheckId, type AnyCheckId } from './own-checks';
import type { CheckRun } from './run-checks';
import { checkDefinition } from './standard-checks';

/** A check that has found a row, and its reason. */
export interface Finding {
  readonly check: AnyCheckId;
  /** The figures `f1` to `f4` (see `CheckDefinition`). */
  readonly figures: readonly (string | null)[];
  readonly isDismissed: boolean;
}

export interface FindingRow {
  /** The row's position in the snapshot, starting at 0. */
  readonly rowIndex: number;
  readonly findings: readonly Finding[];
  /** The row's cells in the order of the table's columns. */
  readonly cells: readonly CellValue[];
}

/** The name of a table in the engine with the findings that the user has dismissed (`FindingMark`); null if there are none. */
export type DismissedTable = string | null;

/** The rows that at least one of `checks` has found, either dismissed or not. */
export interface FindingsQuery {
  readonly checks: readonly AnyCheckId[];
  readonly areDismissed: boolean;
}

export type FindingRows = EngineRows<FindingRow>;

const ROW = identifier(ROW_INDEX);

/** Returns a query of the checks' findings: `check_no` (index of the result), `row_index`, figures, and whether they are dismissed. */
function findingsOf({ results }: CheckRun, checks: readonly AnyCheckId[], dismissed: DismissedTable): Sql {
  const tables = results.flatMap(({ id, sqlName }, number) => {
    if (!checks.includes(id)) return [];
    const isDismissed =
      dismissed === null
        ? sql`FALSE`
        : sql`${ROW} IN (SELECT ${ROW} FROM ${identifier(dismissed)} WHERE check_no = ${number})`;
    return [
      sql`SELECT ${number} AS check_no, ${ROW}, f1, f2, f3, f4, ${isDismissed} AS is_dismissed
      FROM ${identifier(sqlName)}`,
    ];
  });
  return joined(tables, ' UNION ALL ');
}

/** Counts the findings of each check, both open and dismissed. Rejects with EngineError. */
export async function countFindings(
  engine: AnalysisEngine,
  run: CheckRun,
  dismissed: DismissedTable,
  signal: AbortSignal,
): Promise<FindingCounts> {
  if (run.results.length === 0) return { open: {}, dismissed: {}, openRows: 0 };
  const ids = run.results.map(({ id }) => id);
  const all = findingsOf(run, ids, dismissed);
  const { rows } = await engine.query(
    sql`SELECT check_no, count(*) FILTER (NOT is_dismissed), count(*) FILTER (is_dismissed),
      count(DISTINCT ${ROW}) FILTER (NOT is_dismissed) FROM (${all}) GROUP BY GROUPING SETS ((check_no), ())`,
    { signal, maxRows: ids.length + 1 },
  );
  const byCheck = rows.flatMap(([number = null, open, gone]) => {
    const id = number === null ? undefined : ids[Number(number)];
    return id === undefined ? [] : [{ id, open: Number(open), gone: Number(gone) }];
  });
  const countsOf = (count: (each: (typeof byCheck)[number]) => number) =>
    Object.fromEntries(ids.map((id) => [id, byCheck.filter((each) => each.id === id).map(count)[0] ?? 0]));
  return {
    open: countsOf(({ open }) => open),
    dismissed: countsOf(({ gone }) => gone),
    openRows: Number(rows.find(([number = null]) => number === null)?.[3] ?? 0),
  };
}

export interface FindingCounts {
  /** The number of open findings by check. `dismissed`: the number of dismissed ones. */
  readonly open: Readonly<Record<string, number>>;
  readonly dismissed: Readonly<Record<string, number>>;
  /** The number of rows with at least one finding that is not dismissed. */
  readonly openRows: number;
}

/**
 * Opens the rows that checks have found, each once with all its findings, with the worst row first. Their order is stored as a table, so
 * that any row needs one bounded query. `close` drops it. Rejects with EngineError, RowsReadError, or the signal's reason.
 */
export async function openFindings(
  engine: AnalysisEngine,
  run: CheckRun,
  dismissed: DismissedTable,
  { checks, areDismissed }: FindingsQuery,
  signal: AbortSignal,
  fields: readonly PriceField[],
): Promise<FindingRows> {
  const wanted = findingsOf(run, checks, dismissed);
  const readCells = createCellsReader(engine, run.rows.table, fields);
  const all = findingsOf(
    run,
    run.results.map(({ id }) => id),
    dismissed,
  );

  // Findings of the requested checks come first, and among equals a shifted decimal, because it says most.
  const rankOf = (check: AnyCheckId) =>
    (checks.includes(check) ? 0 : 2) + (check === 'shifted-decimal' ? 0 : 1);

  async function readSpan({ count, select }: RowSpan, until: AbortSignal): Promise<readonly FindingRow[]> {
    const places = await engine.query(select([ROW]), { signal: until, maxRows: count });
    const positions = places.rows.map(([position]) => Number(position));
    const found = await engine.query(
      sql`SELECT check_no, ${ROW}, is_dismissed, f1, f2, f3, f4 FROM (${all})
        WHERE ${isAmong(positions)} ORDER BY check_no`,
      { signal: until, maxRows: positions.length * run.results.length },
    );
    const byRow = new Map<number, Finding[]>();
    for (const [number, position, isDismissed, ...figures] of found.rows) {
      const check = run.results[Number(number)]?.id;
      if (check === undefined) continue;
      const findings = byRow.get(Number(position)) ?? [];
      findings.push({ check, figures, isDismissed: isDismissed === 'true' });
      byRow.set(Number(position), findings);
    }
    const cells = await readCells(positions, until);
    return positions.map((rowIndex) => ({
      rowIndex,
      findings: (byRow.get(rowIndex) ?? []).toSorted((a, b) => rankOf(a.check) - rankOf(b.check)),
      cells: cells.get(rowIndex) ?? [],
    }));
  }

  const order = await keepOrder(
    engine,
    sql`SELECT ${ROW} FROM (${wanted}) AS found ${quantityJoin(run.rows)} WHERE is_dismissed = ${areDismissed}
      GROUP BY ${ROW} ORDER BY max(${lossSql(run)}) DESC NULLS LAST, min(check_no), ${ROW}`,
    signal,
  );
  return openEngineRows(order, readSpan, signal);
}

const QUANTITY = identifier('quantity');

/** Returns a join that adds the quantities of the prices; 1 if no column contains them. */
function quantityJoin({ table, roles }: CheckRun['rows']): Sql {
  const column = table.columns.find(({ name }) => name === roles.quantity);
  if (column === undefined) return sql`CROSS JOIN (SELECT 1 AS ${QUANTITY})`;
  return sql`JOIN (SELECT ${ROW}, ${identifier(column.sqlName)} AS ${QUANTITY} FROM ${identifier(table.sqlName)}) USING (${ROW})`;
}

/** Returns the price's distance from what it should be, times the quantity. It only orders the rows, so it need not be exact. */
function lossSql({ results, unitScale }: CheckRun): Sql {
  const [price, other] = [sql`TRY_CAST(f1 AS DOUBLE)`, sql`TRY_CAST(f2 AS DOUBLE)`];
  const median = sql`${other} / ${10 ** unitScale}`;
  const distances = results.flatMap(({ id }, number) => {
    const distance = isOwnCheckId(id) ? undefined : checkDefinition(id).distance;
    if (distance === undefined) return [];
    return [sql`CASE WHEN check_no = ${number} THEN ${distance({ price, other, median })} END`];
  });
  if (distances.length === 0) return sql`CAST(NULL AS DOUBLE)`;
  return sql`coalesce(${distances}) * greatest(coalesce(CAST(${QUANTITY} AS DOUBLE), 1), 1)`;
}

/** A dismissed finding, identified by the check, the row's key, and the judged value. */
export interface FindingMark {
  readonly check: AnyCheckId;
  /** The texts of the key columns, in the order of `keys`. */
  readonly key: readonly string[];
  /** The figure `f1` of the finding. If it changes, the finding counts as a new one. */
  readonly judged: string | null;
}

/**
 * Stores which findings of a run are among the marks, in a table with `check_no` and `row_index`. Returns null if there are none. `keys`:
 * the names of the key columns. Rejects with EngineError, or the signal's reason.
 */
export async function keepDismissed(
  engine: AnalysisEngine,
  { rows, results }: CheckRun,
  keys: readonly string[],
  marks: readonly FindingMark[],
  signal: AbortSignal,
): Promise<DismissedTable> {
  const columns = keys.map((name) => rows.table.columns.find((column) => column.name === name));
  if (columns.includes(undefined) || keys.length === 0) return null;
  const names = keys.map((_, index) => identifier(`k${index}`));
  const texts = columns.map((column, index) => {
    return sql`CAST(${identifier(column?.sqlName ?? '')} AS VARCHAR) AS ${identifier(`k${index}`)}`;
  });
  const same = joined(
    names.map((name) => sql`r.${name} = d.${name}`),
    ' AND ',
  );
  const queries = results.flatMap(({ id, sqlName }, number) => {
    const ofCheck = marks.filter(({ check, key }) => check === id && key.length === keys.length);
    if (ofCheck.length === 0) return [];
    const values = ofCheck.map(
      ({ key, judged }) => sql`(${[...key.map((text) => sql`${text}`), sql`${judged}`]})`,
    );
    return [
      sql`SELECT DISTINCT ${number} AS check_no, f.${ROW} FROM ${identifier(sqlName)} AS f
        JOIN (SELECT ${[ROW, ...texts]} FROM ${identifier(rows.table.sqlName)}) AS r ON r.${ROW} = f.${ROW}
        JOIN (VALUES ${values}) AS d(${[...names, sql`judged`]})
        ON ${same} AND f.f1 IS NOT DISTINCT FROM d.judged`,
    ];
  });
  if (queries.length === 0) return null;
  const { sqlName, rowCount } = await engine.materialise(queries, signal);
  if (rowCount > 0) return sqlName;
  await engine.drop(sqlName);
  return null;
}
