import { NotLoadedError } from '@/shared/page-version/not-loaded';
import { pageVersion } from '@/shared/page-version/page-version';
import { onWorkerEnd } from '@/shared/workers/worker-end';
import { exportWorker, type ExportWorker } from '../run/worker-connection';
import type { Verification } from './verify-export';
import type { VerifyCommand, VerifyReport } from './verify-worker';

/**
 * Verifies files in a dedicated worker. Rejects when the worker fails, with a `NotLoadedError` if code could not be loaded,
 * and when the signal is aborted.
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
      const command: VerifyCommand = {
        kind: 'verify',
        files: files.map((file) => ({ name: file.name, content: file })),
      };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
      worker.postMessage(command);
    });
  } finally {
    worker.terminate();
  }
}

/** Starts a worker that digests the pages of a snapshot without storing them. */
export function startComparisonWorker(): ExportWorker {
  return exportWorker(startWorker());
}

function startWorker(): Worker {
  return new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
}
