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
import type { RowIdentity } from '../snapshot/row-identity';
import { checkRows, NO_DOUBTS, type RowsFound } from './check-rows';
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

/** The functions and settings that a store needs from outside. They are parameters so that tests can replace them. */
export interface ReadingPorts {
  readonly connect: () => EngineConnection;
  readonly tableRequest: () => Omit<TableRequest, 'pageSize'>;
  readonly rowIdentity: () => RowIdentity;
  /** Requests a page; the first one is 1. Rejects with ServiceError. */
  readonly fetchPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<PageRows>;
  /** The rows per page when all rows are read from a source with pages of any size; absent for a service, which limits the size. */
  readonly pageRows?: number | undefined;
  /** The most rows of a page of the service; 10,000 by default. */
  readonly maxPageSize?: () => number;
  /** Whether all rows may be read without asking the user. */
  readonly mayReadAll: () => boolean;
  /** Whether rows may move between pages while they are read, because there is no stable snapshot. */
  readonly mayRowsMove?: boolean | undefined;
  readonly budgetBytes: number;
  /** Whether the user is doing something that must stay smooth, such as scrolling. */
  readonly isPersonActive: () => boolean;
  /** Called with the memory that the rows take, once enough rows are read. */
  readonly onMeasured: (measured: MeasuredRows) => void;
  /** Called with doubtful or wrong rows after the keys were compared. */
  readonly onDoubts: (doubts: RowDoubts) => void;
  /** Called if no further row of the snapshot can be loaded or trusted. */
  readonly onSnapshotLost: (error: unknown) => void;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Holds the state of a reading and performs the effects of its changes. React subscribes to it as an external store. */
export interface ReadingStore {
  readonly getState: () => ReadingState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The engine with the table of the state. It rejects every call if there is no table. */
  readonly engine: AnalysisEngine;
  /** Connects another reading to this engine, so that both tables can be queried. Closing that connection only drops its own table. */
  readonly share: () => EngineConnection;
  /** Called when a view needs rows. Starts reading, unless the rows are read already or the user has to choose how many. */
  readonly need: () => void;
  readonly start: (kind: ReadingKind) => void;
  readonly choose: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
  /** Ends the current delays before calls are repeated. */
  readonly tryNow: () => void;
  /** Drops the rows and ends the engine's worker. */
  readonly release: () => void;
}

/** A reading that was started: its engine with one table, and the pages to read. */
interface Run {
  readonly connection: EngineConnection;
  readonly controller: AbortController;
  plan: ReadingPlan | null;
  isPlanning: boolean;
  table: Promise<AnalysedTable> | null;
  /** The pages that are not in the engine yet. */
  readonly missing: Set<number>;
  reader: PageReader | null;
}

/** A longer rest would not help: while a slow service prepares a page, the processor is idle anyway. */
const LONGEST_REST_MS = 400;
/** The number of rows from which on memory and speed are measured. Fewer rows would say little. */
const MEASURED_ROWS = 100_000;

/** The number of rows in the largest page of a service. */
const MOST_USUAL_ROWS = Math.max(...PAGE_SIZES);
/** With pages larger than those of a service, two are requested at once: the engine inserts one while the other arrives. */
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
        // Rows in the engine stay usable unless the engine itself has failed.
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
    // The engine loads in parallel with the first page, which takes as long. Its failure is reported before any row is read.
    run.connection.open(run.controller.signal).catch((error: unknown) => fail(run, error));
    proceed(run);
  }

  /** Continues a run from whichever phase it is in. */
  function proceed(run: Run): void {
    // The measurement of speed starts again, because it must not include a pause.
    meter.restart();
    if (run.reader !== null) run.reader.resume();
    else if (run.plan !== null) readPages(run, run.plan);
    else if (!run.isPlanning) void plan(run);
  }

  /** Determines the page size by requesting the first page. */
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
              : pageSizesFor(kind, snapshotRows, ports.maxPageSize?.()),
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
      // If the reading was paused or cancelled meanwhile, the other pages are requested when it resumes.
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

  /** While the user is active, rests for as long as the page took, so that reading takes at most half of the time. */
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

  /** Compares the keys of the rows. Until this has succeeded, the rows never count as complete. */
  async function check(run: Run, table: AnalysedTable): Promise<void> {
    const { readCount, misfits } = state;
    // The pages are compared at the size of the service's own pages, because rows that were read in larger parts may contain repeated ones.
    const pageSize = Math.min(run.plan?.pageSize ?? 1, MOST_USUAL_ROWS);
    const identity = ports.rowIdentity();
    const rows = { table, identity, readCount, snapshotRows, pageSize, misfits };
    try {
      const checked = await checkRows(run.connection, rows, run.controller.signal);
      const found = ports.mayRowsMove === true ? withoutStability(checked) : checked;
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

  /** Reports the memory of the rows, from its growth since the first page, and returns the speed of reading. */
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

  /** Stops the run if the engine has ended. Any other failure of a query concerns only the caller of that query. */
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

/** Notes that rows may have moved between pages while they were read, so that the rows never count as complete. */
function withoutStability(found: RowsFound): RowsFound {
  return found.kind === 'repeated'
    ? { ...found, repeated: { ...found.repeated, haveMoved: true } }
    : { ...found, doubts: { ...(found.doubts ?? NO_DOUBTS), mayHaveMoved: true } };
}

/** Adds the ids of the page's requests to an error, because the engine's worker does not know them when it finds a failure in the page. */
function withRequestOf(response: PageRows, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  return new ServiceError(withRequestIds(error.failure, requestIdsOfBody(response)), error.status);
}

/** Returns the failure that an error means for the reading; null if a call was cancelled. */
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
