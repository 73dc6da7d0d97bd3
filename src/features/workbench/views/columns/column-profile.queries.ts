import { queryOptions } from '@tanstack/react-query';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import { readRanges } from '@/analysis/histograms/read-ranges';
import { isEstimate, rowsReadKey, type RowsRead } from '@/analysis/reading/rows-read';
import type { ColumnDetails, ColumnProfile } from '@/analysis/profiles/column-profile';
import { readColumnDetails, readColumnProfile, type ProfileInput } from '@/analysis/profiles/read-profile';
import type { Denominators } from '@/rows/price-rows/denominations';

/** Returns the query for the profile of a column. Profiles are computed one at a time, so that other queries need not wait for all. */
export function columnProfileQuery(rowsRead: RowsRead, column: AnalysedColumn, denominators: Denominators) {
  return queryOptions({
    queryKey: [...keyOf(rowsRead, column), 'profile', denominators] as const,
    queryFn: ({ signal }): Promise<ColumnProfile> =>
      inTurn(rowsRead.engine, signal, () =>
        readColumnProfile(inputOf(rowsRead, column, denominators, signal)),
      ),
    staleTime: Infinity,
    retry: false,
  });
}

/** Returns the query for the details of a column, such as quantiles. It does not wait for the profiles of other columns. */
export function columnDetailsQuery(rowsRead: RowsRead, column: AnalysedColumn) {
  return queryOptions({
    queryKey: [...keyOf(rowsRead, column), 'details'] as const,
    queryFn: ({ signal }): Promise<ColumnDetails> =>
      readColumnDetails(inputOf(rowsRead, column, { known: [], unknown: [] }, signal)),
    staleTime: Infinity,
    retry: false,
  });
}

/** Returns the query for the distribution of the values in a range, and the number of values on either side of it. */
export function coreDistributionQuery(
  rowsRead: RowsRead,
  column: AnalysedColumn,
  ends: { readonly from: string; readonly to: string },
) {
  return queryOptions({
    queryKey: [...keyOf(rowsRead, column), 'core', ends] as const,
    queryFn: ({ signal }) => readRanges(rowsRead.engine, rowsRead.table, column, ends, signal),
    staleTime: Infinity,
    retry: false,
  });
}

function keyOf(rowsRead: RowsRead, { name }: AnalysedColumn) {
  // Completeness is part of the key: rows can become complete without a new row, when the page read last turns out to be the last one.
  return [...rowsReadKey(rowsRead), 'column', name, isEstimate(rowsRead.coverage)] as const;
}

function inputOf(
  { engine, table, coverage }: RowsRead,
  column: AnalysedColumn,
  denominators: Denominators,
  signal: AbortSignal,
): ProfileInput {
  return { engine, table, column, denominators, isEstimate: isEstimate(coverage), signal };
}

const lastTurns = new WeakMap<AnalysisEngine, Promise<unknown>>();

/** Runs `work` when all previous work has settled. If the signal is aborted by then, `work` does not run. */
function inTurn<T>(engine: AnalysisEngine, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = lastTurns.get(engine) ?? Promise.resolve();
  const turn = before.then(() => {
    signal.throwIfAborted();
    return work();
  });
  lastTurns.set(
    engine,
    turn.catch(() => undefined),
  );
  return turn;
}
