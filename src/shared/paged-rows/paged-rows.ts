import { estimateRowBytes } from './estimate-row-bytes';
import { pagesByUrgency, pagesOfRows, planPages, type PageStanding, type WantedRows } from './plan-pages';

/** What a store of pages is made with. Pages are 0-based. */
export interface PagedRowsOptions<TRow> {
  readonly rowCount: number;
  /** In rows; the last page may be shorter. */
  readonly pageSize: number;
  /** Rejects when the page could not be had; a rejection after `signal` was aborted is ignored. */
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<readonly TRow[]>;
  /** Throws when an answer cannot be what was asked for. That stops all paging: such rows must not be shown. */
  readonly check?: (page: number, rows: readonly TRow[]) => void;
  /** Called when a page that had passed `check` is no longer held. */
  readonly onDrop?: (page: number, rows: readonly TRow[]) => void;
  /** True for a failure after which no further page can be had, such as a snapshot that is gone. */
  readonly isFinal?: (error: unknown) => boolean;
  /** Pages that are here already. */
  readonly seed?: ReadonlyMap<number, readonly TRow[]>;
  /** Estimated memory that held rows may take; pages in view are kept even beyond it. */
  readonly byteLimit?: number;
  readonly maxConcurrent?: number;
  /** How many pages beyond those in view are fetched in the direction of travel. */
  readonly pagesAhead?: number;
  /** Estimated memory of one row. */
  readonly bytesOfRow?: (row: TRow) => number;
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
  /** What kept the page of a row from being fetched; null when nothing did. */
  readonly getFailure: (rowIndex: number) => { readonly error: unknown } | null;
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
  /** Aborts what is on its way and asks for nothing more; what is held can still be read. */
  readonly dispose: () => void;
}

/** `rowStart` inclusive, `rowEnd` exclusive. */
export interface RowSpan {
  readonly rowStart: number;
  readonly rowEnd: number;
}

export interface PagedRowsFigures {
  readonly heldPages: number;
  readonly heldRows: number;
  readonly heldBytes: number;
  readonly inFlight: number;
  /** Since the store was made. */
  readonly asked: number;
  readonly aborted: number;
}

interface HeldPage<TRow> {
  readonly rows: readonly TRow[];
  readonly bytes: number;
}

const DEFAULT_BYTE_LIMIT = 12 * 1024 * 1024;

/** Thrown on the answer's behalf when it has not the number of rows that its page must have. */
export class PageLengthError extends Error {
  override readonly name = 'PageLengthError';
  readonly page: number;
  readonly expected: number;
  readonly received: number;
  constructor(page: number, expected: number, received: number) {
    super(`Page ${page} should have ${expected} rows and has ${received}.`);
    this.page = page;
    this.expected = expected;
    this.received = received;
  }
}

