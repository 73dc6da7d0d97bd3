import type { PriceColumn, PriceField } from '@/contract/column';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import type { ReadingFailure } from '@/analysis/reading/reading-state';
import type { ReadingStore } from '@/analysis/reading/reading-store';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { columnsToRead, createSnapshotReading } from '@/analysis/reading/snapshot-reading';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { viewState } from '@/session/rights/rights';
import { CommandError, mismatchProblem, type CommandProblem } from '../command-problem';
import type { RunContext } from '../run-context';

/** The memory that rows may take, in bytes. WebAssembly has at most 4 GB, and queries need some of it, too. */
export const BUDGET_BYTES = 3 * 2 ** 30;

/** All rows of a snapshot, loaded into an engine. */
export interface ReadRows {
  readonly rows: Omit<RowsRead, 'engine'>;
  readonly store: ReadingStore;
}

/** Reads a snapshot into the engine that `connect` returns, and checks its pages as the console does. Rejects with CommandError. */
export async function readRows(
  opened: OpenSnapshot,
  priceColumn: PriceColumn,
  connect: () => EngineConnection,
  context: RunContext,
): Promise<ReadRows> {
  const { signedIn, clock, signal, progress } = context;
  const { snapshot } = opened;
  const isLocked = (field: PriceField) => viewState(field, signedIn.rights).state === 'locked';
  const plan = { ...columnsToRead(opened, priceColumn, isLocked), mayReadAll: true };
  const source = { client: signedIn.client, plan, priceColumn };
  const store = createSnapshotReading(opened, priceColumn.name, () => source, {
    connect,
    budgetBytes: BUDGET_BYTES,
    clock,
  });
  const over = new AbortController();
  const all = new Promise<ReadRows>((resolve, reject) => {
    store.subscribe(() => {
      const { status, readCount, retrying, failure, table, shown } = store.getState();
      if (retrying === null) context.noteProgress();
      else context.noteFailure(retrying);
      progress.rows(readCount, snapshot.rowCount, null);
      progress.waiting(retrying !== null);
      if (status === 'failed' && failure !== null) reject(new CommandError(readingProblem(failure)));
      if (status !== 'done' || table === null || shown === null) return;
      const { coverage } = shown;
      if (coverage.kind === 'all') resolve({ rows: { table, snapshot, ...shown }, store });
      else if (coverage.kind === 'inconsistent') {
        reject(new CommandError({ kind: 'repeated-rows', repeated: coverage.repeated }));
      }
    });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal });
    store.start('all');
  });
  try {
    return await Promise.race([all, signedIn.ended]);
  } catch (error) {
    store.release();
    throw error;
  } finally {
    over.abort();
  }
}

/** Converts the failure of reading rows to a problem of the command. */
export function readingProblem(failure: ReadingFailure): CommandProblem {
  switch (failure.kind) {
    case 'service':
      return { kind: 'service', failure: failure.failure };
    case 'mismatch':
      return mismatchProblem(failure);
    case 'memory':
      return { kind: 'too-many-rows' };
    case 'engine':
      return failure.failure.kind === 'out-of-memory'
        ? { kind: 'too-many-rows' }
        : { kind: 'fault', detail: failure.failure.kind };
  }
}
