import { PageMismatchError } from '@/contract/page-mismatch';
import { choosePageSize, PAGE_SIZES } from '@/ui/http/choose-page-size';
import { wait, type Clock } from '@/lib/base/clock';
import { createPageReader, type PageReader } from '@/ui/http/page-reader';
import { createRetryUntilDone } from '@/ui/http/retry-until-done';
import { requestIdsOfBody } from '@/ui/http/request-id';
import { ServiceError, withRequestIds } from '@/ui/http/service-error';
import { createThroughputMeter } from '@/ui/http/throughput-meter';
import { createListeners } from '@/lib/base/listeners';
import { EngineError, type AnalysisEngine } from '../engine/analysis-engine';
import { engineOf, type EngineCall, type EngineConnection } from '../engine/engine-connection';
import type { AddedPage, PageRows, TableRequest } from '../engine/engine-messages';
import { sharedConnection } from '../engine/shared-connection';
import type { AnalysedTable } from '../engine/analysed-table';
import type { RowDoubts } from './rows-read';
import type { RowIdentity } from '../../snapshot/row-identity';
import { checkRows } from './check-rows';
import type { MeasuredRows } from './forecast';
import { pageSizesFor, planReading, type ReadingKind, type ReadingPlan } from './reading-plan';
import {
  initialReading,
  isChecking,
  isUnderWay,
  readingReducer,
  type ReadingAction,
  type ReadingFailure,
  type ReadingState,
} from './reading-state';

