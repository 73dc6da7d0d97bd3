import type { ExportReport } from '../worker/export-messages';
import type { ExportWorker } from './worker-line';

/** The worker that writes an export's files. */
export function startBrowserWorker(): ExportWorker {
  return exportWorker(new Worker(new URL('../worker/export-worker.ts', import.meta.url), { type: 'module' }));
}

/** A worker that carries out the orders of an export. */
export function exportWorker(worker: Worker): ExportWorker {
  return {
    send: (order, transfer = []) => worker.postMessage(order, transfer),
    listen: (onReport, onCrash) => {
      worker.addEventListener('message', ({ data }: MessageEvent<ExportReport>) => onReport(data));
      // A script that cannot be fetched has nothing to tell; an error that the script throws comes with its message.
      worker.addEventListener('error', (event: Event) => {
        onCrash(event instanceof ErrorEvent ? 'fault' : 'not-loaded');
      });
    },
    terminate: () => worker.terminate(),
  };
}
