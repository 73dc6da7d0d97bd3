import { copyFailure } from '@/rows/kept-copies/copy-failure';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { createThroughputMeter } from '@/ui/http/throughput-meter';
import { failureOfCopy } from '../model/export-failure';
import type { ExportFormatKind, ExportPlan } from '../model/export-job';
import type { ExportResult } from '../worker/export-run';
import type { ExportReport } from './export-machine';
import type { RunExportEvents, RunningExport } from './run-export';

export interface ExportQueuePorts {
  readonly run: (plan: ExportPlan, events: RunExportEvents) => RunningExport;
  /** Locks an export for this tab. Resolves to null if another tab runs the export. */
  readonly lock: (id: string) => Promise<{ readonly release: () => void } | null>;
  /** Stores the plan of a queued export, so that a later page load can resume it. Never rejects. */
  readonly stage: (plan: ExportPlan) => Promise<void>;
  readonly removeStaged: (id: string) => Promise<void>;
  /** Removes the data that only an unfinished export needs, so that no later page load resumes it. Never rejects. */
  readonly settleStaged: (id: string) => Promise<void>;
  /** Records the throughput of an export that is nearly complete, in rows per second. */
  readonly recordThroughput: (format: ExportFormatKind, rowsPerS: number) => void;
  /** Turns the file of a complete export into a kept copy. Rejects with CopyError, or with the signal's reason. */
  readonly keep: (plan: ExportPlan, result: ExportResult, signal: AbortSignal) => Promise<KeptCopy>;
  /** Downloads the files. Resolves to false on failure and never rejects. */
  readonly save: (result: ExportResult) => Promise<boolean>;
  readonly nowMs: () => number;
}

/** The resources of one export: its lock, its run, and the copy that it writes. */
export type ExportResources = ReturnType<typeof createExportResources>;

/** Executes the effects of one export, without decisions. `report` passes events to the state machine. */
export function createExportResources(
  id: string,
  ports: ExportQueuePorts,
  report: (event: ExportReport) => void,
) {
  const rate = createThroughputMeter();
  let running: RunningExport | null = null;
  /** Resolves when the export is locked and staged, or its storage is cleaned up. Starting and removing wait for this promise. */
  let ready: Promise<void> = Promise.resolve();
  let lock: { readonly release: () => void } | null = null;
  /** Set while the file becomes a kept copy. */
  let keeping: { readonly controller: AbortController; readonly done: Promise<void> } | null = null;

  async function prepare(plan: ExportPlan): Promise<void> {
    // The lock comes first, because other tabs consider a staged export without a lock abandoned.
    lock = await ports.lock(id);
    await ports.stage(plan);
  }

  async function start(): Promise<void> {
    await ready;
    await running?.leave();
    running = null;
    lock ??= await ports.lock(id);
    report({ type: lock === null ? 'taken' : 'ready' });
  }

  function run(plan: ExportPlan): void {
    rate.restart();
    running = ports.run(plan, {
      onPlanned: (job) => report({ type: 'planned', plan: job }),
      onProgress: (progress) =>
        report({ type: 'progress', progress, rowsPerS: rate.add(ports.nowMs(), progress.rows) }),
      onRetrying: (retryReason) => report({ type: 'retrying', retryReason }),
      onDone: (result) => report({ type: 'written', result }),
      onFailed: (failure) => report({ type: 'failed', failure }),
    });
  }

  async function keep(plan: ExportPlan, result: ExportResult, signal: AbortSignal): Promise<void> {
    try {
      const copy = await ports.keep(plan, result, signal);
      ready = discard();
      if (!signal.aborted) report({ type: 'kept', copy });
    } catch (error) {
      if (!signal.aborted) report({ type: 'failed', failure: failureOfCopy(copyFailure(error)) });
    }
  }

  /** Ends the worker and removes the stored pages. The files remain until the user dismisses the export. */
  async function settle(): Promise<void> {
    await running?.leave();
    running = null;
    await ports.settleStaged(id);
  }

  /** Ends the run and removes its stored data, including the plan if the export has not started. */
  async function discard(): Promise<void> {
    await running?.discard();
    running = null;
    lock ??= await ports.lock(id);
    // Another tab may have resumed the same unfinished export. If it holds the lock, nothing is removed.
    if (lock !== null) await ports.removeStaged(id);
  }

  async function idle(): Promise<void> {
    keeping?.controller.abort();
    await keeping?.done;
    await ready;
  }

  function unlock(): void {
    lock?.release();
    lock = null;
  }

  return {
    prepare: (plan: ExportPlan): void => {
      ready = prepare(plan);
    },
    start: (): void => {
      ready = start();
    },
    run,
    pause: () => running?.pause(),
    resume: () => {
      rate.restart();
      running?.resume();
    },
    tryNow: () => running?.tryNow(),
    save: async (result: ExportResult): Promise<void> => {
      if (!(await ports.save(result))) report({ type: 'save-failed' });
    },
    settle: (): void => {
      ready = settle();
    },
    keep: (plan: ExportPlan, result: ExportResult): void => {
      const controller = new AbortController();
      keeping = { controller, done: keep(plan, result, controller.signal) };
    },
    stopKeeping: () => keeping?.controller.abort(),
    discard,
    remove: async (): Promise<void> => {
      await idle();
      await discard();
      report({ type: 'removed' });
    },
    unlock,
    /** Releases everything when the queue ends. With `keep`, a later page load can resume the export. */
    release: async (how: 'keep' | 'remove'): Promise<void> => {
      await idle();
      await (how === 'keep' ? running?.leave() : discard());
      unlock();
    },
  };
}
