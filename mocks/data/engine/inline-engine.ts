import { findPriceSource } from '../price-sources';
import { rowCountOf, type PriceSource } from '../price-source';
import { ByteCache } from './byte-cache';
import { planIntervals } from './interval-plan';
import type { EngineCall, RowEngine, RowRange } from './row-engine';
import type { RowList } from './row-list';
import { rowsJson } from './rows-json';
import { scan, type ColumnData } from './scan';
import { SelectionError, type RowSelection } from './selection';

/** The most rows of a source that can be filtered and sorted by any column. */
export const MAX_SCANNED_ROWS = 5_000_000;

const COLUMN_CACHE_BYTES = 160 * 2 ** 20;
const ROW_LIST_CACHE_BYTES = 64 * 2 ** 20;
/** How long a scan runs before it lets other tasks run. */
const SLICE_MS = 20;

// Saved when the module is loaded, because tests replace it with fake timers later.
const setTimer = globalThis.setTimeout;

/** Runs the engine on the calling thread, in slices. In the browser a worker hosts it. */
export function createInlineEngine(): RowEngine {
  const columns = new ByteCache<ColumnData>(COLUMN_CACHE_BYTES);
  const rowLists = new ByteCache<RowList>(ROW_LIST_CACHE_BYTES);
  let lastScan: Promise<unknown> = Promise.resolve();

  async function rowsOf(selection: RowSelection, call: EngineCall): Promise<RowList> {
    const source = sourceOf(selection);
    const key = JSON.stringify(selection);
    const known = rowLists.get(key);
    if (known !== undefined) return known;
    const planned = planIntervals(source, selection);
    if (planned !== null) {
      // Every page of a snapshot needs the same rows, and finding them for thousands of values takes a while.
      rowLists.set(key, planned);
      return planned;
    }
    if (rowCountOf(source, selection) > MAX_SCANNED_ROWS) {
      throw new SelectionError(
        `"${source.displayName}" has too many rows to be filtered or sorted by these columns.`,
      );
    }
    // One scan at a time: a later request for the same rows then finds them in the cache.
    const turn = lastScan.then(async () => {
      const held = rowLists.get(key);
      if (held !== undefined) return held;
      const rows = await drive(scan(source, selection, columns), call);
      rowLists.set(key, rows);
      return rows;
    });
    lastScan = turn.catch(() => undefined);
    return turn;
  }

  return {
    countRows: async (selection, call = {}) => {
      call.signal?.throwIfAborted();
      return (await rowsOf(selection, call)).count;
    },
    readRows: async (range: RowRange, call = {}) => {
      call.signal?.throwIfAborted();
      const rows = await rowsOf(range.selection, call);
      return drive(rowsJson(sourceOf(range.selection), rows, range), call);
    },
    dispose: () => undefined,
  };
}

function sourceOf(selection: RowSelection): PriceSource {
  const source = findPriceSource(selection.priceColumn);
  if (source === null) throw new Error(`There is no price column ${selection.priceColumn}.`);
  return source;
}

async function drive<Result>(work: Generator<number, Result>, call: EngineCall): Promise<Result> {
  let sliceEndMs = performance.now() + SLICE_MS;
  for (;;) {
    call.signal?.throwIfAborted();
    const step = work.next();
    if (step.done === true) return step.value;
    call.onProgress?.(step.value);
    if (performance.now() >= sliceEndMs) {
      await new Promise((resolve) => setTimer(resolve, 0));
      sliceEndMs = performance.now() + SLICE_MS;
    }
  }
}
