import { identifier, sql, type Sql } from '@/analysis/engine/sql';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import { ROW_INDEX } from '@/analysis/engine/analysed-table';
import { ROW_KINDS, type Comparison } from '@/analysis/comparison/comparison';
import { isOwnCheckId } from '@/analysis/checks/own-checks';
import type { CheckResult, CheckRun } from '@/analysis/checks/run-checks';
import type { CheckOutcome, PriceEffect } from './routine-result';

const ROW = identifier(ROW_INDEX);
/** The limit of currencies, which is higher than their number. It bounds the result if the wrong column has the role of the currency. */
const MAX_CURRENCIES = 300;
const CHANGED = ROW_KINDS.indexOf('changed');
const DUPLICATED = ROW_KINDS.indexOf('duplicated');

/** Reads the effect by currency (a column of the later side), the currency with the most changes first. Rejects with EngineError. */
export async function readEffects(
  engine: AnalysisEngine,
  { sqlName, sides, spec }: Comparison,
  currency: string | null,
  signal: AbortSignal,
): Promise<readonly PriceEffect[]> {
  if (spec.price === null) return [];
  const { table } = sides.later;
  const column = table.columns.find(({ name, type }) => name === currency && type === 'text');
  const code = column === undefined ? sql`CAST(NULL AS VARCHAR)` : identifier(column.sqlName);
  const { rows } = await engine.query(
    sql`SELECT code, count(*) FILTER (delta > 0), count(*) FILTER (delta < 0), sum(delta)
      FROM ${identifier(sqlName)} JOIN (SELECT ${ROW} AS position, ${code} AS code FROM ${identifier(table.sqlName)}) AS n
      ON position = l WHERE kind = ${CHANGED} AND delta <> 0 GROUP BY code ORDER BY count(*) DESC, code`,
    { signal, maxRows: MAX_CURRENCIES },
  );
  return rows.map(([of = null, raised, lowered, effect]) => ({
    currency: of,
    raised: Number(raised),
    lowered: Number(lowered),
    effect: effect ?? '0',
  }));
}

export interface RunsOfSides {
  readonly comparison: Comparison;
  readonly earlier: CheckRun;
  readonly later: CheckRun;
}

/** Counts the findings, and the new and gone ones. Rows with a duplicate key have no new or gone findings. Rejects with EngineError. */
export async function readCheckOutcomes(
  engine: AnalysisEngine,
  later: CheckRun,
  sides: RunsOfSides | null,
  signal: AbortSignal,
): Promise<readonly CheckOutcome[]> {
  const outcomes: CheckOutcome[] = [];
  for (const result of later.results) {
    const before = sides?.earlier.results.find(({ id }) => id === result.id) ?? null;
    const known = sides === null || before === null ? null : { ...sides, before };
    outcomes.push({
      check: result.id,
      ...('own' in result ? {} : { parameters: result.parameters }),
      name: isOwnCheckId(result.id) && 'own' in result ? result.own.name : null,
      notJudged: result.notJudged,
      now: result.rowCount,
      added: known === null ? null : await countAlone(engine, result, known.before, known, 'l', signal),
      gone: known === null ? null : await countAlone(engine, known.before, result, known, 'e', signal),
    });
  }
  return outcomes;
}

/** Counts the findings of a side (column `place` of the comparison) whose row has no finding of the same check on the other side. */
async function countAlone(
  engine: AnalysisEngine,
  of: CheckResult,
  other: CheckResult,
  { comparison }: RunsOfSides,
  place: 'e' | 'l',
  signal: AbortSignal,
): Promise<number> {
  const [own, its]: readonly [Sql, Sql] = place === 'l' ? [sql`c.l`, sql`c.e`] : [sql`c.e`, sql`c.l`];
  const { rows } = await engine.query(
    sql`SELECT count(*) FROM ${identifier(of.sqlName)} AS f
      JOIN (SELECT kind, e, l FROM ${identifier(comparison.sqlName)} WHERE kind < ${DUPLICATED}) AS c ON ${own} = f.${ROW}
      ANTI JOIN ${identifier(other.sqlName)} AS g ON g.${ROW} = ${its}`,
    { signal, maxRows: 1 },
  );
  return Number(rows[0]?.[0] ?? 0);
}
