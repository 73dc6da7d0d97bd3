import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { onWorkerEnd } from '@/ui/workers/worker-end';
import type { ExportReport } from '../worker/serve-export';
import type { ExportWorker } from './worker-connection';

/** Starts the worker that writes an export's files. */
export function startBrowserWorker(): ExportWorker {
  return exportWorker(new Worker(new URL('../worker/export-worker.ts', import.meta.url), { type: 'module' }));
}

/** Wraps a browser worker as the `ExportWorker` that executes the commands of an export. */
export function exportWorker(worker: Worker): ExportWorker {
  return {
    send: (command, transfer = []) => worker.postMessage(command, transfer),
    listen: (onReport, onCrash) => {
      worker.addEventListener('message', ({ data }: MessageEvent<ExportReport>) => onReport(data));
      onWorkerEnd(worker, (error) => onCrash(isNotLoaded(error) ? 'not-loaded' : 'fault'));
    },
    terminate: () => worker.terminate(),
  };
}