/** Makes a store; it asks for nothing before `setWanted`. */
export function createPagedRows<TRow>(options: PagedRowsOptions<TRow>): PagedRows<TRow> {
  const { rowCount, pageSize, fetchPage, check, onDrop, isFinal } = options;
  const byteLimit = options.byteLimit ?? DEFAULT_BYTE_LIMIT;
  const maxConcurrent = options.maxConcurrent ?? 4;
  const pagesAhead = options.pagesAhead ?? 1;
  const bytesOfRow = options.bytesOfRow ?? estimateRowBytes;

  const listeners = new Set<() => void>();
  /** Least recently wanted first. */
  const held = new Map<number, HeldPage<TRow>>();
  const inFlight = new Map<number, AbortController>();
  const failed = new Map<number, unknown>();
  let wanted: WantedRows | null = null;
  let kept: readonly RowSpan[] = [];
  let stop: { readonly error: unknown } | null = null;
  let isDisposed = false;
  let version = 0;
  let heldBytes = 0;
  let asked = 0;
  let aborted = 0;

  const pageOf = (rowIndex: number) => Math.floor(rowIndex / pageSize);

  function standingOf(page: number): PageStanding | undefined {
    if (held.has(page)) return 'held';
    if (inFlight.has(page)) return 'in-flight';
    return failed.has(page) ? 'failed' : undefined;
  }

  function changed(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  function hold(page: number, rows: readonly TRow[]): void {
    const bytes = rows.reduce((total, row) => total + bytesOfRow(row), 0);
    held.set(page, { rows, bytes });
    heldBytes += bytes;
  }

  function evict(): void {
    const visible = wanted === null ? null : pagesOfRows(wanted, rowCount, pageSize);
    const isVisible = (page: number) =>
      visible !== null && page >= visible.pageStart && page < visible.pageEnd;
    letGo((page) => !isVisible(page) && !isKept(page));
    letGo((page) => !isVisible(page));
  }

  function letGo(mayGo: (page: number) => boolean): void {
    for (const [page, { rows, bytes }] of held) {
      if (heldBytes <= byteLimit) return;
      if (!mayGo(page)) continue;
      held.delete(page);
      heldBytes -= bytes;
      onDrop?.(page, rows);
    }
  }

  function isKept(page: number): boolean {
    const rowStart = page * pageSize;
    return kept.some((range) => range.rowStart < rowStart + pageSize && rowStart < range.rowEnd);
  }

  function abortPage(page: number): void {
    inFlight.get(page)?.abort();
    inFlight.delete(page);
    aborted += 1;
  }

  function pump(): void {
    if (wanted === null || stop !== null || isDisposed) return;
    const plan = planPages({
      wanted,
      rowCount,
      pageSize,
      pagesAhead,
      maxConcurrent,
      standingOf,
      inFlight: [...inFlight.keys()],
    });
    for (const page of plan.abort) abortPage(page);
    for (const page of plan.ask) void ask(page);
  }

  async function ask(page: number): Promise<void> {
    const controller = new AbortController();
    inFlight.set(page, controller);
    asked += 1;
    const isCurrent = () => inFlight.get(page) === controller;
    let rows: readonly TRow[];
    try {
      rows = await fetchPage(page, controller.signal);
    } catch (error) {
      if (!isCurrent()) return;
      inFlight.delete(page);
      if (isFinal?.(error) === true) stopPaging(error);
      else failed.set(page, error);
      changed();
      pump();
      return;
    }
    if (!isCurrent()) return;
    inFlight.delete(page);
    try {
      checkAnswer(page, rows);
      hold(page, rows);
      evict();
    } catch (error) {
      stopPaging(error);
    }
    changed();
    pump();
  }

  function checkAnswer(page: number, rows: readonly TRow[]): void {
    const expected = Math.min(pageSize, rowCount - page * pageSize);
    if (rows.length !== expected) throw new PageLengthError(page, expected, rows.length);
    check?.(page, rows);
  }

  function stopPaging(error: unknown): void {
    stop = { error };
    for (const page of inFlight.keys()) abortPage(page);
  }

  function forgetFailures(pages: Iterable<number>): void {
    let hasForgotten = false;
    for (const page of pages) hasForgotten = failed.delete(page) || hasForgotten;
    if (hasForgotten) changed();
  }

  for (const [page, rows] of options.seed ?? []) {
    checkAnswer(page, rows);
    hold(page, rows);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getVersion: () => version,
    getRowState(rowIndex) {
      const page = pageOf(rowIndex);
      if (held.has(page)) return 'ready';
      return stop !== null || failed.has(page) ? 'failed' : 'loading';
    },
    getRow(rowIndex) {
      return held.get(pageOf(rowIndex))?.rows[rowIndex % pageSize] ?? null;
    },
    getHeldRanges: () =>
      [...held].map(([page, { rows }]) => ({
        rowStart: page * pageSize,
        rowEnd: page * pageSize + rows.length,
      })),
    setKept(ranges) {
      kept = ranges;
    },
    getStop: () => stop,
    getFailure(rowIndex) {
      const page = pageOf(rowIndex);
      return failed.has(page) ? { error: failed.get(page) } : null;
    },
    getFailureInView() {
      if (wanted === null || stop !== null) return null;
      const { pageStart, pageEnd } = pagesOfRows(wanted, rowCount, pageSize);
      const page = [...failed.keys()].find((each) => each >= pageStart && each < pageEnd);
      return page === undefined ? null : { error: failed.get(page) };
    },
    setWanted(next) {
      // Whether one of them is in view may be about to change.
      const hasFailures = failed.size > 0;
      wanted = next;
      const { pageStart, pageEnd } = pagesOfRows(next, rowCount, pageSize);
      for (let page = pageStart; page < pageEnd; page += 1) {
        const seen = held.get(page);
        if (seen === undefined) continue;
        held.delete(page);
        held.set(page, seen);
      }
      // Who comes back to a failed page later finds it tried anew.
      const inReach = pagesByUrgency({ wanted: next, rowCount, pageSize, pagesAhead });
      for (const page of failed.keys()) if (!inReach.includes(page)) failed.delete(page);
      if (hasFailures) changed();
      pump();
    },
    retry(rowIndex) {
      forgetFailures([pageOf(rowIndex)]);
      pump();
    },
    retryFailed() {
      forgetFailures([...failed.keys()]);
      pump();
    },
    getFigures() {
      let heldRows = 0;
      for (const { rows } of held.values()) heldRows += rows.length;
      return { heldPages: held.size, heldRows, heldBytes, inFlight: inFlight.size, asked, aborted };
    },
    dispose() {
      isDisposed = true;
      for (const page of inFlight.keys()) abortPage(page);
    },
  };
}
