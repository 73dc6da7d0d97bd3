import { comparedColumns } from '../conditions/refinement';
import { checkDefinition } from '../checks/standard-checks';
import type { CheckedRows } from '../checks/checks-sql';
import { keepDismissed, type FindingMark } from '../checks/finding-rows';
import type { AnyCheckId, OwnCheck } from '../checks/own-checks';
import { dropCheckRun, runChecks, type CheckRun, type RequestedCheck } from '../checks/run-checks';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { MAX_DIGITS, NARROW_DIGITS } from '../engine/decimal-units';
import { ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../engine/analysed-table';
import { identifier, sql, type Sql } from '../engine/sql';
import { computedWith } from '../steps/refinement-sql';
import type { PricedRows } from './new-prices-sql';
import type { SetCheck } from '../checks/checks-spec';

export type CheckedPricesState =
  /** No check is in use, or the checks in the address cannot be read. */
  | { readonly status: 'none' }
  | { readonly status: 'checking' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | {
      readonly status: 'checked';
      readonly id: number;
      readonly checked: CheckedPrices;
      readonly own: readonly OwnCheck[];
      /** The checks in use that could not be run, because a column or the rows to compare prices with are missing. */
      readonly notRun: readonly SetCheck[];
    };

/** How many rows have findings on their old and on their new prices. */
export interface FindingChange {
  /** The number of rows with a finding on their old price. */
  readonly before: number;
  /** The number of rows with a finding on their new price. */
  readonly after: number;
  /** The number of rows with a finding on their new price that their old price did not have. */
  readonly added: number;
  /** The number of rows with a finding on their old price that their new price does not have. */
  readonly gone: number;
}

/** How many rows a check finds, with the old and with the new prices. */
export interface CheckChange extends FindingChange {
  readonly check: RequestedCheck;
}

/** The findings on the old and the new prices, as a table in the engine. Findings that the user has dismissed are left out. */
export interface CheckedPrices {
  /** The table. Its columns are `check_no` (the index of the check), `row_index`, and `was` and `is_now` (found before and after). */
  readonly sqlName: string;
  readonly checks: readonly CheckChange[];
  /** The counts for all checks together. A row that several checks find is counted once. */
  readonly rows: FindingChange;
}

/** A table of new prices, created by `newPricesSql`. */
interface NewPrices {
  readonly sqlName: string;
  readonly rows: PricedRows;
}

/** Which findings to select: those on the old prices, those on the new ones, or those that came or went. */
export type FindingSide = keyof FindingChange;
export const FINDING_SIDES = ['before', 'after', 'added', 'gone'] as const satisfies readonly FindingSide[];

/** The result of the checks on the current prices. It is kept while the rules, and so the new prices, change. */
export interface PriceChecks {
  readonly rows: CheckedRows;
  readonly requested: readonly RequestedCheck[];
  readonly before: CheckRun;
}

const ROW = identifier(ROW_INDEX);

/** Whether a change of prices can change what a check finds. */
function judgesPrices(check: RequestedCheck, { key, currencyScope }: CheckedRows, price: string): boolean {
  if ('own' in check) {
    const { refinement } = check;
    return refinement.computedColumns.length > 0 || comparedColumns(refinement).includes(price);
  }
  const { needs, hasKey = false } = checkDefinition(check.id);
  return needs.includes('price') || (hasKey && key.includes(price)) || currencyScope === price;
}

/** Returns the names of the columns that a check reads. */
function columnsOf(
  check: RequestedCheck,
  { roles, key, start, currencyScope }: Pick<CheckedRows, 'roles' | 'key' | 'start' | 'currencyScope'>,
  table: AnalysedTable,
): readonly (string | null)[] {
  if ('own' in check) {
    const computed = computedWith(check.refinement, table).map(({ name }) => name);
    return [...comparedColumns(check.refinement), ...computed];
  }
  const { needs, needsOneOf = [], hasKey = false } = checkDefinition(check.id);
  const beside = needs.includes('group') ? (['currency', 'unit'] as const) : [];
  const { keys: matched = [], currency = null } = check.against ?? {};
  return [
    ...[...needs, ...needsOneOf, ...beside].map((role) => roles[role]),
    ...(hasKey ? [...key, start?.column ?? null, roles.validFrom, roles.validTo] : []),
    currencyScope,
    ...matched.map(({ current }) => current),
    currency?.current ?? null,
  ];
}

/** Repeats the checks that depend on prices. If this fails, no table stays. Rejects with EngineError, or with the signal's reason. */
export async function checkNewPrices(
  engine: AnalysisEngine,
  proposal: NewPrices,
  { rows, requested, before }: PriceChecks,
  { keys, marks }: { readonly keys: readonly string[]; readonly marks: readonly FindingMark[] },
  signal: AbortSignal,
): Promise<CheckedPrices> {
  const { price } = proposal.rows;
  const again = requested.filter((check) => judgesPrices(check, rows, price.name));
  const repriced = await keepRepriced(engine, proposal, rows, again, marks.length === 0 ? [] : keys, signal);
  try {
    const after = await runChecks(engine, { ...rows, ...repriced }, again, signal);
    try {
      const [dismissedBefore, dismissedAfter] = [
        await keepDismissed(engine, before, keys, marks, signal),
        await keepDismissed(engine, after, keys, marks, signal),
      ];
      const queries = requested.map(({ id }, number) => {
        const was = findingsOf(before, id, dismissedBefore);
        if (!again.some((check) => check.id === id)) {
          return sql`SELECT CAST(${number} AS USMALLINT) AS check_no, ${ROW}, TRUE AS was, TRUE AS is_now FROM (${was})`;
        }
        return sql`SELECT CAST(${number} AS USMALLINT) AS check_no, coalesce(b.${ROW}, a.${ROW}) AS ${ROW},
            b.${ROW} IS NOT NULL AS was, a.${ROW} IS NOT NULL AS is_now
          FROM (${was}) AS b FULL JOIN (${findingsOf(after, id, dismissedAfter)}) AS a ON a.${ROW} = b.${ROW}`;
      });
      const { sqlName } = await engine.materialise(queries.length === 0 ? [NO_FINDINGS] : queries, signal);
      await dropAll(engine, [dismissedBefore, dismissedAfter]);
      return { sqlName, ...(await countChanges(engine, sqlName, requested, signal)) };
    } finally {
      await dropCheckRun(engine, after).catch(() => undefined);
    }
  } finally {
    await dropAll(engine, [repriced.table.sqlName]);
  }
}

const NO_FINDINGS = sql`SELECT CAST(0 AS USMALLINT) AS check_no, CAST(0 AS BIGINT) AS ${ROW}, TRUE AS was, TRUE AS is_now WHERE FALSE`;

/** Drops tables. An error is ignored, because the tables no longer exist if the engine has ended. */
async function dropAll(engine: AnalysisEngine, names: readonly (string | null)[]): Promise<void> {
  for (const name of names) if (name !== null) await engine.drop(name).catch(() => undefined);
}

/** Returns the query of the rows that a check finds, without dismissed findings. */
function findingsOf({ results }: CheckRun, check: AnyCheckId, dismissed: string | null): Sql {
  const number = results.findIndex(({ id }) => id === check);
  const found = results[number];
  if (found === undefined) return sql`SELECT CAST(NULL AS BIGINT) AS ${ROW} WHERE FALSE`;
  const open =
    dismissed === null
      ? sql`TRUE`
      : sql`${ROW} NOT IN (SELECT ${ROW} FROM ${identifier(dismissed)} WHERE check_no = ${number})`;
  return sql`SELECT ${ROW} FROM ${identifier(found.sqlName)} WHERE ${open}`;
}

/** Stores a table of the rows with the new price instead of the old one, and with the other columns that the checks read. */
async function keepRepriced(
  engine: AnalysisEngine,
  { sqlName, rows: { price } }: NewPrices,
  { table, refinedOf = null, roles, key, start = null, currencyScope }: CheckedRows,
  checks: readonly RequestedCheck[],
  keys: readonly string[],
  signal: AbortSignal,
): Promise<Pick<CheckedRows, 'table' | 'refinedOf'>> {
  const named = new Set([
    price.name,
    ...keys,
    ...checks.flatMap((check) => columnsOf(check, { roles, key, start, currencyScope }, refinedOf ?? table)),
  ]);
  const columns = table.columns.filter(({ name }) => named.has(name));
  const names = [...new Set(columns.flatMap((column) => namesOf(column)))].filter(
    (name) => name !== price.sqlName,
  );
  const scale = price.scale ?? 0;
  const { rows: measured } = await engine.query(
    sql`SELECT coalesce(max(abs(new_price)), 0) < CAST(${`1${'0'.repeat(NARROW_DIGITS - 1)}`} AS HUGEINT) FROM ${identifier(sqlName)}`,
    { signal, maxRows: 1 },
  );
  const digits = measured[0]?.[0] === 'true' && scale < NARROW_DIGITS ? NARROW_DIGITS : MAX_DIGITS;
  const unit =
    scale === 0 ? sql`1` : sql`CAST(${`0.${'1'.padStart(scale, '0')}`} AS DECIMAL(${scale + 1}, ${scale}))`;
  const repriced = await engine.materialise(
    [
      sql`SELECT r.${ROW}, ${[
        ...names.map((name) => sql`r.${identifier(name)}`),
        sql`CAST(CAST(n.new_price AS DECIMAL(${digits}, 0)) * ${unit} AS DECIMAL(${digits}, ${scale})) AS ${identifier(price.sqlName)}`,
      ]} FROM ${identifier(table.sqlName)} AS r JOIN ${identifier(sqlName)} AS n ON n.${ROW} = r.${ROW}`,
    ],
    signal,
  );
  const kept = (of: readonly AnalysedColumn[]): AnalysedTable => ({
    sqlName: repriced.sqlName,
    columns: of.filter(({ name }) => named.has(name)),
  });
  // The user's own checks cannot use columns that are computed on screen, so `refinedOf` lists the columns without them.
  return { table: kept(columns), refinedOf: refinedOf === null ? null : kept(refinedOf.columns) };
}

function namesOf({ sqlName, orderSqlName, misfitSqlName }: AnalysedColumn): readonly string[] {
  return [sqlName, orderSqlName, ...(misfitSqlName === null ? [] : [misfitSqlName])];
}

/** Returns the condition for the table's rows that belong to a selection of findings. */
function sideSql(side: FindingSide): Sql {
  switch (side) {
    case 'before':
      return sql`was`;
    case 'after':
      return sql`is_now`;
    case 'added':
      return sql`is_now AND NOT was`;
    case 'gone':
      return sql`was AND NOT is_now`;
  }
}

async function countChanges(
  engine: AnalysisEngine,
  sqlName: string,
  requested: readonly RequestedCheck[],
  signal: AbortSignal,
): Promise<Pick<CheckedPrices, 'checks' | 'rows'>> {
  try {
    const counts = FINDING_SIDES.map((side) => sql`count(*) FILTER (${sideSql(side)})`);
    const table = identifier(sqlName);
    const byCheck = await engine.query(sql`SELECT check_no, ${counts} FROM ${table} GROUP BY check_no`, {
      signal,
      maxRows: requested.length,
    });
    // A row that loses one finding and gets another is counted as added and as gone.
    const ofRow = FINDING_SIDES.map((side) => sql`count(*) FILTER (${identifier(side)})`);
    const sides = FINDING_SIDES.map((side) => sql`bool_or(${sideSql(side)}) AS ${identifier(side)}`);
    const total = await engine.query(
      sql`SELECT ${ofRow} FROM (SELECT ${sides} FROM ${table} GROUP BY ${ROW})`,
      { signal, maxRows: 1 },
    );
    return {
      checks: requested.map((check, number) => {
        const [, ...found] = byCheck.rows.find(([no]) => Number(no) === number) ?? [];
        return { check, ...changeOf(found) };
      }),
      rows: changeOf(total.rows[0] ?? []),
    };
  } catch (error) {
    await dropAll(engine, [sqlName]);
    throw error;
  }
}

function changeOf(figures: readonly (string | null)[]): FindingChange {
  const [before = 0, after = 0, added = 0, gone = 0] = figures.map(Number);
  return { before, after, added, gone };
}

/** Returns the condition for the rows that a check finds, or any check if `check` is null. */
export function foundSql(
  { sqlName, checks }: CheckedPrices,
  check: AnyCheckId | null,
  side: FindingSide,
): Sql {
  const number = checks.findIndex((each) => each.check.id === check);
  const ofCheck = check === null ? sql`TRUE` : sql`check_no = ${number}`;
  return sql`${ROW} IN (SELECT ${ROW} FROM ${identifier(sqlName)} WHERE ${ofCheck} AND ${sideSql(side)})`;
}
