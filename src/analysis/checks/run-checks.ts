import { comparedColumns, type Refinement } from '../conditions/refinement';
import type { AnalysisEngine, MaterialisedTable } from '../engine/analysis-engine';
import { identifier, sql } from '../engine/sql';
import { ROW_INDEX } from '../engine/analysed-table';
import type { Coverage } from '../reading/rows-read';
import { refineRows } from '../steps/refined-rows';
import type { CheckId } from './check-definition';
import type { CheckParameters } from './check-parameters';
import {
  extremesSql,
  MEDIAN_PLACES,
  ownFindingsSql,
  preparedSql,
  unitNumbers,
  type CheckedRows,
  type PreparedTables,
} from './checks-sql';
import type { AnyCheckId, OwnCheck, OwnCheckId } from './own-checks';
import {
  findReferencePrices,
  type ReferenceCounts,
  type ReferencePrices,
  type ReferenceRows,
} from './reference-prices';
import { checkDefinition } from './standard-checks';

export type RequestedCheck = RequestedStandardCheck | RequestedOwnCheck;

interface RequestedStandardCheck {
  readonly id: CheckId;
  readonly parameters: CheckParameters;
  /** The rows that prices are compared with; absent if they are compared with a column of the same row. */
  readonly against?: ReferenceRows | undefined;
}

interface RequestedOwnCheck {
  readonly id: OwnCheckId;
  readonly own: OwnCheck;
  readonly refinement: Refinement;
  /** The day (`YYYY-MM-DD`) against which relative days are resolved. */
  readonly today: string;
}

const PREPARED = ['groups', 'keys', 'validities'] as const;

export type CheckResult = RequestedCheck & {
  /** The identifier of the table of findings: `row_index`, and the figures `f1` to `f4` as texts. */
  readonly sqlName: string;
  /** The number of rows that the check has found. Each row counts once. */
  readonly rowCount: number;
  /** The number of rows that the check could not judge, because they lack something, such as a cost. */
  readonly notJudged: number;
  /** How many rows were compared with other rows; null if the check compares none. */
  readonly referenceCounts: ReferenceCounts | null;
};

/** Returns the parameters of a check; undefined for an own check, because it has none. */
export function parametersOf(check: RequestedCheck): CheckParameters | undefined {
  return 'own' in check ? undefined : check.parameters;
}

/** The results of checks that were run. Their findings stay in the engine until they are dropped. */
export interface CheckRun {
  readonly rows: CheckedRows;
  readonly rowCount: number;
  readonly results: readonly CheckResult[];
  /** The decimal places of medians and distances among the figures, which are whole numbers of units. */
  readonly unitScale: number;
}

/** A completed run, whose findings are in the engine. */
export interface CompletedRun {
  /** An id that is unique among the runs of the page, because their tables may have equal names. */
  readonly id: number;
  readonly run: CheckRun;
  readonly coverage: Coverage;
  /** A key that changes with every setting and with the rows. */
  readonly key: string;
}

/** The progress of a run: the number of completed checks, and the current check. */
export interface CheckProgress {
  readonly done: number;
  readonly all: number;
  readonly current: AnyCheckId;
}

