import type { Clock } from '@/lib/base/clock';
import { backOffMs } from '@/ui/http/retry-policy';
import type { ExportJob } from '../model/export-job';
import type { ExportCommand, ExportReport } from '../worker/serve-export';

export interface ExportWorker {
  readonly send: (command: ExportCommand, transfer?: Transferable[]) => void;
  readonly listen: (
    onReport: (report: ExportReport) => void,
    /** Called if the worker could not be started (`not-loaded`), or ended with an uncaught error (`fault`). */
    onCrash: (reason: 'not-loaded' | 'fault') => void,
  ) => void;
  readonly terminate: () => void;
}

export interface WorkerConnectionParts {
  readonly startWorker: () => ExportWorker;
  readonly hasWebAssembly: boolean;
  readonly clock: Clock;
  readonly random: () => number;
  /** Whether the server no longer has the files of this version of the console, so that a restart cannot succeed. */
  readonly isVersionGone: () => Promise<boolean>;
  /** Reports everything except `ended`. The failure `not-loaded` is reported only if a restart can no longer succeed. */
  readonly onReport: (report: Exclude<ExportReport, { kind: 'ended' }>) => void;
  /** Called with true when the worker's code cannot be loaded and a restart is scheduled. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

/** The connection to an export's worker. It remains usable when the worker is restarted. */
export interface WorkerConnection {
  readonly start: (job: ExportJob, key: CryptoKey | null) => void;
  readonly send: (command: ExportCommand, transfer: Transferable[]) => void;
  /** Restarts the worker now if a restart is scheduled. */
  readonly tryNow: () => void;
  /** Resolves when the worker has cleaned up and was terminated. */
  readonly end: (kind: 'close' | 'discard') => Promise<void>;
}

/** The maximum time for the worker to clean up before it is terminated. */
const CLEAN_UP_MS = 10_000;
/** The maximum number of starts. They take a minute and a half, longer than a computer needs to reconnect after sleep. */
const MAX_STARTS = 9;
const BACK_OFF = { baseMs: 1_000, capMs: 30_000 };

/** Restarts a worker whose code could not be loaded, because a worker caches failed imports. Other failures are not retried. */
export function createWorkerConnection(parts: WorkerConnectionParts): WorkerConnection {
  const { clock, random, onReport, onWaiting } = parts;
  let worker: ExportWorker | null = null;
  let begin: Extract<ExportCommand, { kind: 'start' }> | null = null;
  let starts = 0;
  let hasBegun = false;
  let cancelRestart: (() => void) | null = null;
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
    // The old worker releases its files, so that the next worker can open them.
    worker?.send({ kind: 'close' });
    cancelRestart = clock.after(backOffMs(starts - 1, random, BACK_OFF), restart);
  }

  function restart(): void {
    cancelRestart = null;
    worker?.terminate();
    launch();
  }

  function stopRestart(): void {
    cancelRestart?.();
    cancelRestart = null;
  }

  async function stopIfVersionIsGone(failedStart: number, giveUp: () => void): Promise<void> {
    if (!(await parts.isVersionGone()) || starts !== failedStart || onEnded !== null) return;
    stopRestart();
    giveUp();
  }

  return {
    start: (job, key) => {
      begin = { kind: 'start', job, key, hasWebAssembly: parts.hasWebAssembly };
      worker?.send(begin);
    },
    send: (command, transfer) => worker?.send(command, transfer),
    tryNow: () => {
      if (cancelRestart === null) return;
      cancelRestart();
      restart();
    },
    end: async (kind) => {
      stopRestart();
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
