import { copyFailure } from '@/rows/kept-copies/copy-failure';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { createThroughputMeter } from '@/ui/http/throughput-meter';
import { UNKNOWN_RIGHTS, type Rights } from '@/session/rights/rights';
import { lockedColumns } from '../model/export-choices';
import { failureOfCopy, type ExportFailure, type RetryReason } from '../model/export-failure';
import { promisedRows, type ExportFormatKind, type ExportPlan } from '../model/export-job';
import type { ExportResult } from '../worker/export-run';
import type { RunExportEvents, RunningExport } from './run-export';

/** The state of an export for the screen. */
export interface ExportView {
  readonly id: string;
  readonly title: string;
  /** The key of the snapshot. */
  readonly cacheKey: string;
  readonly format: ExportFormatKind;
  readonly fileName: string;
  readonly rowsPromised: number;
  /** The name of a copy that is being kept; absent for an export. */
  readonly copyName?: string | undefined;
  readonly state:
    /** Waits for its turn, or was left unfinished by an earlier page load. */
    | { readonly status: 'queued' | 'interrupted' }
    | { readonly status: 'running' | 'paused'; readonly retryReason: RetryReason | null }
    | { readonly status: 'cancelling' }
    /** `hasSaveFailed`: the file is complete, but the download could not start. */
    | { readonly status: 'done'; readonly result: ExportResult; readonly hasSaveFailed: boolean }
    | { readonly status: 'kept'; readonly copy: KeptCopy }
    | { readonly status: 'failed'; readonly failure: ExportFailure };
  /** Rows written so far. */
  readonly rows: number;
  readonly bytes: number;
  readonly rowsPerS: number | null;
  /** All rows are written; their keys are being compared. */
  readonly isCheckingKeys: boolean;
}

export interface ExportQueuePorts {
  readonly run: (plan: ExportPlan, events: RunExportEvents) => RunningExport;
  /** Null if another tab runs the export. */
  readonly lock: (id: string) => Promise<{ readonly release: () => void } | null>;
  /** Stores the plan of a queued export for a later page load. Never rejects. */
  readonly stage: (plan: ExportPlan) => Promise<void>;
  readonly removeStaged: (id: string) => Promise<void>;
  /** Removes what only an unfinished export needs, so that no later page load resumes it. Never rejects. */
  readonly settleStaged: (id: string) => Promise<void>;
  /** `rowsPerS`: the throughput of an export towards its end. */
  readonly recordThroughput: (format: ExportFormatKind, rowsPerS: number) => void;
  /** Makes the file of a complete export a kept copy. Rejects with CopyError, or with the signal's reason. */
  readonly keep: (plan: ExportPlan, result: ExportResult, signal: AbortSignal) => Promise<KeptCopy>;
  /** Downloads the files. Resolves to false on failure, never rejects. */
  readonly save: (result: ExportResult) => Promise<boolean>;
  readonly nowMs: () => number;
}

/** Runs the exports of this page one at a time. An external store for React. */
export interface ExportQueue {
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the same array until something changes. */
  readonly getViews: () => readonly ExportView[];
  readonly add: (plan: ExportPlan) => void;
  /** Lists an export of an earlier page load, to be resumed on request. */
  readonly addInterrupted: (plan: ExportPlan) => void;
  /** Sets the current rights. Exports that need others are withheld. */
  readonly setRights: (rights: Rights) => void;
  readonly pause: (id: string) => void;
  /** Resumes an export that is paused, interrupted, or has failed temporarily. */
  readonly resume: (id: string) => void;
  /** Downloads the files of a complete export again. */
  readonly saveAgain: (id: string) => void;
  /** Skips the delay before the next retry. */
  readonly tryNow: (id: string) => void;
  /** Ends an export in any state, and removes its storage and its entry. */
  readonly remove: (id: string) => void;
  /** Whether closing the page would interrupt an export. */
  readonly isBusy: () => boolean;
  /** Ends all exports. `keep`: a later page load may resume them. */
  readonly dispose: (how: 'keep' | 'remove') => void;
}

interface Entry {
  plan: ExportPlan;
  readonly rate: ReturnType<typeof createThroughputMeter>;
  view: ExportView;
  running: RunningExport | null;
  /** Resolves when the export is locked and staged, or settled. Starting and removing wait for it. */
  ready: Promise<void>;
  lock: { readonly release: () => void } | null;
  /** While the file becomes a kept copy. */
  keeping: { readonly controller: AbortController; readonly done: Promise<void> } | null;
}

