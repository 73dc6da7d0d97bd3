import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PriceField } from '@/contract/column';
import { denominationsOf } from '@/rows/price-rows/denominations';
import { denominatorsOf, type Denominators } from '../../model/denominations';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { AnalysedColumn, AnalysedTable } from '../../rows-read/engine/analysed-table';
import { isEstimate, type RowsRead } from '../../rows-read/reading/rows-read';
import { columnProfileQuery } from './column-profile.queries';
import type { ColumnProfile } from './column-profile';
import { ownMember } from '@/lib/base/own-member';

/** A column of the rows read, with the inputs of its profile. */
export interface ProfileInput {
  readonly column: AnalysedColumn;
  /** Undefined if the metadata does not list the column. */
  readonly field: PriceField | undefined;
  readonly denominators: Denominators;
}

/** Requesting thousands of profiles at once would block the page; they are computed one after the other anyway. */
const COLUMNS_AT_ONCE = 200;

const NO_INPUTS: readonly ProfileInput[] = [];

/** Returns the inputs of the profiles of a table's columns: the same objects for the same table and query. */
export function useProfileInputs(table: AnalysedTable | null): readonly ProfileInput[] {
  const { priceColumn, applied } = useWorkbenchScope();
  return useMemo(() => {
    if (table === null) return NO_INPUTS;
    const fields = new Map(priceColumn.fields.map((field) => [field.name, field]));
    const denominations = denominationsOf(priceColumn.fields);
    const names = new Set(table.columns.map(({ name }) => name));
    return table.columns.map((column) => {
      const field = fields.get(column.name);
      const denominators =
        field === undefined
          ? { known: [], unknown: [] }
          : denominatorsOf(field, denominations, (name) => names.has(name), applied);
      return { column, field, denominators };
    });
  }, [table, priceColumn, applied]);
}

/** A column of the rows read, with the figures computed so far. */
export interface ProfiledColumn {
  readonly column: AnalysedColumn;
  /** Undefined if the metadata does not list the column. */
  readonly field: PriceField | undefined;
  /** The figures on screen; null before they are computed. */
  readonly profile: ColumnProfile | null;
  readonly hasFailed: boolean;
  /** The number of texts with half a character, which is shown as its code. */
  readonly halfTextCount: number;
}

export interface ColumnProfiles {
  readonly columns: readonly ProfiledColumn[];
  /** The rows to which all figures belong. */
  readonly shown: RowsRead;
  readonly retryFailed: () => void;
}

/** Returns the figures of all columns, always of the same rows: newer ones appear once all are complete. */
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
  // Compares the identity, because another engine has a table of the same name.
  const isNewTable = next.table !== rowsRead.table;
  const isWhole = isEstimate(next.coverage) && !isEstimate(rowsRead.coverage);
  const isEachDue = dueCount >= inputs.length;
  if (next !== rowsRead && ((isSettled && isEachDue) || isNewTable || isWhole)) {
    setNext(rowsRead);
    setDueCount(COLUMNS_AT_ONCE);
  } else if (isSettled && !isEachDue) {
    setDueCount(dueCount + COLUMNS_AT_ONCE);
  }

  // The same object while the figures are unchanged.
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
  // The last figures stay until all new ones are ready, unless these cannot be computed.
  const hasFailed = computed.columns.some((column) => column.hasFailed);
  const canStay = complete?.shown.table === next.table && !hasFailed;
  return !isComplete && complete !== null && canStay ? complete : computed;
}

/** A sum of keys has no meaning. */
function withMeaning(profile: ColumnProfile | null, field: PriceField | undefined): ColumnProfile | null {
  const isKey = field !== undefined && (field.isKey || field.isPrimaryKey || field.foreignKey !== null);
  return isKey && profile !== null ? { ...profile, sum: null, mean: null, mixture: null } : profile;
}

/** The results of the queries, in the same order: profiles, and a function that retries failed queries. */
function combined(results: readonly UseQueryResult<ColumnProfile>[]) {
  return {
    profiles: results.map(({ data }) => data ?? null),
    failures: results.map(({ isError, refetch }) => (isError ? (refetch as () => unknown) : null)),
    isSettled: results.every(({ isFetching }) => !isFetching),
  };
}