/** The effects of a store, passed in so that tests can replace them. */
export interface ReadingPorts {
  readonly connect: () => EngineConnection;
  readonly tableRequest: () => Omit<TableRequest, 'pageSize'>;
  readonly rowIdentity: () => RowIdentity;
  /** `page` is 1-based. Rejects with ServiceError. */
  readonly fetchPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<PageRows>;
  /** Rows per page for a source that provides pages of any size, when all rows are read; absent for a service, which limits the size. */
  readonly pageRows?: number | undefined;
  /** Returns whether all rows may be read without asking. */
  readonly mayReadAll: () => boolean;
  readonly budgetBytes: number;
  /** Whether the person is doing something that must stay smooth. */
  readonly isPersonActive: () => boolean;
  /** Called with the memory per row, once enough rows are read. */
  readonly onMeasured: (measured: MeasuredRows) => void;
  /** Called with doubtful or wrong rows, once the keys are compared. */
  readonly onDoubts: (doubts: RowDoubts) => void;
  /** No further row of the snapshot can be loaded or trusted. */
  readonly onSnapshotLost: (error: unknown) => void;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Holds the state of a reading and performs the effects of its changes. An external store for React. */
export interface ReadingStore {
  readonly getState: () => ReadingState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The engine of the table in the state; rejects every call if there is none. */
  readonly engine: AnalysisEngine;
  /** Connects another reading to this engine, to query both tables. Ending it only drops its own table. */
  readonly share: () => EngineConnection;
  /** Tells that a view needs rows: reads them, unless they are read already or the person has to choose. */
  readonly need: () => void;
  readonly start: (kind: ReadingKind) => void;
  readonly choose: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
  /** Skips the current delays of retried calls. */
  readonly tryNow: () => void;
  /** Releases the rows and ends the worker. */
  readonly release: () => void;
}

/** A reading that was started: a worker with one table, and the pages to read. */
interface Run {
  readonly connection: EngineConnection;
  readonly controller: AbortController;
  plan: ReadingPlan | null;
  isPlanning: boolean;
  table: Promise<AnalysedTable> | null;
  /** Pages that are not in the engine. */
  readonly missing: Set<number>;
  reader: PageReader | null;
}

/** A longer rest has no use: while a slow service prepares a page, the processor is idle anyway. */
const LONGEST_REST_MS = 400;
/** A measurement of fewer rows would say little. */
const MEASURED_ROWS = 100_000;

/** The largest page of a service. */
const MOST_USUAL_ROWS = Math.max(...PAGE_SIZES);
/** The engine inserts one, while the next arrives. */
const LARGE_PAGES_AT_ONCE = 2;

let lastRun = 0;

export function createReadingStore(snapshotRows: number, ports: ReadingPorts): ReadingStore {
  let state = initialReading(snapshotRows);
  let current: Run | null = null;
  let lastKind: ReadingKind | null = null;
  let meter = createThroughputMeter();
  let firstMemoryBytes = 0;
  const listeners = createListeners();
  const { retryUntilDone, tryNow } = createRetryUntilDone({
    ...ports,
    onRetrying: (failure) => dispatch({ type: 'retrying', failure }),
  });

  function dispatch(action: ReadingAction): void {
    const before = state;
    state = readingReducer(before, action);
    if (state === before) return;
    listeners.notify();
    follow(before, state);
  }

  function follow(before: ReadingState, after: ReadingState): void {
    if (after.run !== before.run || after.status === 'idle' || after.status === 'choosing') end();
    if (after.run !== before.run) return begin();
    if (after.status === before.status || current === null) return;
    switch (after.status) {
      case 'paused':
        return current.reader?.pause();
      case 'reading':
        return isChecking(after) ? undefined : proceed(current);
      case 'failed':
        // The rows in the engine stay usable unless the engine itself has failed.
        if (after.failure?.kind === 'engine') return end();
        return stopPages(current);
      case 'cancelled':
      case 'done':
        return stopPages(current);
      case 'idle':
      case 'choosing':
    }
  }

  function end(): void {
    const ended = current;
    current = null;
    ended?.controller.abort();
    ended?.reader?.stop();
    ended?.connection.terminate();
  }

  function stopPages(run: Run): void {
    run.reader?.stop();
    run.reader = null;
  }

  function begin(): void {
    const run: Run = {
      connection: ports.connect(),
      controller: new AbortController(),
      plan: null,
      isPlanning: false,
      table: null,
      missing: new Set(),
      reader: null,
    };
    current = run;
    // Loads in parallel with the first page, which takes as long. A failure is reported before any row is read.
    run.connection.open(run.controller.signal).catch((error: unknown) => fail(run, error));
    proceed(run);
  }

  /** Continues a run in any of its phases. */
  function proceed(run: Run): void {
    // The measured speed must not include a pause.
    meter.restart();
    if (run.reader !== null) run.reader.resume();
    else if (run.plan !== null) readPages(run, run.plan);
    else if (!run.isPlanning) void plan(run);
  }

  /** Determines the page size while reading the first page. */
  async function plan(run: Run): Promise<void> {
    const kind = state.kind ?? 'all';
    const { signal } = run.controller;
    run.isPlanning = true;
    try {
      const { pageSize, response } = await retryUntilDone(
        () =>
          choosePageSize(
            (size) => ports.fetchPage(planReading(kind, snapshotRows, size).pages[0] ?? 1, size, signal),
            ports.clock.nowMs,
            kind === 'all' && ports.pageRows !== undefined
              ? [ports.pageRows]
              : pageSizesFor(kind, snapshotRows),
          ),
        signal,
      );
      if (run !== current) return;
      const planned = planReading(kind, snapshotRows, pageSize);
      run.plan = planned;
      for (const page of planned.pages) run.missing.add(page);
      dispatch({ type: 'planned', rowCount: planned.rowCount });
      run.table = run.connection.createTable({ ...ports.tableRequest(), pageSize }, signal);
      const [first = 1] = planned.pages;
      run.missing.delete(first);
      void add(run, response, first, () => undefined);
      // If the reading was cancelled or paused meanwhile, resuming it reads the pages.
      if (state.status === 'reading') readPages(run, planned);
    } catch (error) {
      fail(run, error);
    } finally {
      run.isPlanning = false;
    }
  }

  function readPages(run: Run, { pageSize }: ReadingPlan): void {
    const pages = [...run.missing];
    const requestedAtMs = new Map<number, number>();
    let receivedCount = 0;
    const reader = createPageReader(
      { count: pages.length, pageAt: (index) => pages[index] ?? 1, order: 'arrival' },
      {
        fetchPage: (page, signal) => {
          requestedAtMs.set(page, ports.clock.nowMs());
          return retryUntilDone(() => ports.fetchPage(page, pageSize, signal), signal);
        },
        deliver: (response, page) => {
          run.missing.delete(page);
          void add(run, response, page, async () => {
            await rest(ports.clock.nowMs() - (requestedAtMs.get(page) ?? 0), run.controller.signal);
            receivedCount += 1;
            reader.received(receivedCount);
          });
        },
        onFailed: (error) => fail(run, error),
        isHeldBack: ports.isPersonActive,
        ...(pageSize > MOST_USUAL_ROWS && { windowPages: LARGE_PAGES_AT_ONCE }),
      },
    );
    run.reader = reader;
  }

  /** While the person is active, rests for as long as the page took, so that reading takes at most half of the time. */
  async function rest(tookMs: number, signal: AbortSignal): Promise<void> {
    if (!ports.isPersonActive()) return;
    await wait(ports.clock, Math.min(tookMs, LONGEST_REST_MS), signal).catch(() => undefined);
  }

  async function add(
    run: Run,
    response: PageRows,
    page: number,
    onAdded: () => void | Promise<void>,
  ): Promise<void> {
    try {
      const table = await run.table;
      if (run !== current || table === null) return;
      if (state.table === null) dispatch({ type: 'tableCreated', table });
      const added = await run.connection.addPage(table, page, response);
      if (run !== current) return;
      const rowsPerS = measure(added);
      dispatch({ type: 'pageAdded', added, atMs: ports.clock.nowMs(), rowsPerS });
      if (isChecking(state)) void check(run, table);
      else if (added.memoryBytes > ports.budgetBytes)
        dispatch({ type: 'fail', failure: { kind: 'memory', budgetBytes: ports.budgetBytes } });
      await onAdded();
    } catch (error) {
      run.missing.add(page);
      fail(run, withRequestOf(response, error));
    }
  }

  /** Compares the keys of the rows. Before this, the rows never count as complete. */
  async function check(run: Run, table: AnalysedTable): Promise<void> {
    const { readCount, misfits } = state;
    // A service may have repeated one of its own pages, even in rows that were read in larger ones.
    const pageSize = Math.min(run.plan?.pageSize ?? 1, MOST_USUAL_ROWS);
    const identity = ports.rowIdentity();
    const rows = { table, identity, readCount, snapshotRows, pageSize, misfits };
    try {
      const found = await checkRows(run.connection, rows, run.controller.signal);
      if (run !== current) return;
      if (found.kind === 'repeated') {
        ports.onSnapshotLost(new PageMismatchError('double-key', found.repeated));
      } else if (found.doubts !== null) {
        ports.onDoubts(found.doubts);
      }
      dispatch({ type: 'checked', found, atMs: ports.clock.nowMs() });
    } catch (error) {
      fail(run, error);
    }
  }

  /** Reports the memory per row, from the growth since the first page, and returns the speed of reading. */
  function measure({ rowCount, memoryBytes }: AddedPage): number | null {
    if (state.readCount === 0) {
      meter = createThroughputMeter();
      firstMemoryBytes = memoryBytes;
    }
    const readCount = state.readCount + rowCount;
    const rowsPerS = meter.add(ports.clock.nowMs(), readCount);
    if (readCount >= MEASURED_ROWS && rowsPerS !== null) {
      ports.onMeasured({ rowCount: readCount, bytes: memoryBytes - firstMemoryBytes, rowsPerS });
    }
    return rowsPerS;
  }

  function fail(run: Run, error: unknown): void {
    if (run !== current || run.controller.signal.aborted) return;
    const failure = readingFailure(error);
    if (failure === null) return;
    const isLost =
      failure.kind === 'mismatch' ||
      (failure.kind === 'service' && failure.failure.kind === 'expired-snapshot');
    if (isLost && isUnderWay(state)) ports.onSnapshotLost(error);
    dispatch({ type: 'fail', failure });
  }

  const call: EngineCall = async (command, options) => {
    const run = current;
    if (run === null) throw new DOMException('The rows are gone.', 'AbortError');
    try {
      return await run.connection.call(command, options);
    } catch (error) {
      failIfGone(run, error);
      throw error;
    }
  };

  /** Stops the run if the engine has ended; otherwise a failed query concerns only its caller. */
  function failIfGone(run: Run, error: unknown): void {
    if (error instanceof EngineError && error.failure.kind === 'ended') fail(run, error);
  }

  function start(kind: ReadingKind): void {
    lastKind = kind;
    lastRun += 1;
    dispatch({ type: 'start', kind, run: lastRun });
  }

  return {
    getState: () => state,
    subscribe: listeners.subscribe,
    engine: engineOf(call),
    share: () => {
      const run = current;
      if (run !== null) return sharedConnection(run.connection, (error) => failIfGone(run, error));
      const gone = ports.connect();
      gone.terminate();
      return gone;
    },
    need: () => {
      if (state.status !== 'idle') return;
      if (lastKind !== null) start(lastKind);
      else if (ports.mayReadAll()) start('all');
      else dispatch({ type: 'choose' });
    },
    start,
    choose: () => {
      lastKind = null;
      dispatch({ type: 'choose' });
    },
    pause: () => dispatch({ type: 'pause' }),
    resume: () => dispatch({ type: 'resume' }),
    cancel: () => dispatch({ type: 'cancel' }),
    tryNow,
    release: () => dispatch({ type: 'release' }),
  };
}

/** If the engine's worker finds a failure in a page, the error must name the page's request. */
function withRequestOf(response: PageRows, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  return new ServiceError(withRequestIds(error.failure, requestIdsOfBody(response)), error.status);
}

/** Returns null for a cancellation. */
function readingFailure(error: unknown): ReadingFailure | null {
  if (error instanceof PageMismatchError) {
    return { kind: 'mismatch', mismatch: error.mismatch, repeated: error.repeated, page: error.page };
  }
  if (error instanceof EngineError) return { kind: 'engine', failure: error.failure };
  if (error instanceof ServiceError) {
    return error.failure.kind === 'cancelled' ? null : { kind: 'service', failure: error.failure };
  }
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  const detail = error instanceof Error ? error.name : 'unknown';
  return { kind: 'engine', failure: { kind: 'query-failed', detail } };
}
