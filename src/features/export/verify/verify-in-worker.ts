import { NotLoadedError } from '@/shared/page-version/not-loaded';
import { pageVersion } from '@/shared/page-version/page-version';
import { onWorkerEnd } from '@/shared/page-version/worker-end';
import { exportWorker } from '../run/browser-worker';
import type { ExportWorker } from '../run/worker-line';
import type { Verification } from './verify-export';
import type { VerifyOrder, VerifyReport } from './verify-worker';

/**
 * Reads files in a worker of their own. Rejects when it ends by itself, with a `NotLoadedError` where its code or a part
 * of that could not be loaded, and when the signal is aborted.
 */
export async function verifyInWorker(
  files: readonly File[],
  onRows: (rowCount: number, written: number) => void,
  signal: AbortSignal,
): Promise<Verification> {
  const worker = startWorker();
  try {
    return await new Promise<Verification>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<VerifyReport>) => {
        switch (data.kind) {
          case 'progress':
            return onRows(data.rowCount, data.written);
          case 'verified':
            return resolve(data.verification);
          case 'not-loaded':
            void pageVersion.check();
            return reject(new NotLoadedError('A part of the worker could not be loaded.'));
        }
      });
      onWorkerEnd(worker, reject);
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      const order: VerifyOrder = {
        kind: 'verify',
        files: files.map((file) => ({ name: file.name, content: file })),
      };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
}

/** A worker that digests the pages of a snapshot, and keeps nothing of them. */
export function startComparisonWorker(): ExportWorker {
  return exportWorker(startWorker());
}

function startWorker(): Worker {
  return new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
}
