import { ExportError, type ExportFailure } from '../model/export-failure';
import type { ExportJob } from '../model/export-job';
import { startExportRun, type ExportRun, type ExportProgress, type ExportResult } from './export-run';
import type { ExportStorage } from './export-storage';
import type { CreateFileWriter } from './file-writer';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { withRequestIds, type RequestIds } from '@/ui/http/service-error';

/** The messages from the page to the worker. The pages of the snapshot are sent in order. */
export type ExportCommand =
  /** Nothing is stored if `key` is null. A worker cannot detect whether the page's policy allows WebAssembly. */
  | {
      readonly kind: 'start';
      readonly job: ExportJob;
      readonly key: CryptoKey | null;
      readonly hasWebAssembly: boolean;
    }
  /** `ids` are the request IDs of the page, for failures that are found in its response. */
  | { readonly kind: 'page'; readonly response: BodyChunks; readonly ids: RequestIds }
  /** Closes the files and keeps them for a later run. */
  | { readonly kind: 'close' }
  /** Removes everything that the export has stored. */
  | { readonly kind: 'discard' };

/** The messages from the worker to the page. */
export type ExportReport =
  /** The progress is also reported when the stored pages were replayed. */
  | ({ readonly kind: 'progress' } & ExportProgress)
  | ({ readonly kind: 'done' } & ExportResult)
  | { readonly kind: 'failed'; readonly failure: ExportFailure }
  /** The command `close` or `discard` is complete. */
  | { readonly kind: 'ended' };

/** Executes commands in order. The file writer is a parameter, because each worker that imports it also bundles the encoders. */
export function serveExport(
  report: (message: ExportReport) => void,
  openStorage: (job: ExportJob, key: CryptoKey | null) => Promise<ExportStorage>,
  createWriter: CreateFileWriter,
  nowMs: () => number,
): (command: ExportCommand) => void {
  let storage: ExportStorage | null = null;
  let run: ExportRun | null = null;
  let isOver = false;
  let work = Promise.resolve();

  async function execute(command: ExportCommand): Promise<void> {
    switch (command.kind) {
      case 'start':
        storage = await openStorage(command.job, command.key);
        run = await startExportRun(command.job, storage, createWriter, command.hasWebAssembly);
        return advance(run);
      case 'page':
        // Pages may still arrive after the export has failed.
        if (isOver || run === null) return;
        await run.add(command.response);
        return advance(run);
      case 'close':
        isOver = true;
        await storage?.close();
        return report({ kind: 'ended' });
      case 'discard':
        isOver = true;
        await storage?.discard();
        return report({ kind: 'ended' });
    }
  }

  async function advance(current: ExportRun): Promise<void> {
    report({ kind: 'progress', ...current.progress() });
    if (!current.isComplete()) return;
    const result = await current.finish(nowMs());
    isOver = true;
    report({ kind: 'done', ...result });
  }

  async function executeAfter(earlier: Promise<void>, command: ExportCommand): Promise<void> {
    await earlier;
    try {
      await execute(command);
    } catch (error) {
      isOver = true;
      report({ kind: 'failed', failure: withRequest(failureOf(error), command) });
    }
  }

  return (command) => {
    work = executeAfter(work, command);
  };
}

function failureOf(error: unknown): ExportFailure {
  if (error instanceof ExportError) return error.failure;
  const tooLong = cellTooLong(error);
  if (tooLong !== null) return { kind: 'cell-too-long', ...tooLong };
  // The error is recognized by its name, because the encoder with its class is loaded on demand.
  if (error instanceof Error && error.name === 'ArchiveTooLargeError') return { kind: 'too-large' };
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return { kind: 'no-space' };
  // Only the name is reported, because an error message may quote the value of a cell.
  return { kind: 'fault', detail: error instanceof Error ? error.name : 'unknown' };
}

/** Adds the IDs of the request to a failure of the service that was found in a page. */
function withRequest(failure: ExportFailure, command: ExportCommand): ExportFailure {
  if (failure.kind !== 'service' || command.kind !== 'page') return failure;
  return { ...failure, failure: withRequestIds(failure.failure, command.ids) };
}

/** The error is recognized by its name, because the encoder with its class is loaded on demand. */
function cellTooLong(error: unknown): { column: string; row: number } | null {
  if (!(error instanceof Error) || error.name !== 'CellTooLongError') return null;
  if (!('column' in error) || !('row' in error)) return null;
  const { column, row } = error;
  return typeof column === 'string' && typeof row === 'number' ? { column, row } : null;
}
