import type { PageMismatchKind, RepeatedRows } from '@/contract/page-mismatch';
import type { ServiceFailure } from '@/ui/http/service-error';
import type { EngineFailure } from '../engine/analysis-engine';
import type { AddedPage } from '../engine/engine-messages';
import type { AnalysedTable } from '../engine/analysed-table';
import type { Coverage, RowDoubts } from './rows-read';
import type { RowsFound } from './check-rows';
import type { ReadingKind } from './reading-plan';

export type ReadingFailure =
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
  /** The service's responses contradict each other. `repeated`: the rows that occur twice; null if that is not the contradiction. */
  | {
      readonly kind: 'mismatch';
      readonly mismatch: PageMismatchKind;
      readonly repeated: RepeatedRows | null;
      /** The number of the wrong page, starting at 1; null or absent if it is unknown. */
      readonly page?: number | null;
    }
  | { readonly kind: 'engine'; readonly failure: EngineFailure }
  /** The rows read have reached the memory limit. */
  | { readonly kind: 'memory'; readonly budgetBytes: number };

/** The state that the views show. It is updated every few seconds, because numbers that change all the time cannot be read. */
export interface ShownRows {
  readonly revision: number;
  readonly coverage: Coverage;
  readonly misfits: Readonly<Record<string, number>>;
  readonly readCount: number;
  /** The time of the update, on a monotonic clock with any origin. */
  readonly atMs: number;
}

/** The reading of rows into the engine. The reducer is pure; `reading-store.ts` performs the effects. */
export interface ReadingState {
  readonly status:
    /** No view needs the rows yet. */
    | 'idle'
    /** The snapshot is large, and the user is asked how many rows to read. */
    | 'choosing'
    | 'reading'
    | 'paused'
    /** The user has cancelled the reading. The rows read stay available. */
    | 'cancelled'
    | 'done'
    /** The reading has failed. The rows read stay available unless the engine has failed. */
    | 'failed';
  readonly snapshotRows: number;
  /** The number of this start of the reading. Each start creates another table in the engine. */
  readonly run: number;
  readonly kind: ReadingKind | null;
  /** The number of rows to read; null until the pages are planned. */
  readonly plannedRows: number | null;
  readonly table: AnalysedTable | null;
  readonly readCount: number;
  /** The speed of reading; null until it is known. */
  readonly rowsPerS: number | null;
  readonly misfits: Readonly<Record<string, number>>;
  /** The failure of the calls that are being repeated, so that the next pages are late; null if none is repeated. */
  readonly retrying: ServiceFailure | null;
  readonly failure: ReadingFailure | null;
  /** Rows that are doubtful or wrong, found by comparing their keys. */
  readonly doubts: RowDoubts | null;
  /** What the views show of the rows read; null until there are rows. */
  readonly shown: ShownRows | null;
}

export type ReadingAction =
  /** Starts a new reading. `run` differs from those of all readings since the page was loaded. */
  | { readonly type: 'start'; readonly kind: ReadingKind; readonly run: number }
  /** Drops the rows read, and asks the user which rows to read. */
  | { readonly type: 'choose' }
  | { readonly type: 'release' }
  | { readonly type: 'planned'; readonly rowCount: number }
  | { readonly type: 'tableCreated'; readonly table: AnalysedTable }
  | {
      readonly type: 'pageAdded';
      readonly added: AddedPage;
      readonly atMs: number;
      readonly rowsPerS: number | null;
    }
  /** The keys of all rows have been compared. */
  | { readonly type: 'checked'; readonly found: RowsFound; readonly atMs: number }
  | { readonly type: 'retrying'; readonly failure: ServiceFailure | null }
  | { readonly type: 'pause' }
  /** Continues after the reading was paused or cancelled, or after a failure of the service. */
  | { readonly type: 'resume' }
  | { readonly type: 'cancel' }
  | { readonly type: 'fail'; readonly failure: ReadingFailure };

const SHOW_EVERY_MS = 2_000;
/** Each run has its own range of revisions. They must be unique on the page, because the figures of a view are cached by revision. */
const REVISIONS_PER_RUN = 1_000_000;

export function initialReading(snapshotRows: number): ReadingState {
  return {
    status: 'idle',
    snapshotRows,
    run: 0,
    kind: null,
    plannedRows: null,
    table: null,
    readCount: 0,
    rowsPerS: null,
    misfits: {},
    retrying: null,
    failure: null,
    doubts: null,
    shown: null,
  };
}

