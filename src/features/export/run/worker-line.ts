import type { Clock } from '@/shared/http/clock';
import { backOffMs } from '@/shared/http/retry-policy';
import type { ExportJob } from '../model/export-job';
import type { ExportOrder, ExportReport } from '../worker/export-messages';

/** The worker, as far as the page needs it. */
export interface ExportWorker {
  readonly send: (order: ExportOrder, transfer?: Transferable[]) => void;
  readonly listen: (
    onReport: (report: ExportReport) => void,
    /** It could not be started (`not-loaded`), or an error that nobody caught ended it (`fault`). */
    onCrash: (reason: 'not-loaded' | 'fault') => void,
  ) => void;
  readonly terminate: () => void;
}

export interface WorkerLineParts {
  readonly startWorker: () => ExportWorker;
  readonly clock: Clock;
  readonly random: () => number;
  /** Whether the files of this page's version are gone: then no start can help. */
  readonly isVersionGone: () => Promise<boolean>;
  /** Never `not-loaded` while a new start may still help. */
  readonly onReport: (report: Exclude<ExportReport, { kind: 'ended' }>) => void;
  /** The worker's code cannot be fetched, and another is to be started; false: it has come up. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

/** The line to an export's worker, whichever of several starts it is. */
export interface WorkerLine {
  readonly start: (job: ExportJob, key: CryptoKey | null) => void;
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
 * Starts the worker, and starts it again when its code cannot be fetched: that, and the code of some formats, is
 * fetched only then, and the network may just be away. A failed fetch is remembered by the worker that tried it, so it
 * takes another one. A worker that fails in any other way would fail again, so it is not started again.
 */
export function createWorkerLine(parts: WorkerLineParts): WorkerLine {
  const { clock, random, onReport, onWaiting } = parts;
  let worker: ExportWorker | null = null;
  let begin: Extract<ExportOrder, { kind: 'start' }> | null = null;
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
        if (report.kind === 'failed' && report.failure.kind === 'not-loaded') return onNotLoaded();
        onReport(report);
      },
      (reason) => {
        if (launched !== worker) return;
        worker = null;
        onEnded?.();
        if (reason === 'not-loaded') return onNotLoaded();
        onReport({ kind: 'failed', failure: { kind: 'fault', detail: 'worker' } });
      },
    );
    if (begin !== null) launched.send(begin);
  }

  function begun(): void {
    if (!hasBegun && starts > 1) onWaiting(false);
    hasBegun = true;
  }

  function onNotLoaded(): void {
    const giveUp = () => onReport({ kind: 'failed', failure: { kind: 'not-loaded' } });
    if (hasBegun || starts >= MAX_STARTS || onEnded !== null) {
      giveUp();
      return;
    }
    onWaiting(true);
    void stopIfVersionIsGone(starts, giveUp);
    // So that the next one can open the files.
    worker?.send({ kind: 'close' });
    cancelRestart = clock.after(backOffMs(starts - 1, random, BACK_OFF), () => {
      worker?.terminate();
      launch();
    });
  }

  /** Before the next start: another worker would look for the same files. */
  async function stopIfVersionIsGone(failedStart: number, giveUp: () => void): Promise<void> {
    if (!(await parts.isVersionGone()) || starts !== failedStart || onEnded !== null) return;
    cancelRestart();
    giveUp();
  }

  return {
    start: (job, key) => {
      begin = { kind: 'start', job, key };
      worker?.send(begin);
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
