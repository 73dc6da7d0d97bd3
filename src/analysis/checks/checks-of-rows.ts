import { ownFields } from '../conditions/computed-field';
import type { PriceColumn } from '@/contract/column';
import { proposeRolesOfRows } from '@/rows/price-rows/column-roles';
import { keyColumns } from '../snapshot/row-identity';
import type { AnalysedTable } from '../engine/analysed-table';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { checksFromParameter } from './checks-address';
import { keysOf } from './check-settings';
import {
  canRun,
  PROPOSED_CHECKS,
  resolveChecks,
  type ChecksSpec,
  type ResolvedChecks,
  type SetCheck,
} from './checks-spec';
import type { CheckedRows } from './checks-sql';
import { resolveOwnChecks, type AnyCheckId, type SetOwnCheck } from './own-checks';
import { proposeByValues } from './propose-by-values';
import type { ReferenceRows } from './reference-prices';
import type { RequestedCheck } from './run-checks';

/** Rows to check without a screen, for example in a routine. */
export interface RowsToCheck {
  readonly engine: AnalysisEngine;
  readonly table: AnalysedTable;
  /** The table of all rows if a refinement (filters on the rows read) left out some of them; null if `table` contains all rows. */
  readonly refinedOf: AnalysedTable | null;
  readonly misfits: Readonly<Record<string, number>>;
  readonly priceColumn: PriceColumn;
  /** The parameter of an address with the checks; undefined for the default checks. */
  readonly parameter: string | undefined;
  /** Roles that replace the suggested ones; undefined for none. */
  readonly fixed?: ChecksSpec['roles'] | undefined;
  /** An ISO date. Validity is judged on this day, and relative days are resolved against it. */
  readonly today: string;
  /** Reads the rows that a check compares prices with. If absent, such checks are not run. */
  readonly readSource?: (
    check: SetCheck,
    resolved: ResolvedChecks,
    keys: readonly string[],
  ) => Promise<ReferenceRows | undefined>;
}

export interface ChecksOfRows {
  readonly rows: CheckedRows;
  readonly resolved: ResolvedChecks;
  readonly checks: readonly RequestedCheck[];
  /** The checks in use that are not run, because the rows that they compare prices with are not available. */
  readonly withoutSource: readonly AnyCheckId[];
  /** The user's own checks, including those that cannot be run. */
  readonly own: readonly SetOwnCheck[];
  /** The columns that identify a row in several snapshots. */
  readonly keys: readonly string[];
}

/**
 * Returns the checks in use for the rows, and the roles of their columns, suggested as on screen. Returns null if the parameter cannot be
 * read. Rejects with EngineError, with the error of `readSource`, or with the signal's reason.
 */
export async function checksOfRows(
  { engine, table, refinedOf, misfits, priceColumn, parameter, fixed, today, readSource }: RowsToCheck,
  signal: AbortSignal,
): Promise<ChecksOfRows | null> {
  const { fields } = priceColumn;
  const read = parameter === undefined ? null : checksFromParameter(parameter);
  if (read?.ok === false) return null;
  const spec = read?.spec ?? PROPOSED_CHECKS;
  // Roles are suggested for all rows, so that a refinement does not change them.
  const whole = refinedOf ?? table;
  const byMetadata = proposeRolesOfRows(whole.columns, fields);
  const proposals = await proposeByValues(engine, whole, fields, byMetadata, signal);
  const metadataKeys = keyColumns(priceColumn);
  const resolved = resolveChecks(spec, {
    proposals,
    fixed,
    // The command passes a price column with the added and computed columns of its view.
    fields: ownFields(priceColumn),
    columns: table.columns,
    today,
    keys: metadataKeys,
  });
  const keys = keysOf(resolved, metadataKeys);
  const { roles, key, start, rowKey, currencyScope, day } = resolved;
  const inUse = resolved.checks.filter((check) => check.isUsed && canRun(check));
  const own = resolveOwnChecks(spec.own, whole.columns);
  const checks: RequestedCheck[] = [];
  const withoutSource: AnyCheckId[] = [];
  for (const check of inUse) {
    const { definition, parameters, source } = check;
    if (source === null) checks.push({ id: definition.id, parameters });
    else if (readSource === undefined) withoutSource.push(definition.id);
    else checks.push({ id: definition.id, parameters, against: await readSource(check, resolved, keys) });
  }
  for (const { check, read: ofCheck } of own) {
    if (!check.isUsed || !ofCheck.ok) continue;
    checks.push({ id: check.id, own: check, refinement: ofCheck.refinement, today });
  }
  const rows = { table, misfits, refinedOf, roles, key, start, rowKey, currencyScope, day };
  return { rows, resolved, checks, withoutSource, own, keys };
}
