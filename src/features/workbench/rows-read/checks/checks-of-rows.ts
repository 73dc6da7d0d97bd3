import type { PriceColumn } from '@/contract/column';
import { proposeRoles } from '@/price-rows/column-roles';
import { notesWriting } from '@/price-rows/field-meaning';
import { keyColumns } from '../../snapshot/row-identity';
import type { AnalysedTable } from '../engine/analysed-table';
import type { ComparisonEngine } from '../engine/analysis-engine';
import { checksFromParameter } from './checks-address';
import { PROPOSED_CHECKS, resolveChecks } from './checks-spec';
import type { CheckedRows } from './checks-sql';
import { resolveOwnChecks, type AnyCheckId } from './own-checks';
import { proposeByValues } from './propose-by-values';
import type { RequestedCheck } from './run-checks';

/** Rows whose checks are set up without a screen. */
export interface RowsToCheck {
  readonly engine: ComparisonEngine;
  readonly table: AnalysedTable;
  /** The table of all rows, where a refinement has left those of the table; null where the table has them all. */
  readonly refinedOf: AnalysedTable | null;
  readonly misfits: Readonly<Record<string, number>>;
  readonly priceColumn: PriceColumn;
  /** The checks as in an address; undefined for those proposed. */
  readonly parameter: string | undefined;
  /** ISO date: that of relative days, and the one on which validity is judged. */
  readonly today: string;
}

/** The checks of rows, to be run. */
export interface ChecksOfRows {
  readonly rows: CheckedRows;
  readonly checks: readonly RequestedCheck[];
  /** Checks in use that hold prices against other rows, which are not here. */
  readonly withoutSource: readonly AnyCheckId[];
}

/**
 * Returns the checks that are in use for rows, with the roles of their columns, by the same proposals as on screen. Null where the
 * parameter cannot be read. Rejects with EngineError, or the signal's reason.
 */
export async function checksOfRows(
  { engine, table, refinedOf, misfits, priceColumn, parameter, today }: RowsToCheck,
  signal: AbortSignal,
): Promise<ChecksOfRows | null> {
  const { fields } = priceColumn;
  const read = parameter === undefined ? null : checksFromParameter(parameter);
  if (read?.ok === false) return null;
  const spec = read?.spec ?? PROPOSED_CHECKS;
  const columns = table.columns.filter(({ name }) => {
    const field = fields.find((each) => each.name === name);
    return field === undefined || !notesWriting(field);
  });
  // The roles of the columns do not change with a refinement.
  const whole = refinedOf ?? table;
  const byMetadata = proposeRoles(
    columns.filter(({ name }) => whole.columns.some((column) => column.name === name)),
    fields,
  );
  const proposals = await proposeByValues(engine, whole, fields, byMetadata, signal);
  const resolved = resolveChecks(spec, proposals, columns, today, keyColumns(priceColumn));
  const { roles, key, rowKey, currencyScope, day } = resolved;
  const inUse = resolved.checks.filter(({ isUsed, missing }) => isUsed && missing.length === 0);
  return {
    rows: { table, misfits, refinedOf, roles, key, rowKey, currencyScope, day },
    checks: [
      ...inUse.flatMap(({ definition, parameters, source }) =>
        source === null ? [{ id: definition.id, parameters }] : [],
      ),
      ...resolveOwnChecks(spec.own, whole.columns).flatMap(({ check, read: own }) =>
        check.isUsed && own.ok ? [{ id: check.id, own: check, refinement: own.refinement, today }] : [],
      ),
    ],
    withoutSource: inUse.flatMap(({ definition, source }) => (source === null ? [] : [definition.id])),
  };
}
