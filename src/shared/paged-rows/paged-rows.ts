import { estimateRowBytes } from './estimate-row-bytes';
import { createHeldBlocks } from './held-blocks';
import { PageLengthError } from './page-length-error';
import {
  blocksByUrgency,
  blocksOfRows,
  planPages,
  type BlockSpan,
  type BlockStanding,
  type PagePolicy,
  type PageSpan,
  type WantedRows,
} from './plan-pages';
import type { RowSpan } from './row-span';

/** A page to be fetched, as the one who has the rows counts pages of that size. */
export interface PageRequest {
  /** 0-based. */
  readonly page: number;
  /** In rows; the last page may be shorter. */
  readonly pageSize: number;
}

/** What a store of pages is made with. */
export interface PagedRowsOptions<TRow> {
  readonly rowCount: number;
  /** Rows are held and let go in blocks of this many; the last one may be shorter. */
  readonly rowsPerBlock: number;
  /** How much to fetch; may be another each time. Block by block, and one ahead, unless told. */
  readonly policy?: () => PagePolicy;
  /** Rejects when the page could not be had; a rejection after `signal` was aborted is ignored. */
  readonly fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<readonly TRow[]>;
  /** Throws when an answer cannot be what was asked for. That stops all paging: such rows must not be shown. */
  readonly check?: (rowStart: number, rows: readonly TRow[]) => void;
  /** Called when rows that had passed `check` are no longer held. */
  readonly onDrop?: (rowStart: number, rows: readonly TRow[]) => void;
  /** True for a failure after which no further page can be had, such as a snapshot that is gone. */
  readonly isFinal?: (error: unknown) => boolean;
  /** The first rows, as far as they are here already: whole blocks, or all rows. */
  readonly firstRows?: readonly TRow[];
  /** Estimated memory that held rows may take; those in view, and those being fetched for what comes next, are kept even beyond it. */
  readonly byteLimit?: number;
  readonly maxConcurrent?: number;
  /** Estimated memory of one row. */
  readonly bytesOfRow?: (row: TRow) => number;
  /** Does something once rows that have just come are drawn. In the next microtask, unless told. */
  readonly afterDrawing?: (task: () => void) => void;
}

export type PagedRowState = 'ready' | 'loading' | 'failed';

/** Rows of a fixed set, held page by page as far as they are wanted and memory allows. An external store for React. */
export interface PagedRows<TRow> {
  /** Calls back after every change of what the getters answer. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly getVersion: () => number;
  /** 'failed' also for rows that can no longer be had because paging has stopped. */
  readonly getRowState: (rowIndex: number) => PagedRowState;
  /** Null unless held. The same object as long as its page is held. */
  readonly getRow: (rowIndex: number) => TRow | null;
  /** What stopped all paging; null while it goes on. */
  readonly getStop: () => { readonly error: unknown } | null;
  /** Stops all paging for a reason that was learnt elsewhere; the first reason stays. */
  readonly end: (error: unknown) => void;
  /** What kept a page in view from being fetched; null when nothing did, and when paging has stopped. */
  readonly getFailureInView: () => { readonly error: unknown } | null;
  /** The rows that are held, in no order: `rowStart` inclusive, `rowEnd` exclusive. */
  readonly getHeldRanges: () => readonly RowSpan[];
  /**
   * Rows that somebody works with, such as a selection: of pages that are held, theirs are the last to be let go. As long as
   * there is memory for them, they never are.
   */
  readonly setKept: (ranges: readonly RowSpan[]) => void;
  /** Says what is in view. Fetches what is missing, most urgent first, and aborts what has gone out of reach. */
  readonly setWanted: (wanted: WantedRows) => void;
  /** Asks again for the page of a row that failed. */
  readonly retry: (rowIndex: number) => void;
  /** Asks again for every failed page in reach. */
  readonly retryFailed: () => void;
  /** For the status line and for tests: what is held and on its way. */
  readonly getFigures: () => PagedRowsFigures;
  /**
   * Whether anybody looks, as is so at first. While nobody does, nothing is asked for, and of what was held only what was in
   * view stays: enough for whoever comes back. Where paging has stopped, all of it does.
   */
  readonly setWatched: (isWatched: boolean) => void;
}

