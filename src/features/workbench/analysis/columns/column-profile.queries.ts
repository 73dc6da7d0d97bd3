import { queryOptions } from '@tanstack/react-query';
import type { AnalysisEngine } from '../engine/analysis-engine';
import type { AnalysedColumn } from '../model/analysed-table';
import { ANALYSIS_KEY, isEstimate, rowsReadKey, type RowsRead } from '../model/rows-read';
import type { ColumnDetails, ColumnProfile } from './column-profile';
import { readColumnDetails, readColumnProfile, type ProfileInput } from './read-profile';

export type Denominators = ProfileInput['denominators'];

/**
 * The figures of a column. Profiles are computed one after the other in the order in which they are asked for, so that a
 * table of many columns fills from its top and other queries wait for one statement at most.
 */
export function columnProfileQuery(rowsRead: RowsRead, column: AnalysedColumn, denominators: Denominators) {
  return queryOptions({
    queryKey: [...keyOf(rowsRead, column), 'profile', denominators] as const,
    queryFn: ({ signal, client }) =>
      inTurn(rowsRead.engine, signal, async () => {
        const input = inputOf(rowsRead, column, denominators, signal);
        const profile = await readColumnProfile(input);
        client.setQueryData<ColumnProfile>(latestProfileKey(rowsRead, column), profile);
        return profile;
      }),
    staleTime: Infinity,
    retry: false,
  });
}

/** Where the figures of a column are that were computed last, of however few rows. */
export function latestProfileKey({ table }: Pick<RowsRead, 'table'>, { name }: AnalysedColumn) {
  return [...ANALYSIS_KEY, table.sqlName, 'latest-profile', name] as const;
}

/** Quantiles, frequent values and the like of a column. Does not wait for the profiles of other columns. */
export function columnDetailsQuery(rowsRead: RowsRead, column: AnalysedColumn) {
  return queryOptions({
    queryKey: [...keyOf(rowsRead, column), 'details'] as const,
    queryFn: ({ signal }): Promise<ColumnDetails> =>
      readColumnDetails(inputOf(rowsRead, column, { known: [], unknown: [] }, signal)),
    staleTime: Infinity,
    retry: false,
  });
}

function keyOf(rowsRead: RowsRead, { name }: AnalysedColumn) {
  // The same rows are whole once the last page is known to be the last.
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

/** Runs `work` after all work before it has settled; not at all if it is aborted by then. */
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
