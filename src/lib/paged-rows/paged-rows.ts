import type { GridRows, RowRange, VisibleRows } from '@/lib/grid/grid-model';
import { createListeners } from '@/lib/base/listeners';
import { createBlockCache } from './block-cache';
import type { PageSizing, ResponseTiming } from './page-sizing';
import {
  blocksByUrgency,
  blocksOfRows,
  planPages,
  type BlockSpan,
  type BlockState,
  type PagePolicy,
  type PageSpan,
} from './plan-pages';

/** A page to fetch. Its number counts pages of its own size. */
export interface PageRequest {
  /** The 0-based number of the page. */
  readonly page: number;
  /** The number of rows of the page. The last page may have fewer. */
  readonly pageSize: number;
}

export interface FetchedPage<TRow> {
  /** All rows of the page: `pageSize` rows, or fewer on the last page. `fetchPage` has to check their number. */
  readonly rows: readonly TRow[];
  /** Null if the time was not measured. The response then does not change the page sizes. */
  readonly timing: ResponseTiming | null;
}

export interface PagedRowsOptions<TRow> {
  readonly rowCount: number;
  /** The number of rows in a block, the unit in which rows are cached and evicted. The last block may have fewer. */
  readonly rowsPerBlock: number;
  /** Adapts the size of requests to the responses. By default, a request is one block, and one block is fetched ahead. */
  readonly sizing?: PageSizing;
  /** Rejects if the page cannot be fetched. A rejection after `signal` was aborted is ignored. */
  readonly fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<FetchedPage<TRow>>;
  /** Throws if rows contradict earlier rows. That ends all paging, because contradictory rows must not be shown. */
  readonly check?: (rows: readonly TRow[]) => void;
  /** Called when rows that `check` has accepted are evicted. */
  readonly onEvict?: (rows: readonly TRow[]) => void;
  /** Returns whether no page can be fetched after this error, for example because the snapshot has expired. */
  readonly isFatal?: (error: unknown) => boolean;
  /** The rows that have already been fetched, starting with row 0: whole blocks, or all rows. */
  readonly firstRows?: readonly TRow[];
  /** The limit for the estimated memory of cached rows. Rows in view and the next rows in the scroll direction are kept even beyond it. */
  readonly byteLimit?: number;
  /** Runs a task after the browser has painted the rows that have just arrived. The default is the next microtask. */
  readonly afterPaint?: (task: () => void) => void;
}

/** Rows that are fetched page by page as they come into view, and cached. It is a store for React and the data source of a grid. */
export interface PagedRows<TRow> extends GridRows<TRow> {
  /** Returns why all paging has ended. Rows that are missing then count as failed. Null while paging continues. */
  readonly getFatalFailure: () => { readonly error: unknown } | null;
  /** Ends all paging for a reason that another part of the code has found. If paging has already ended, the first reason stays. */
  readonly fail: (error: unknown) => void;
  /** Returns why a page in view is missing. Null if no page is missing, and after paging has ended. */
  readonly getFailureInView: () => { readonly error: unknown } | null;
  readonly getCachedRanges: () => readonly RowRange[];
  /** Sets the rows that are in use elsewhere, such as a selection. Their blocks are evicted last. */
  readonly setRetained: (ranges: readonly RowRange[]) => void;
  readonly retryFailed: () => void;
  readonly getStatistics: () => CacheStatistics;
  /** `false` stops requests and keeps only the rows in view cached, unless paging has ended. The initial value is `true`. */
  readonly setActive: (isActive: boolean) => void;
}

export interface CacheStatistics {
  readonly cachedRows: number;
  readonly cachedBytes: number;
  readonly inFlight: number;
  /** The number of requests since the store was created. */
  readonly requested: number;
  readonly aborted: number;
}

interface PageInFlight {
  readonly span: PageSpan;
  readonly controller: AbortController;
}

const DEFAULT_BYTE_LIMIT = 12 * 1024 * 1024;

const MAX_CONCURRENT = 4;

const BLOCK_BY_BLOCK: PagePolicy = {
  blocksInView: 1,
  blocksAhead: 1,
  leadBlocks: 1,
  aheadWaits: false,
};

