import type { PriceColumn, PriceField } from '@/contract/column';
import type { ServiceClient } from '@/session/service-client';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import type { AnalysisEngine } from '../engine/analysis-engine';
import type { AnalysedTable } from '../engine/analysed-table';
import type { EngineConnection } from '../engine/engine-connection';
import type { Coverage } from './rows-read';
import { columnsToRead, createSnapshotReading } from './snapshot-reading';
import { coverageOf, type ReadingFailure } from './reading-state';

/** Reports that the rows of a snapshot could not be read. */
export class ReadingError extends Error {
  override readonly name = 'ReadingError';
  readonly failure: ReadingFailure;
  constructor(failure: ReadingFailure) {
    super(`Rows were not read: ${failure.kind}`);
    this.failure = failure;
  }
}

/** All rows of a snapshot, in a table of the engine. */
export interface AllRows {
  readonly engine: AnalysisEngine;
  readonly side: {
    readonly table: AnalysedTable;
    readonly rowCount: number;
    readonly coverage: Extract<Coverage, { kind: 'all' }>;
  };
  /** The number of values that do not fit their column, by the column's name. */
  readonly misfits: Readonly<Record<string, number>>;
  /** Connects to the same engine to read the rows of another snapshot. */
  readonly share: () => EngineConnection;
  /** Drops the rows, and ends the engine if it was started for them. */
  readonly release: () => void;
}

export interface ReadAllRowsOptions {
  readonly client: ServiceClient;
  readonly isLocked: (field: PriceField) => boolean;
  readonly connect: () => EngineConnection;
  readonly signal: AbortSignal;
}

/** Reads all rows of a snapshot, and repeats calls that may succeed later. Rejects with ReadingError, or the signal's reason. */
export async function readAllRows(
  openSnapshot: OpenSnapshot,
  priceColumn: PriceColumn,
  { client, isLocked, connect, signal }: ReadAllRowsOptions,
): Promise<AllRows> {
  signal.throwIfAborted();
  const plan = { ...columnsToRead(openSnapshot, priceColumn, isLocked), mayReadAll: true };
  const source = { client, plan, priceColumn };
  const store = createSnapshotReading(openSnapshot, priceColumn.name, () => source, { connect });
  try {
    await new Promise<void>((resolve, reject) => {
      const stop = store.subscribe(look);
      const abort = () => settle(() => reject(signal.reason as Error));
      signal.addEventListener('abort', abort, { once: true });
      store.start('all');
      look();

      function look(): void {
        const { status, failure } = store.getState();
        if (failure !== null) settle(() => reject(new ReadingError(failure)));
        else if (status === 'done') settle(resolve);
      }

      function settle(act: () => void): void {
        stop();
        signal.removeEventListener('abort', abort);
        act();
      }
    });
  } catch (error) {
    store.release();
    throw error;
  }
  const state = store.getState();
  const coverage = coverageOf(state);
  const { table } = state;
  if (table === null || coverage.kind !== 'all') throw new Error('A reading is done without its rows.');
  return {
    engine: store.engine,
    side: { table, rowCount: coverage.rowCount, coverage },
    misfits: state.misfits,
    share: store.share,
    release: store.release,
  };
}
