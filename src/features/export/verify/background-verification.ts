import { NotLoadedError } from '@/ui/page-version/not-loaded';
import { pageVersion } from '@/ui/page-version/page-version';
import { onWorkerEnd } from '@/ui/workers/worker-end';
import { watchSilence, type SilenceWatch } from '@/ui/workers/worker-silence';
import { exportWorker } from '../run/browser-workers';
import type { ExportWorker } from '../run/worker-connection';
import type { Verification } from './verify-export';
import type { VerifyCommand, VerifyReport } from './verify-worker';

/** Rejects if aborted, or if the worker fails (`NotLoadedError`: missing code). A minute of silence means a damaged file. */
export async function verifyInWorker(
  files: readonly File[],
  onRows: (rowCount: number, written: number) => void,
  signal: AbortSignal,
): Promise<Verification> {
  const worker = startWorker();
  let watch: SilenceWatch | undefined;
  try {
    return await new Promise<Verification>((resolve, reject) => {
      watch = watchSilence(() => resolve({ kind: 'damaged', damage: { kind: 'endless' } }));
      worker.addEventListener('message', ({ data }: MessageEvent<VerifyReport>) => {
        watch?.heard();
        switch (data.kind) {
          case 'alive':
            return;
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
    watch?.end();
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
