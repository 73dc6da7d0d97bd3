import { queryOptions } from '@tanstack/react-query';
import type { Denominators } from '../../model/denominations';
import type { AnalysisEngine } from '../../rows-read/engine/analysis-engine';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';
import { readRanges } from '../../rows-read/histograms/read-ranges';
import { isEstimate, rowsReadKey, type RowsRead } from '../../rows-read/reading/rows-read';
import type { ColumnDetails, ColumnProfile } from './column-profile';
import { readColumnDetails, readColumnProfile, type ProfileInput } from './read-profile';

/** Profiles are computed one after the other, so that other queries wait for one statement at most. */
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

/** Quantiles, frequent values and other details of a column. They do not wait for the profiles of other columns. */
export function columnDetailsQuery(rowsRead: RowsRead, column: AnalysedColumn) {
  return queryOptions({
    queryKey: [...keyOf(rowsRead, column), 'details'] as const,
    queryFn: ({ signal }): Promise<ColumnDetails> =>
      readColumnDetails(inputOf(rowsRead, column, { known: [], unknown: [] }, signal)),
    staleTime: Infinity,
    retry: false,
  });
}

/** The distribution of the values around the range from `from` to `to`. */
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
  // The same rows become complete when the last page turns out to be the last one.
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

/** Runs `work` after all previous work has settled; not if it is aborted by then. */
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
