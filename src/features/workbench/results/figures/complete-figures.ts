import type { SelectedArea } from '@/shared/grid/selection';
import { onWorkerEnd } from '@/shared/page-version/worker-end';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { readRows, type RowChunk } from '../../snapshot/read-rows';
import { rowsOfAreas, type FigureColumn, type Figures } from './figures';
import type { FiguresReply, FiguresRequest } from './figures-messages';

/**
 * The figures over all rows of disjoint areas, those that are not held included: they are fetched here, where the session
 * is, and added up in a worker. Rejects as `readRows` does, and with a `NotLoadedError` when there is no worker to be had.
 */
export async function completeFigures(
  opened: OpenSnapshot,
  areas: readonly SelectedArea[],
  columns: readonly FigureColumn[],
  signal: AbortSignal,
  onProgress: (rowsDone: number) => void,
): Promise<Figures> {
  const worker = new Worker(new URL('./figures-worker.ts', import.meta.url), { type: 'module' });
  const end = new Promise<never>((_, reject) => onWorkerEnd(worker, reject));
  // It may end while nobody waits for it.
  end.catch(() => undefined);
  let rowsDone = 0;
  let figures: Figures | null = null;
  try {
    for await (const chunk of readRows(opened, rowsOfAreas(areas), signal)) {
      figures = await Promise.race([ask(worker, requestOf(chunk, areas, columns)), end]);
      rowsDone += chunk.rows.length;
      onProgress(rowsDone);
    }
  } finally {
    worker.terminate();
  }
  if (figures === null) throw new RangeError('There are no figures over no rows.');
  return figures;
}

function requestOf(
  { rowStart, rows }: RowChunk,
  areas: readonly SelectedArea[],
  columns: readonly FigureColumn[],
): FiguresRequest {
  const numbers: string[] = [];
  const dates: string[] = [];
  let others = 0;
  rows.forEach((row, index) => {
    const rowIndex = rowStart + index;
    for (const area of areas) {
      if (rowIndex < area.rowStart || rowIndex >= area.rowEnd) continue;
      for (const { place, kind } of columns.slice(area.columnStart, area.columnEnd)) {
        const value = row[place];
        if (value === null || value === undefined || value === '') continue;
        if (kind === 'number' && typeof value === 'string') numbers.push(value);
        else if (kind === 'date' && typeof value === 'string') dates.push(value);
        else others += 1;
      }
    }
  });
  return { numbers, dates, others };
}

function ask(worker: Worker, request: FiguresRequest): Promise<FiguresReply> {
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FiguresReply>) => resolve(data), {
      once: true,
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
    worker.postMessage(request);
  });
}
