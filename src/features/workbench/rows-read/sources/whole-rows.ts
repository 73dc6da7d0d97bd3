import { coverageOf } from '@/analysis/reading/reading-state';
import type { Reading } from '../reading/use-reading';
import type { ComparedSide } from '@/analysis/matching/matched-sides';

/** Whether all rows of a reading are in the engine, and their keys were compared. */
export function isWhole({ state }: Reading): boolean {
  return state.table !== null && coverageOf(state).kind === 'all';
}

/** Whether rows are being read, and no action of the user is needed. */
export function areRowsComing({ state }: Pick<Reading, 'state'>): boolean {
  return state.status === 'idle' || state.status === 'reading' || state.status === 'done';
}

/** Returns the rows of a reading as a side of a comparison; null until all rows are read. */
export function wholeSide(reading: Reading): ComparedSide | null {
  const { rowsRead } = reading;
  if (!isWhole(reading) || rowsRead === null || rowsRead.coverage.kind !== 'all') return null;
  const { table, coverage } = rowsRead;
  return { table, coverage, rowCount: coverage.rowCount };
}
