import { findPriceSource } from '../price-sources';
import { rowCountOf, type PriceSource } from '../price-source';
import { ByteCache } from './byte-cache';
import { planIntervals } from './interval-plan';
import type { EngineCall, RowEngine, RowRange } from './row-engine';
import type { RowList } from './row-list';
import { rowsJson } from './rows-json';
import { scan, type ColumnData } from './scan';
import { SelectionError, type RowSelection } from './selection';

/** The maximum number of rows of a source that can be filtered and sorted by any column. */
export const MAX_SCANNED_ROWS = 5_000_000;

const COLUMN_CACHE_BYTES = 160 * 2 ** 20;
const ROW_LIST_CACHE_BYTES = 64 * 2 ** 20;
/** How long a scan runs before it pauses for other tasks. */
const SLICE_MS = 20;

// The real timer is saved when the module is loaded, because tests replace it with fake timers later.
const setTimer = globalThis.setTimeout;

/** Creates an engine that runs on the calling thread, in short slices. In browsers, that thread is a worker. */
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
      // Caches the list, because every page of a snapshot needs it, and finding the rows for thousands of values takes a while.
      rowLists.set(key, planned);
      return planned;
    }
    if (rowCountOf(source, selection) > MAX_SCANNED_ROWS) {
      throw new SelectionError(
        `"${source.displayName}" has too many rows to be filtered or sorted by these columns.`,
      );
    }
    // Runs one scan at a time, so that a later request for the same rows finds them in the cache.
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
