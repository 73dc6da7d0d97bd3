import type { SnapshotRow } from '@/contract/extraction';
import type { SelectedArea } from '@/lib/grid/selection';
import { onWorkerEnd } from '@/ui/workers/worker-end';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { readRows, type RowChunk } from '../../snapshot/read-rows';
import {
  denominationKey,
  denominationsInRow,
  rowsOfAreas,
  type DenominationValue,
  type Statistics,
  type StatisticsColumn,
  type StatisticsRequest,
} from './statistics';

/** Adds up disjoint areas in a worker. Rejects like `readRows`, and with `NotLoadedError` if the worker cannot be loaded. */
export async function completeStatistics(
  opened: OpenSnapshot,
  areas: readonly SelectedArea[],
  columns: readonly StatisticsColumn[],
  signal: AbortSignal,
  onProgress: (rowsDone: number) => void,
): Promise<Statistics> {
  const worker = new Worker(new URL('./statistics-worker.ts', import.meta.url), { type: 'module' });
  const end = new Promise<never>((_, reject) => onWorkerEnd(worker, reject));
  // Handled here, because the worker can end before anything awaits the promise.
  end.catch(() => undefined);
  let rowsDone = 0;
  let statistics: Statistics | null = null;
  try {
    for await (const chunk of readRows(opened, rowsOfAreas(areas), signal)) {
      statistics = await Promise.race([send(worker, requestFor(chunk, areas, columns)), end]);
      rowsDone += chunk.rows.length;
      onProgress(rowsDone);
    }
  } finally {
    worker.terminate();
  }
  if (statistics === null) throw new RangeError('There are no statistics over no rows.');
  return statistics;
}

function requestFor(
  { rowStart, rows }: RowChunk<SnapshotRow>,
  areas: readonly SelectedArea[],
  columns: readonly StatisticsColumn[],
): StatisticsRequest {
  const numbers: string[] = [];
  const groupIndexes: number[] = [];
  const groups: (readonly DenominationValue[])[] = [];
  const indexByKey = new Map<string, number>();
  const groupIndexOf = (denominations: readonly DenominationValue[]): number => {
    if (denominations.length === 0) return -1;
    const key = denominationKey(denominations);
    const known = indexByKey.get(key);
    if (known !== undefined) return known;
    indexByKey.set(key, groups.length);
    return groups.push(denominations) - 1;
  };
  const dates: string[] = [];
  let others = 0;
  rows.forEach((row, offset) => {
    const rowIndex = rowStart + offset;
    for (const area of areas) {
      if (rowIndex < area.rowStart || rowIndex >= area.rowEnd) continue;
      for (const column of columns.slice(area.columnStart, area.columnEnd)) {
        const { kind } = column;
        const value = row[column.index];
        if (value === null || value === undefined || value === '') continue;
        if (kind === 'number' && typeof value === 'string') {
          numbers.push(value);
          groupIndexes.push(groupIndexOf(denominationsInRow(column, row)));
        } else if (kind === 'date' && typeof value === 'string') dates.push(value);
        else others += 1;
      }
    }
  });
  return { numbers, groupIndexes, groups, dates, others };
}

function send(worker: Worker, request: StatisticsRequest): Promise<Statistics> {
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Statistics>) => resolve(data), {
      once: true,
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin, workers do not
    worker.postMessage(request);
  });
}
