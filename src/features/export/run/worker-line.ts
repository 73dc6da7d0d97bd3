import type { Clock } from '@/shared/http/clock';
import { backOffMs } from '@/shared/http/retry-policy';
import type { ExportFailure } from '../model/export-failure';
import type { ExportJob } from '../model/export-job';
import type { ExportOrder, ExportReport } from '../worker/export-messages';

/** The worker, as far as the page needs it. */
export interface ExportWorker {
  readonly send: (order: ExportOrder, transfer?: Transferable[]) => void;
  /** `onCrash`: it could not be started, or ended by itself. */
  readonly listen: (onReport: (report: ExportReport) => void, onCrash: () => void) => void;
  readonly terminate: () => void;
}

export interface WorkerLineParts {
  readonly startWorker: () => ExportWorker;
  readonly clock: Clock;
  readonly random: () => number;
  /** Never a fault that a new start may heal. */
  readonly onReport: (report: Exclude<ExportReport, { kind: 'ended' }>) => void;
  /** The worker does not come up, and another is to be started; false: it has come up. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

/** The line to an export's worker, whichever of several starts it is. */
export interface WorkerLine {
  readonly start: (job: ExportJob) => void;
  readonly send: (order: ExportOrder, transfer: Transferable[]) => void;
  /** Resolves when the worker has put its things in order and is gone. */
  readonly end: (kind: 'close' | 'discard') => Promise<void>;
}

/** How long the worker may take to clean up before it is ended all the same. */
const CLEAN_UP_MS = 10_000;
/** A minute and a half: longer than a computer takes to find its network again after sleep. */
const MAX_STARTS = 9;
const BACK_OFF = { baseMs: 1_000, capMs: 30_000 };

/**
 * Starts the worker, and starts it again when it does not get as far as taking pages: its code, and that of some
 * formats, is fetched only then, and the network may just be away. A failed fetch is remembered by the worker that
 * tried it, so it takes another one.
 */
export function createWorkerLine(parts: WorkerLineParts): WorkerLine {
  const { clock, random, onReport, onWaiting } = parts;
  let worker: ExportWorker | null = null;
  let job: ExportJob | null = null;
  let starts = 0;
  let hasBegun = false;
  let cancelRestart: () => void = () => undefined;
  let onEnded: (() => void) | null = null;
  launch();

  function launch(): void {
    const launched = parts.startWorker();
    worker = launched;
    starts += 1;
    launched.listen(
      (report) => {
        if (launched !== worker) return;
        if (report.kind === 'ended') return onEnded?.();
        if (report.kind === 'progress') begun();
        if (report.kind === 'failed' && report.failure.kind === 'fault') return onFault(report.failure);
        onReport(report);
      },
      () => {
        if (launched !== worker) return;
        worker = null;
        onEnded?.();
        onFault({ kind: 'fault', detail: 'worker' });
      },
    );
    if (job !== null) launched.send({ kind: 'start', job });
  }

  function begun(): void {
    if (!hasBegun && starts > 1) onWaiting(false);
    hasBegun = true;
  }

  function onFault(failure: ExportFailure): void {
    if (hasBegun || starts >= MAX_STARTS || onEnded !== null) {
      onReport({ kind: 'failed', failure });
      return;
    }
    onWaiting(true);
    // So that the next one can open the files.
    worker?.send({ kind: 'close' });
    cancelRestart = clock.after(backOffMs(starts - 1, random, BACK_OFF), () => {
      worker?.terminate();
      launch();
    });
  }

  return {
    start: (settled) => {
      job = settled;
      worker?.send({ kind: 'start', job });
    },
    send: (order, transfer) => worker?.send(order, transfer),
    end: async (kind) => {
      cancelRestart();
      const ending = worker;
      if (ending === null) return;
      await new Promise<void>((resolve) => {
        onEnded = resolve;
        clock.after(CLEAN_UP_MS, resolve);
        ending.send({ kind });
      });
      worker = null;
      ending.terminate();
    },
  };
}