export interface PagedRowsFigures {
  readonly heldRows: number;
  readonly heldBytes: number;
  readonly inFlight: number;
  /** Since the store was made. */
  readonly asked: number;
  readonly aborted: number;
}

interface FlyingPage {
  readonly span: PageSpan;
  readonly controller: AbortController;
}

const DEFAULT_BYTE_LIMIT = 12 * 1024 * 1024;

const BLOCK_BY_BLOCK: PagePolicy = {
  blocksInView: 1,
  blocksAhead: 1,
  leadBlocks: 1,
  aheadWaits: false,
};

/** Makes a store; it asks for nothing before `setWanted`. */
export function createPagedRows<TRow>(options: PagedRowsOptions<TRow>): PagedRows<TRow> {
  const { rowCount, rowsPerBlock, fetchPage, check, isFinal } = options;
  const policy = options.policy ?? (() => BLOCK_BY_BLOCK);
  const maxConcurrent = options.maxConcurrent ?? 4;
  const afterDrawing = options.afterDrawing ?? queueMicrotask;
  const held = createHeldBlocks<TRow>({
    rowsPerBlock,
    byteLimit: options.byteLimit ?? DEFAULT_BYTE_LIMIT,
    bytesOfRow: options.bytesOfRow ?? estimateRowBytes,
    onDrop: options.onDrop,
  });
  const listeners = new Set<() => void>();
  const flying = new Set<FlyingPage>();
  /** One object for all blocks that failed together. */
  const failed = new Map<number, { readonly error: unknown }>();
  let wanted: WantedRows | null = null;
  let kept: readonly RowSpan[] = [];
  let stop: { readonly error: unknown } | null = null;
  let isWatched = true;
  let version = 0;
  let asked = 0;
  let aborted = 0;

  const blockOf = (rowIndex: number) => Math.floor(rowIndex / rowsPerBlock);

  function standingOf(block: number): BlockStanding | undefined {
    if (held.has(block)) return 'held';
    for (const { span } of flying) if (block >= span.blockStart && block < span.blockEnd) return 'in-flight';
    return failed.has(block) ? 'failed' : undefined;
  }

  function planInput(seen: WantedRows) {
    return { wanted: seen, rowCount, rowsPerBlock, policy: policy() };
  }

  function changed(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  function inView(): BlockSpan {
    return wanted === null ? { blockStart: 0, blockEnd: 0 } : blocksOfRows(wanted, rowCount, rowsPerBlock);
  }

  function isViewHeld(): boolean {
    const { blockStart, blockEnd } = inView();
    for (let block = blockStart; block < blockEnd; block += 1) if (!held.has(block)) return false;
    return true;
  }

  function evict(): void {
    // Not those that come next either: they would be asked for again at once.
    held.fit(new Set(wanted === null ? [] : blocksByUrgency(planInput(wanted))), kept);
  }

  function abort(page: FlyingPage): void {
    page.controller.abort();
    flying.delete(page);
    aborted += 1;
  }

  function pump(): void {
    if (wanted === null || stop !== null || !isWatched) return;
    const pages = [...flying];
    const plan = planPages({
      ...planInput(wanted),
      maxConcurrent,
      standingOf,
      inFlight: pages.map(({ span }) => span),
    });
    for (const page of pages) if (plan.abort.includes(page.span)) abort(page);
    for (const span of plan.ask) void ask(span);
  }

  async function ask(span: PageSpan): Promise<void> {
    const mine: FlyingPage = { span, controller: new AbortController() };
    flying.add(mine);
    asked += 1;
    const request = {
      page: span.blockStart / span.blocksPerPage,
      pageSize: span.blocksPerPage * rowsPerBlock,
    };
    let rows: readonly TRow[];
    try {
      rows = await fetchPage(request, mine.controller.signal);
    } catch (error) {
      if (!flying.delete(mine)) return;
      if (isFinal?.(error) === true) {
        stopPaging(error);
      } else {
        const failure = { error };
        for (let block = span.blockStart; block < span.blockEnd; block += 1) failed.set(block, failure);
      }
      changed();
      pump();
      return;
    }
    if (!flying.delete(mine)) return;
    try {
      take(request, rows);
      evict();
    } catch (error) {
      stopPaging(error);
    }
    changed();
    // Whoever has just heard of the rows draws them first: to send a request takes time, too. What is in view cannot wait.
    if (isViewHeld()) afterDrawing(pump);
    else queueMicrotask(pump);
  }

  function take({ page, pageSize }: PageRequest, rows: readonly TRow[]): void {
    const rowStart = page * pageSize;
    const expected = Math.min(pageSize, rowCount - rowStart);
    if (rows.length !== expected) throw new PageLengthError(page, expected, rows.length);
    check?.(rowStart, rows);
    held.add(rowStart, rows);
  }

  function stopPaging(error: unknown): void {
    stop = { error };
    for (const page of flying) abort(page);
  }

  function forgetFailures(isForgotten: (failure: { readonly error: unknown }) => boolean): void {
    let hasForgotten = false;
    for (const [block, failure] of failed) {
      if (isForgotten(failure)) hasForgotten = failed.delete(block) || hasForgotten;
    }
    if (hasForgotten) changed();
  }

  if (options.firstRows !== undefined) {
    take({ page: 0, pageSize: Math.max(1, options.firstRows.length) }, options.firstRows);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getVersion: () => version,
    getRowState(rowIndex) {
      const block = blockOf(rowIndex);
      if (held.has(block)) return 'ready';
      return stop !== null || failed.has(block) ? 'failed' : 'loading';
    },
    getRow(rowIndex) {
      return held.get(blockOf(rowIndex))?.[rowIndex % rowsPerBlock] ?? null;
    },
    getHeldRanges: held.ranges,
    setKept(ranges) {
      kept = ranges;
    },
    getStop: () => stop,
    end(error) {
      if (stop !== null) return;
      stopPaging(error);
      changed();
    },
    getFailureInView() {
      if (stop !== null) return null;
      const { blockStart, blockEnd } = inView();
      for (let block = blockStart; block < blockEnd; block += 1) {
        const failure = failed.get(block);
        if (failure !== undefined) return failure;
      }
      return null;
    },
    setWanted(next) {
      // Whether one of them is in view may be about to change.
      const hasFailures = failed.size > 0;
      wanted = next;
      const { blockStart, blockEnd } = inView();
      for (let block = blockStart; block < blockEnd; block += 1) held.touch(block);
      // Who comes back to a failed page later finds it tried anew.
      const inReach = new Set(hasFailures ? blocksByUrgency(planInput(next)) : []);
      for (const block of failed.keys()) if (!inReach.has(block)) failed.delete(block);
      if (hasFailures) changed();
      pump();
    },
    retry(rowIndex) {
      const failure = failed.get(blockOf(rowIndex));
      if (failure !== undefined) forgetFailures((each) => each === failure);
      pump();
    },
    retryFailed() {
      forgetFailures(() => true);
      pump();
    },
    getFigures() {
      const heldRows = held.ranges().reduce((total, { rowStart, rowEnd }) => total + rowEnd - rowStart, 0);
      return { heldRows, heldBytes: held.bytes(), inFlight: flying.size, asked, aborted };
    },
    setWatched(next) {
      isWatched = next;
      if (isWatched) return pump();
      for (const page of flying) abort(page);
      // What could not be had again stays.
      if (stop === null) held.keepOnly(inView());
      changed();
    },
  };
}