export function createExportQueue(ports: ExportQueuePorts): ExportQueue {
  const listeners = new Set<() => void>();
  let entries: Entry[] = [];
  let views: readonly ExportView[] = [];
  let rights = UNKNOWN_RIGHTS;

  function changed(): void {
    views = entries.map(({ view }) => view);
    for (const listener of listeners) listener();
  }

  function update(entry: Entry, changes: Partial<ExportView>): void {
    entry.view = { ...entry.view, ...changes };
    if (entries.includes(entry)) changed();
  }

  function insert(plan: ExportPlan, status: 'queued' | 'interrupted'): Entry {
    const view: ExportView = {
      id: plan.id,
      title: plan.priceColumn.displayName,
      copyName: plan.keep?.name,
      cacheKey: plan.snapshot.cacheKey,
      format: plan.format.kind,
      fileName: plan.fileName,
      rowsPromised: promisedRows(plan),
      state: { status },
      rows: 0,
      bytes: 0,
      rowsPerS: null,
      isCheckingKeys: false,
    };
    const entry: Entry = {
      plan,
      rate: createThroughputMeter(),
      view,
      running: null,
      ready: Promise.resolve(),
      lock: null,
      keeping: null,
    };
    entries = [...entries, entry];
    changed();
    return entry;
  }

  async function prepare(entry: Entry): Promise<void> {
    // Lock first: other tabs take a staged export without a lock for abandoned.
    entry.lock = await ports.lock(entry.view.id);
    await ports.stage(entry.plan);
  }

  function isUnderWay(entry: Entry): boolean {
    const { status } = entry.view.state;
    return (status === 'running' || status === 'paused') && entries.includes(entry);
  }

  /** Starts the next queued export unless an export is running. A paused export does not count as running. */
  function advance(): void {
    const isBusy = entries.some(({ view: { state } }) => state.status === 'running');
    const next = entries.find(({ view: { state } }) => state.status === 'queued');
    if (!isBusy && next !== undefined) void begin(next);
  }

  async function begin(entry: Entry): Promise<void> {
    update(entry, { state: { status: 'running', retryReason: null } });
    await entry.ready;
    await entry.running?.leave();
    entry.running = null;
    entry.lock ??= await ports.lock(entry.view.id);
    if (entry.lock === null) {
      dropEntry(entry);
      return;
    }
    if (entry.view.state.status !== 'running' || !entries.includes(entry) || failIfLocked(entry)) return;
    entry.rate.restart();
    entry.running = ports.run(entry.plan, {
      onPlanned: (job) => {
        entry.plan = job;
      },
      onProgress: ({ rows, bytes, isCheckingKeys }) => {
        update(entry, { rows, bytes, isCheckingKeys, rowsPerS: entry.rate.add(ports.nowMs(), rows) });
      },
      onRetrying: (retryReason) => {
        const { status } = entry.view.state;
        if (status === 'running' || status === 'paused') update(entry, { state: { status, retryReason } });
      },
      onDone: (result) => {
        // It may have been cancelled, or the account signed out, in the meantime.
        if (!isUnderWay(entry) || failIfLocked(entry)) return;
        const { rowsPerS, format } = entry.view;
        if (rowsPerS !== null) ports.recordThroughput(format, rowsPerS);
        if (entry.plan.keep === undefined) {
          void save(entry, result);
          entry.ready = settle(entry);
          advance();
        } else {
          const controller = new AbortController();
          entry.keeping = { controller, done: keep(entry, result, controller.signal) };
        }
      },
      onFailed: (failure) => {
        if (isUnderWay(entry)) fail(entry, failure);
      },
    });
  }

  async function save(entry: Entry, result: ExportResult): Promise<void> {
    update(entry, { state: { status: 'done', result, hasSaveFailed: false } });
    const isSaved = await ports.save(result);
    // Dismissing the export in the meantime removes its files.
    if (!isSaved && entry.view.state.status === 'done') {
      update(entry, { state: { status: 'done', result, hasSaveFailed: true } });
    }
  }

  async function keep(entry: Entry, result: ExportResult, signal: AbortSignal): Promise<void> {
    try {
      const copy = await ports.keep(entry.plan, result, signal);
      entry.ready = discard(entry);
      if (!signal.aborted) update(entry, { state: { status: 'kept', copy } });
      advance();
    } catch (error) {
      if (!signal.aborted) fail(entry, failureOfCopy(copyFailure(error)));
    }
  }

  function fail(entry: Entry, failure: ExportFailure): void {
    update(entry, { state: { status: 'failed', failure } });
    // Only an export that may still complete keeps its storage.
    if (!isWorthResuming(failure)) void discard(entry);
    advance();
  }

  /** Fails an export with a column that may no longer be viewed. Returns whether it did. */
  function failIfLocked(entry: Entry): boolean {
    const columns = lockedColumns(entry.plan, rights);
    if (columns.length === 0) return false;
    entry.keeping?.controller.abort();
    fail(entry, { kind: 'locked-columns', columns });
    return true;
  }

  /** Ends the worker and removes the stored pages. The files stay until the export is dismissed. */
  async function settle(entry: Entry): Promise<void> {
    await entry.running?.leave();
    entry.running = null;
    await ports.settleStaged(entry.view.id);
  }

  /** Removes the entry from the list. */
  function dropEntry(entry: Entry): void {
    entries = entries.filter((other) => other !== entry);
    entry.lock?.release();
    entry.lock = null;
    changed();
    advance();
  }

  /** Ends the run and removes its storage, including the plan of an export that has not started. */
  async function discard(entry: Entry): Promise<void> {
    await entry.running?.discard();
    entry.running = null;
    entry.lock ??= await ports.lock(entry.view.id);
    // Another tab may have resumed the same unfinished export.
    if (entry.lock !== null) await ports.removeStaged(entry.view.id);
  }

  async function stopKeeping(entry: Entry): Promise<void> {
    entry.keeping?.controller.abort();
    await entry.keeping?.done;
  }

  async function removeEntry(entry: Entry): Promise<void> {
    update(entry, { state: { status: 'cancelling' } });
    await stopKeeping(entry);
    await entry.ready;
    await discard(entry);
    dropEntry(entry);
  }

  async function releaseEntry(entry: Entry, how: 'keep' | 'remove'): Promise<void> {
    await stopKeeping(entry);
    await entry.ready;
    if (how === 'keep') await entry.running?.leave();
    else await discard(entry);
    entry.lock?.release();
  }

  function withEntry(id: string, act: (entry: Entry) => void): void {
    const entry = entries.find(({ view }) => view.id === id);
    if (entry !== undefined) act(entry);
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getViews: () => views,
    add: (plan) => {
      const entry = insert(plan, 'queued');
      entry.ready = prepare(entry);
      advance();
    },
    addInterrupted: (plan) => {
      insert(plan, 'interrupted');
    },
    setRights: (held) => {
      rights = held;
      for (const entry of entries) {
        if (isUnderWay(entry)) failIfLocked(entry);
      }
    },
    pause: (id) => {
      withEntry(id, (entry) => {
        if (entry.view.state.status !== 'running' || entry.running === null) return;
        entry.running.pause();
        update(entry, { state: { ...entry.view.state, status: 'paused' }, rowsPerS: null });
        advance();
      });
    },
    resume: (id) => {
      withEntry(id, (entry) => {
        const { state } = entry.view;
        if (state.status === 'paused') {
          entry.rate.restart();
          update(entry, { state: { ...state, status: 'running' } });
          entry.running?.resume();
        } else if (state.status === 'interrupted' || state.status === 'failed') {
          update(entry, { state: { status: 'queued' } });
          advance();
        }
      });
    },
    saveAgain: (id) => {
      withEntry(id, (entry) => {
        const { state } = entry.view;
        if (state.status === 'done') void save(entry, state.result);
      });
    },
    tryNow: (id) => {
      withEntry(id, (entry) => {
        entry.running?.tryNow();
      });
    },
    remove: (id) => {
      withEntry(id, (entry) => {
        if (entry.view.state.status !== 'cancelling') void removeEntry(entry);
      });
    },
    isBusy: () =>
      entries.some(({ view: { state } }) => ['running', 'paused', 'queued'].includes(state.status)),
    dispose: (how) => {
      for (const entry of entries) {
        void releaseEntry(entry, how);
      }
      entries = [];
      changed();
    },
  };
}

/** Whether a later attempt could complete the export from the same snapshot. */
export function isWorthResuming(failure: ExportFailure): boolean {
  if (failure.kind === 'no-space' || failure.kind === 'not-loaded') return true;
  // A worker that ran out of memory may succeed the next time. Never retried automatically.
  if (failure.kind === 'fault') return true;
  if (failure.kind !== 'service') return false;
  const { kind } = failure.failure;
  return kind !== 'expired-snapshot' && kind !== 'malformed' && kind !== 'oversized' && kind !== 'forbidden';
}
