import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PriceField } from '@/contract/column';
import { denominationsOf, type Denominators } from '@/rows/price-rows/denominations';
import { denominatorsOf } from '../../model/denominations';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysedColumn, AnalysedTable } from '@/analysis/engine/analysed-table';
import { isEstimate, type RowsRead } from '@/analysis/reading/rows-read';
import { columnProfileQuery } from './column-profile.queries';
import type { ColumnProfile, ProfiledColumn } from '@/analysis/profiles/column-profile';
import { ownMember } from '@/lib/base/own-member';

/** A column of the rows read, and what its profile is computed from. */
export interface ProfileInput {
  readonly column: AnalysedColumn;
  /** The metadata of the column; undefined if the metadata does not list it. */
  readonly field: PriceField | undefined;
  readonly denominators: Denominators;
}

/** The number of profiles that are requested at once. Thousands would block the page, although the engine computes one at a time. */
const COLUMNS_AT_ONCE = 200;

const NO_INPUTS: readonly ProfileInput[] = [];

/** Returns what the profiles of a table's columns are computed from. The objects are the same for the same table and query. */
export function useProfileInputs(table: AnalysedTable | null): readonly ProfileInput[] {
  const { rowFields, applied } = useWorkbenchScope();
  return useMemo(() => {
    if (table === null) return NO_INPUTS;
    const fields = new Map(rowFields.map((field) => [field.name, field]));
    const denominations = denominationsOf(rowFields);
    const names = new Set(table.columns.map(({ name }) => name));
    return table.columns.map((column) => {
      const field = fields.get(column.name);
      const denominators =
        field === undefined
          ? { known: [], unknown: [] }
          : denominatorsOf(field, denominations, (name) => names.has(name), applied);
      return { column, field, denominators };
    });
  }, [table, rowFields, applied]);
}

export interface ColumnProfiles {
  readonly columns: readonly ProfiledColumn[];
  /** The rows from which all figures were computed. */
  readonly shown: RowsRead;
  readonly retryFailed: () => void;
}

/** Returns the figures of all columns. They always belong to the same rows: newer figures appear when all of them are computed. */
export function useColumnProfiles(rowsRead: RowsRead): ColumnProfiles {
  const [next, setNext] = useState(rowsRead);
  const [complete, setComplete] = useState<ColumnProfiles | null>(null);
  const [dueCount, setDueCount] = useState(COLUMNS_AT_ONCE);
  const inputs = useProfileInputs(next.table);
  const { profiles, failures, isSettled } = useQueries({
    queries: inputs
      .slice(0, dueCount)
      .map(({ column, denominators }) => columnProfileQuery(next, column, denominators)),
    combine: combined,
  });
  // Tables are compared as objects, because a new engine may have a table of the same name.
  const isNewTable = next.table !== rowsRead.table;
  const isWhole = isEstimate(next.coverage) && !isEstimate(rowsRead.coverage);
  const isEachDue = dueCount >= inputs.length;
  if (next !== rowsRead && ((isSettled && isEachDue) || isNewTable || isWhole)) {
    setNext(rowsRead);
    setDueCount(COLUMNS_AT_ONCE);
  } else if (isSettled && !isEachDue) {
    setDueCount(dueCount + COLUMNS_AT_ONCE);
  }

  // The object stays the same while the figures are unchanged.
  const computed: ColumnProfiles = useMemo(
    () => ({
      shown: next,
      columns: inputs.map(({ column, field }, index) => ({
        column,
        field,
        profile: withMeaning(profiles[index] ?? null, field),
        hasFailed: (failures[index] ?? null) !== null,
        halfTextCount: column.type === 'text' ? (ownMember(next.misfits, column.name) ?? 0) : 0,
      })),
      retryFailed() {
        for (const retry of failures) retry?.();
      },
    }),
    [next, inputs, profiles, failures],
  );
  const isComplete = computed.columns.every(({ profile }) => profile !== null);
  if (isComplete && complete?.shown !== next) setComplete(computed);
  // The previous figures stay until all new ones are computed. If one of these fails, the new figures are shown at once.
  const hasFailed = computed.columns.some((column) => column.hasFailed);
  const canStay = complete?.shown.table === next.table && !hasFailed;
  return !isComplete && complete !== null && canStay ? complete : computed;
}

/** Removes figures that have no meaning for keys, such as their sum. */
function withMeaning(profile: ColumnProfile | null, field: PriceField | undefined): ColumnProfile | null {
  const isKey = field !== undefined && (field.isKey || field.isPrimaryKey || field.foreignKey !== null);
  return isKey && profile !== null ? { ...profile, sum: null, mean: null, mixture: null } : profile;
}

/** Combines the results of the queries, in the same order: profiles, and functions that retry failed queries. */
function combined(results: readonly UseQueryResult<ColumnProfile>[]) {
  return {
    profiles: results.map(({ data }) => data ?? null),
    failures: results.map(({ isError, refetch }) => (isError ? (refetch as () => unknown) : null)),
    isSettled: results.every(({ isFetching }) => !isFetching),
  };
}
