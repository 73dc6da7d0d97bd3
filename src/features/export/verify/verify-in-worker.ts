import type { Verification } from './verify-export';
import type { VerifyReport } from './verify-worker';

/** Reads files in a worker of their own. Rejects when it cannot be started, or the signal is aborted. */
export async function verifyInWorker(
  files: readonly File[],
  onRows: (rowCount: number, written: number) => void,
  signal: AbortSignal,
): Promise<Verification> {
  const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Verification>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<VerifyReport>) => {
        if (data.kind === 'progress') onRows(data.rowCount, data.written);
        else resolve(data.verification);
      });
      worker.addEventListener('error', () => reject(new Error('The worker ended.')));
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
      worker.postMessage(files.map((file) => ({ name: file.name, content: file })));
    });
  } finally {
    worker.terminate();
  }
}