/** Returns the state after the action, or the same object when the action changes nothing. */
export function readingReducer(state: ReadingState, action: ReadingAction): ReadingState {
  switch (action.type) {
    case 'start':
      return {
        ...initialReading(state.snapshotRows),
        status: 'reading',
        kind: action.kind,
        run: action.run,
      };
    case 'choose':
      return { ...initialReading(state.snapshotRows), status: 'choosing', run: state.run };
    case 'release':
      return state.status === 'idle' ? state : { ...initialReading(state.snapshotRows), run: state.run };
    case 'planned':
      return { ...state, plannedRows: action.rowCount };
    case 'tableCreated':
      return { ...state, table: action.table };
    case 'pageAdded':
      return pageAdded({ ...state, rowsPerS: action.rowsPerS }, action.added, action.atMs);
    case 'checked':
      return checked(state, action.found, action.atMs);
    case 'retrying':
      return { ...state, retrying: action.failure };
    case 'pause':
      return state.status === 'reading' ? withStatus(state, 'paused') : state;
    case 'resume':
      return canResume(state) ? withStatus({ ...state, failure: null }, 'reading') : state;
    case 'cancel':
      return isUnderWay(state) ? withStatus({ ...state, retrying: null }, 'cancelled') : state;
    case 'fail':
      // The engine can also fail after everything is read.
      return isUnderWay(state) || (action.failure.kind === 'engine' && state.table !== null)
        ? failed(state, action.failure)
        : state;
  }
}

/** Returns which rows of the snapshot are in the engine. */
export function coverageOf(state: ReadingState): Coverage {
  const { status, kind, failure, doubts, snapshotRows: rowCount, readCount } = state;
  if (failure?.kind === 'mismatch' && failure.repeated !== null) {
    return { kind: 'inconsistent', readCount, rowCount, repeated: failure.repeated };
  }
  if (rowCount === 0 || (status === 'done' && readCount === rowCount))
    return { kind: 'all', rowCount, doubts };
  if (status === 'done' && kind === 'sample') return { kind: 'sample', readCount, rowCount, doubts };
  if (isChecking(state)) return { kind: 'part', readCount, rowCount, status: 'checking' };
  const isStopped = status !== 'reading' && status !== 'paused';
  return { kind: 'part', readCount, rowCount, status: isStopped ? 'stopped' : status };
}

/** Returns the remaining time of reading; null if the time is unknown or nothing is being read. */
export function timeLeftMs({
  status,
  plannedRows,
  readCount,
  rowsPerS,
  retrying,
}: ReadingState): number | null {
  if (readCount === plannedRows) return null;
  if (status !== 'reading' || plannedRows === null || rowsPerS === null || retrying !== null) return null;
  return ((plannedRows - readCount) * 1_000) / rowsPerS;
}

/** Whether the reading can continue without starting again. */
export function canResume({ status, failure }: ReadingState): boolean {
  if (status === 'paused' || status === 'cancelled') return true;
  return status === 'failed' && failure?.kind === 'service' && failure.failure.kind !== 'expired-snapshot';
}

export function isUnderWay({ status }: ReadingState): boolean {
  return status === 'reading' || status === 'paused';
}

/** Whether all planned rows are in the engine, but their keys are not compared yet. */
export function isChecking({ status, table, readCount, plannedRows }: ReadingState): boolean {
  return table !== null && readCount === plannedRows && status !== 'done' && status !== 'failed';
}

function pageAdded(state: ReadingState, added: AddedPage, atMs: number): ReadingState {
  const readCount = state.readCount + added.rowCount;
  const next: ReadingState = { ...state, readCount, misfits: added.misfits };
  // All rows are in the engine, so the keys are compared even if the reading was stopped meanwhile.
  if (readCount === state.plannedRows) {
    return { ...next, status: isUnderWay(state) ? state.status : 'reading', retrying: null, failure: null };
  }
  const isDue = state.shown === null || atMs - state.shown.atMs >= SHOW_EVERY_MS;
  // After a pause or a cancellation, pages that were requested before it still arrive and are shown.
  return isDue || next.status !== 'reading' ? shownAt(next, atMs) : next;
}

function checked(state: ReadingState, found: RowsFound, atMs: number): ReadingState {
  if (!isChecking(state)) return state;
  if (found.kind === 'sound') {
    return shownAt({ ...state, status: 'done', doubts: found.doubts, retrying: null }, atMs);
  }
  const failure = { kind: 'mismatch', mismatch: 'double-key', repeated: found.repeated } as const;
  return shownAt({ ...state, status: 'failed', failure, retrying: null }, atMs);
}

function failed(state: ReadingState, failure: ReadingFailure): ReadingState {
  // If the engine has failed, its rows are lost.
  const rest = failure.kind === 'engine' ? { ...initialReading(state.snapshotRows), run: state.run } : state;
  return withStatus({ ...rest, kind: state.kind, failure, retrying: null }, 'failed');
}

function withStatus(state: ReadingState, status: ReadingState['status']): ReadingState {
  const next = { ...state, status };
  // Rows whose keys are not compared yet do not update what is shown, just like rows that are still being read.
  return next.shown === null || isChecking(next) ? next : shownAt(next, next.shown.atMs);
}

function shownAt(state: ReadingState, atMs: number): ReadingState {
  const { shown, readCount, misfits } = state;
  const revision =
    shown === null ? state.run * REVISIONS_PER_RUN : shown.revision + (shown.readCount === readCount ? 0 : 1);
  return { ...state, shown: { revision, coverage: coverageOf(state), misfits, readCount, atMs } };
}