/** Runs checks whose roles all have columns. Keeps the findings of all, or of none. Rejects with EngineError, or the signal's reason. */
export async function runChecks(
  engine: AnalysisEngine,
  rows: CheckedRows,
  checks: readonly RequestedCheck[],
  signal: AbortSignal,
  onProgress: (progress: CheckProgress) => void = () => undefined,
): Promise<CheckRun> {
  const kept: string[] = [];
  const prepared: { -readonly [Name in keyof PreparedTables]?: string } = {};
  const references = new Map<RequestedCheck, ReferencePrices>();
  try {
    for (const check of checks) {
      if ('own' in check || check.against === undefined) continue;
      onProgress({ done: 0, all: checks.length, current: check.id });
      const priced = { table: rows.table, price: rows.roles.price };
      references.set(check, await findReferencePrices(engine, priced, check.against, signal));
    }
    const extremes = await engine.query(extremesSql(rows), { signal, maxRows: 1 });
    const all = Number(extremes.rows[0]?.[0] ?? 0);
    const numbers = unitNumbers(rows, extremes.rows[0] ?? [], [...references.values()]);
    const results: CheckResult[] = [];
    for (const [done, check] of checks.entries()) {
      onProgress({ done, all: checks.length, current: check.id });
      if ('own' in check) {
        const { sqlName, rowCount } = await keepOwnFindings(engine, rows, check, signal);
        kept.push(sqlName);
        results.push({ ...check, sqlName, rowCount, notJudged: 0, referenceCounts: null });
        continue;
      }
      const { findings, judged } = checkDefinition(check.id);
      for (const name of tablesOf(check, rows)) {
        if (prepared[name] !== undefined) continue;
        const made = await engine.materialise([preparedSql(name, rows, numbers, prepared)], signal);
        prepared[name] = made.sqlName;
      }
      const ofCheck = references.get(check) ?? null;
      const query = { rows, parameters: check.parameters, numbers, prepared, reference: ofCheck };
      const { sqlName, rowCount } = await engine.materialise([findings(query)], signal);
      kept.push(sqlName);
      const ofJudged = judged?.(query) ?? null;
      const counted = ofJudged === null ? null : await engine.query(ofJudged, { signal, maxRows: 1 });
      const notJudged = counted === null ? 0 : all - Number(counted.rows[0]?.[0] ?? 0);
      results.push({ ...check, sqlName, rowCount, notJudged, referenceCounts: ofCheck?.counts ?? null });
      if (ofCheck !== null) {
        await engine.drop(ofCheck.sqlName);
        references.delete(check);
      }
      const isNeeded = (name: keyof PreparedTables) =>
        checks.slice(done + 1).some((next) => tablesOf(next, rows).includes(name));
      for (const name of PREPARED) {
        if (prepared[name] === undefined || isNeeded(name)) continue;
        await engine.drop(prepared[name]);
        delete prepared[name];
      }
    }
    return { rows, rowCount: all, results, unitScale: numbers.scale + MEDIAN_PLACES };
  } catch (error) {
    const ofReferences = [...references.values()].map(({ sqlName }) => sqlName);
    const left = [...kept, ...Object.values(prepared), ...ofReferences];
    // If the engine has ended, its tables no longer exist, so failures are ignored.
    await Promise.all(left.map((sqlName) => engine.drop(sqlName).catch(() => undefined)));
    throw error;
  }
}

/** Returns the prepared tables that a check reads. */
function tablesOf(check: RequestedCheck, rows: CheckedRows): readonly (keyof PreparedTables)[] {
  return 'own' in check ? [] : (checkDefinition(check.id).reads?.(rows) ?? []);
}

/** Keeps the rows that an own check finds. Its refinement applies to all rows read, so its columns may have names of columns on screen. */
async function keepOwnFindings(
  engine: AnalysisEngine,
  { table, refinedOf = null }: CheckedRows,
  { refinement, today }: RequestedOwnCheck,
  signal: AbortSignal,
): Promise<MaterialisedTable> {
  const { table: own } = await refineRows(engine, refinedOf ?? table, refinement, { today, signal });
  const findings = ownFindingsSql(own, comparedColumns(refinement));
  const ofThem =
    refinedOf === null
      ? findings
      : sql`SELECT * FROM (${findings}) WHERE ${identifier(ROW_INDEX)} IN (SELECT ${identifier(ROW_INDEX)} FROM ${identifier(table.sqlName)})`;
  try {
    return await engine.materialise([ofThem], signal);
  } finally {
    // If the engine has ended, the view no longer exists, so the failure is ignored.
    await engine.drop(own.sqlName).catch(() => undefined);
  }
}

/** Drops the findings of a run. After that, they can no longer be read. */
export async function dropCheckRun(engine: AnalysisEngine, { results }: CheckRun): Promise<void> {
  await Promise.all(results.map(({ sqlName }) => engine.drop(sqlName)));
}
