import { ExportError, type ExportFailure } from '../model/export-failure';
import type { ExportJob } from '../model/export-job';
import type { ExportOrder, ExportReport } from './export-messages';
import { startExportRun, type ExportRun } from './export-run';
import type { ExportStorage } from './export-storage';

/** Carries out orders one after the other, in the worker. Knows neither the worker's scope nor where files lie. */
export function serveExport(
  report: (message: ExportReport) => void,
  openStorage: (job: ExportJob, key: CryptoKey | null) => Promise<ExportStorage>,
  nowMs: () => number,
): (order: ExportOrder) => void {
  let storage: ExportStorage | null = null;
  let run: ExportRun | null = null;
  let isOver = false;
  let work = Promise.resolve();

  async function carryOut(order: ExportOrder): Promise<void> {
    switch (order.kind) {
      case 'start':
        storage = await openStorage(order.job, order.key);
        run = await startExportRun(order.job, storage);
        return goOn(run);
      case 'page':
        // What was on its way when the export failed.
        if (isOver || run === null) return;
        await run.add(order.answer);
        return goOn(run);
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

  async function goOn(current: ExportRun): Promise<void> {
    report({ kind: 'progress', ...current.progress() });
    if (!current.isComplete()) return;
    const result = await current.finish(nowMs());
    isOver = true;
    report({ kind: 'done', ...result });
  }

  async function carryOutAfter(earlier: Promise<void>, order: ExportOrder): Promise<void> {
    await earlier;
    try {
      await carryOut(order);
    } catch (error) {
      isOver = true;
      report({ kind: 'failed', failure: failureOf(error) });
    }
  }

  return (order) => {
    work = carryOutAfter(work, order);
  };
}

function failureOf(error: unknown): ExportFailure {
  if (error instanceof ExportError) return error.failure;
  const tooLong = cellTooLong(error);
  if (tooLong !== null) return { kind: 'cell-too-long', ...tooLong };
  // Told by name, since the encoder is fetched only when used.
  if (error instanceof Error && error.name === 'ArchiveTooLargeError') return { kind: 'too-large' };
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return { kind: 'no-space' };
  // The name alone: messages of the engine may quote a cell.
  return { kind: 'fault', detail: error instanceof Error ? error.name : 'unknown' };
}

/** Told by name, since the encoder is fetched only when used. */
function cellTooLong(error: unknown): { column: string; row: number } | null {
  if (!(error instanceof Error) || error.name !== 'CellTooLongError') return null;
  if (!('column' in error) || !('row' in error)) return null;
  const { column, row } = error;
  return typeof column === 'string' && typeof row === 'number' ? { column, row } : null;
}