/** Creates a store. It requests nothing until `setVisibleRows` is called. */
export function createPagedRows<TRow>(options: PagedRowsOptions<TRow>): PagedRows<TRow> {
  const { rowCount, rowsPerBlock, sizing, fetchPage, check, isFatal, afterPaint = queueMicrotask } = options;
  const cache = createBlockCache<TRow>({
    rowsPerBlock,
    byteLimit: options.byteLimit ?? DEFAULT_BYTE_LIMIT,
    onEvict: options.onEvict,
  });
  const listeners = createListeners();
  const inFlight = new Set<PageInFlight>();
  /** The errors of failed blocks. Blocks that failed together share one object. */
  const failed = new Map<number, { readonly error: unknown }>();
  let visible: VisibleRows | null = null;
  let retained: readonly RowRange[] = [];
  let fatalFailure: { readonly error: unknown } | null = null;
  let isActive = true;
  let version = 0;
  let requested = 0;
  let aborted = 0;

  const blockOf = (rowIndex: number) => Math.floor(rowIndex / rowsPerBlock);

  function stateOf(block: number): BlockState | undefined {
    if (cache.has(block)) return 'cached';
    for (const { span } of inFlight)
      if (block >= span.blockStart && block < span.blockEnd) return 'in-flight';
    return failed.has(block) ? 'failed' : undefined;
  }

  function planInput(rows: VisibleRows) {
    return { visible: rows, rowCount, rowsPerBlock, policy: sizing?.policy() ?? BLOCK_BY_BLOCK };
  }

  function notify(): void {
    version += 1;
    listeners.notify();
  }

  function blocksInView(): BlockSpan {
    return visible === null ? { blockStart: 0, blockEnd: 0 } : blocksOfRows(visible, rowCount, rowsPerBlock);
  }

  function isViewCached(): boolean {
    const { blockStart, blockEnd } = blocksInView();
    for (let block = blockStart; block < blockEnd; block += 1) if (!cache.has(block)) return false;
    return true;
  }

  function evict(): void {
    // Also keeps the blocks that come next, because they would be requested again at once.
    cache.fit(new Set(visible === null ? [] : blocksByUrgency(planInput(visible))), retained);
  }

  function abort(page: PageInFlight): void {
    page.controller.abort();
    inFlight.delete(page);
    aborted += 1;
  }

  function update(): void {
    if (visible === null || fatalFailure !== null || !isActive) return;
    const pages = [...inFlight];
    const plan = planPages({
      ...planInput(visible),
      maxConcurrent: MAX_CONCURRENT,
      stateOf,
      inFlight: pages.map(({ span }) => span),
    });
    for (const page of pages) if (plan.abort.includes(page.span)) abort(page);
    for (const span of plan.request) void request(span);
  }

  async function request(span: PageSpan): Promise<void> {
    const mine: PageInFlight = { span, controller: new AbortController() };
    inFlight.add(mine);
    requested += 1;
    const page = span.blockStart / span.blocksPerPage;
    const pageSize = span.blocksPerPage * rowsPerBlock;
    let fetched: FetchedPage<TRow>;
    try {
      fetched = await fetchPage({ page, pageSize }, mine.controller.signal);
    } catch (error) {
      if (!inFlight.delete(mine)) return;
      if (isFatal?.(error) === true) {
        end(error);
      } else {
        const failure = { error };
        for (let block = span.blockStart; block < span.blockEnd; block += 1) failed.set(block, failure);
      }
      notify();
      update();
      return;
    }
    if (!inFlight.delete(mine)) return;
    try {
      receive(page * pageSize, fetched);
      evict();
    } catch (error) {
      end(error);
    }
    notify();
    // Sends the next requests after the new rows are painted, because sending takes time. If rows in view are missing, it does not wait.
    if (isViewCached()) afterPaint(update);
    else queueMicrotask(update);
  }

  function receive(rowStart: number, { rows, timing }: FetchedPage<TRow>): void {
    check?.(rows);
    const bytes = cache.add(rowStart, rows);
    if (timing !== null) sizing?.learn({ ...timing, rows: rows.length, bytes });
  }

  function end(error: unknown): void {
    fatalFailure = { error };
    for (const page of inFlight) abort(page);
  }

  function forgetFailures(isForgotten: (failure: { readonly error: unknown }) => boolean): void {
    let hasForgotten = false;
    for (const [block, failure] of failed) {
      if (isForgotten(failure)) hasForgotten = failed.delete(block) || hasForgotten;
    }
    if (hasForgotten) notify();
  }

  if (options.firstRows !== undefined) receive(0, { rows: options.firstRows, timing: null });

  return {
    rowCount,
    subscribe: listeners.subscribe,
    getVersion: () => version,
    getRowState(rowIndex) {
      const block = blockOf(rowIndex);
      if (cache.has(block)) return 'ready';
      return fatalFailure !== null || failed.has(block) ? 'failed' : 'loading';
    },
    getRow(rowIndex) {
      return cache.get(blockOf(rowIndex))?.[rowIndex % rowsPerBlock] ?? null;
    },
    getCachedRanges: cache.ranges,
    setRetained(ranges) {
      retained = ranges;
    },
    getFatalFailure: () => fatalFailure,
    fail(error) {
      if (fatalFailure !== null) return;
      end(error);
      notify();
    },
    getFailureInView() {
      if (fatalFailure !== null) return null;
      const { blockStart, blockEnd } = blocksInView();
      for (let block = blockStart; block < blockEnd; block += 1) {
        const failure = failed.get(block);
        if (failure !== undefined) return failure;
      }
      return null;
    },
    setVisibleRows(next) {
      // Notifies the listeners if failures exist, because the change may bring a failure into view or out of it.
      const hasFailures = failed.size > 0;
      visible = next;
      const { blockStart, blockEnd } = blocksInView();
      for (let block = blockStart; block < blockEnd; block += 1) cache.touch(block);
      // Forgets failures out of reach, so that these pages are requested again when the user returns to them.
      const inReach = new Set(hasFailures ? blocksByUrgency(planInput(next)) : []);
      for (const block of failed.keys()) if (!inReach.has(block)) failed.delete(block);
      if (hasFailures) notify();
      update();
    },
    retry(rowIndex) {
      const failure = failed.get(blockOf(rowIndex));
      if (failure !== undefined) forgetFailures((each) => each === failure);
      update();
    },
    retryFailed() {
      forgetFailures(() => true);
      update();
    },
    getStatistics() {
      const cachedRows = cache.ranges().reduce((total, { rowStart, rowEnd }) => total + rowEnd - rowStart, 0);
      return { cachedRows, cachedBytes: cache.bytes(), inFlight: inFlight.size, requested, aborted };
    },
    setActive(next) {
      isActive = next;
      if (isActive) return update();
      for (const page of inFlight) abort(page);
      // If paging has ended, no row could be fetched again. If no rows were visible yet, the cached rows will be seen first. Both are kept.
      if (fatalFailure === null && visible !== null) cache.keepOnly(blocksInView());
      notify();
    },
  };
}
