import { NotLoadedError } from '@/ui/page-version/not-loaded';
import { pageVersion } from '@/ui/page-version/page-version';
import { calledWorker, createWorkerCalls } from '@/ui/workers/worker-calls';
import { exportWorker } from '../run/browser-workers';
import type { ExportWorker } from '../run/worker-connection';
import type { Verification } from './verify-export';
import type { VerifyCommand, VerifyProgress, VerifyResults, VerifyTrouble } from './verify-worker';

const SILENT = new DOMException('The worker is silent.', 'TimeoutError');

/** Rejects if aborted or if the worker fails (`NotLoadedError` for missing code). A file counts as damaged after a minute of silence. */
export async function verifyInWorker(
  files: readonly File[],
  onRows: (rowCount: number, written: number) => void,
  signal: AbortSignal,
): Promise<Verification> {
  const { call, end } = createWorkerCalls<VerifyCommand, VerifyResults, VerifyTrouble, never, VerifyProgress>(
    calledWorker(startWorker()),
    {
      errorOf: () => {
        void pageVersion.check();
        return new NotLoadedError('A part of the worker could not be loaded.');
      },
      onCrash: (error) => end(error),
      onSilence: () => end(SILENT),
    },
  );
  try {
    return await call(
      { kind: 'verify', files: files.map((file) => ({ name: file.name, content: file })) },
      { signal, onProgress: ({ rowCount, written }) => onRows(rowCount, written) },
    );
  } catch (error) {
    if (error !== SILENT) throw error;
    return { kind: 'damaged', damage: { kind: 'endless' } };
  } finally {
    end(new DOMException('The files are not read any more.', 'AbortError'));
  }
}

/** Starts a worker that computes the digest of a snapshot's pages without storing them. */
export function startComparisonWorker(): ExportWorker {
  return exportWorker(startWorker());
}

function startWorker(): Worker {
  return new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
}
