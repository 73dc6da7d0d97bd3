import { useMemo } from 'react';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysedTable } from '@/analysis/engine/analysed-table';
import { useSource, type SourceState } from '../sources/use-source';
import type { CheckId } from '@/analysis/checks/check-definition';
import { matchSource, type MatchedSource, type SourcedCheckId } from '@/analysis/checks/check-sources';
import type { ResolvedChecks } from '@/analysis/checks/checks-spec';
import { rowsOfPriceColumn, rowsOfSnapshot, type Against } from '@/analysis/checks/source-rows';
import { useSourceColumns } from './use-source-columns';

/** The rows that a check compares prices with, and the progress of reading them. */
export interface CheckSourceReading {
  readonly against: Against;
  /** How the columns of another price column are matched; null if prices are not compared with a price column. */
  readonly matched: MatchedSource | null;
  readonly state: SourceState;
}

/** The result for a check that needs only columns of the same row. */
const COLUMNS_ALONE: CheckSourceReading = {
  against: { status: 'ready', rows: null },
  matched: null,
  state: { status: 'none' },
};

export interface CheckSourcesOptions {
  /** The checks of the rows; null until they are known. */
  readonly resolved: ResolvedChecks | null;
  /** The table of the rows on screen; null until there are rows. */
  readonly table: AnalysedTable | null;
  /** The columns that identify the rows of a snapshot. */
  readonly keys: readonly string[];
  /** Whether the sources' rows are needed. They are read after the rows on screen. */
  readonly isNeeded: boolean;
}

/** Reads the rows that the checks in use compare prices with. Returns a function that returns the rows of a check. */
export function useCheckSources(options: CheckSourcesOptions): (id: CheckId) => CheckSourceReading {
  const belowCost = useCheckSource('below-cost', options);
  const changed = useCheckSource('changed', options);
  const ofSourced: Readonly<Record<SourcedCheckId, CheckSourceReading>> = {
    'below-cost': belowCost,
    changed,
  };
  const readings: Readonly<Partial<Record<CheckId, CheckSourceReading>>> = ofSourced;
  return (id) => readings[id] ?? COLUMNS_ALONE;
}

function useCheckSource(
  id: CheckId,
  { resolved, table, keys, isNeeded }: CheckSourcesOptions,
): CheckSourceReading {
  const { rowFields, isLocked } = useWorkbenchScope();
  const columns = useSourceColumns();
  const check = resolved?.checks.find(({ definition }) => definition.id === id) ?? null;
  const source = check?.source ?? null;
  const reference =
    source?.kind === 'price-column' ? (columns.find(({ name }) => name === source.name) ?? null) : null;
  const matched = useMemo(
    () =>
      source?.kind === 'price-column' && reference !== null && resolved !== null && table !== null
        ? matchSource(
            id,
            source,
            reference,
            { columns: table.columns, fields: rowFields, roles: resolved.roles },
            isLocked,
          )
        : null,
    [id, source, reference, resolved, table, rowFields, isLocked],
  );
  const isWanted = check?.isUsed === true && check.missing.length === 0 && check.lacking.length === 0;
  const { state } = useSource({
    source: isWanted ? source : null,
    taken:
      reference === null || matched === null || matched.amount === null
        ? null
        : { priceColumn: reference, fields: neededFields(matched, matched.amount) },
    isNeeded,
  });
  if (source === null || check === null || resolved === null || table === null) return COLUMNS_ALONE;
  const role = check.definition.sourceRole === 'cost' ? 'cost' : 'price';
  const against =
    source.kind === 'price-column'
      ? rowsOfPriceColumn(source, matched, state)
      : rowsOfSnapshot(source, state, table, keys, resolved.roles[role]);
  return { against, matched, state };
}

/** Returns the columns to read from a source. Its key columns are always read, whatever they are matched with. */
function neededFields({ keys, currency }: MatchedSource, amount: string): readonly string[] {
  const names = keys.map(({ reference }) => reference);
  return [...new Set([...names, amount, ...(currency === null ? [] : [currency.reference])])];
}
