import { isNotLoaded } from '@/shared/page-version/not-loaded';
import { onWorkerEnd } from '@/shared/page-version/worker-end';
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
      onWorkerEnd(worker, (error) => onCrash(isNotLoaded(error) ? 'not-loaded' : 'fault'));
    },
    terminate: () => worker.terminate(),
  };
}
