import { createWorkerCalls, type CalledWorker } from '@/ui/workers/worker-calls';
import type { BinnedRows } from './bin-index';
import type { ColumnBrush, IndexCommand, IndexResults, IndexTrouble } from './serve-index';

export type IndexWorker = CalledWorker<IndexCommand, IndexResults[IndexCommand['kind']], IndexTrouble>;

/** The connection to the worker that holds the bins of the rows. It is not the worker of the engine, which is busy during queries. */
export interface IndexConnection {
  /** Sends a column to the worker, which transfers its bytes. Resolves to the number of rows in each bin. */
  readonly add: (column: string, rows: BinnedRows) => Promise<IndexResults['add']>;
  readonly drop: (column: string) => Promise<void>;
  readonly index: (
    active: string,
    brushes: readonly ColumnBrush[],
    counted: readonly string[],
  ) => Promise<IndexResults['index']>;
  /** Ends the worker, which frees its memory. Pending requests reject with an AbortError. */
  readonly terminate: () => void;
}

export function createIndexConnection(startWorker: () => IndexWorker): IndexConnection {
  const { call, end } = createWorkerCalls<IndexCommand, IndexResults, IndexTrouble>(startWorker(), {
    errorOf: ({ detail }) => new Error(`The index failed: ${detail}`),
    onCrash: (error) => end(error),
  });
  return {
    add: (column, { bytes, binCount }) =>
      call({ kind: 'add', column, bytes, binCount }, { transfer: [bytes.buffer] }),
    drop: async (column) => {
      await call({ kind: 'drop', column });
    },
    index: (active, brushes, counted) => call({ kind: 'index', active, brushes, counted }),
    terminate: () => end(new DOMException('The pictures were closed.', 'AbortError')),
  };
}
