import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { VisibleRows } from '@/lib/grid/grid-model';
import { estimateRowBytes } from './block-cache';
import type { PageSizing } from './page-sizing';
import { createPagedRows, type PagedRowsOptions } from './paged-rows';
import type { PagePolicy } from './plan-pages';
import { runs } from '@/test/runs';

interface Call {
  readonly page: number;
  readonly pageSize: number;
  readonly signal: AbortSignal;
  readonly respond: (rows?: readonly string[]) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
}

const ROWS = 1_000;
const PAGE = 100;
const rowOf = (rowIndex: number) => `row ${rowIndex}`;
const ROW_BYTES = estimateRowBytes(rowOf(999));
const pageRows = (page: number, rowCount = ROWS, pageSize = PAGE) =>
  Array.from({ length: Math.min(pageSize, rowCount - page * pageSize) }, (_, index) =>
    rowOf(page * pageSize + index),
  );

/** Creates a store whose fetches wait until the test settles them. */
function harness(options: Partial<PagedRowsOptions<string>> = {}) {
  const calls: Call[] = [];
  const store = createPagedRows<string>({
    rowCount: ROWS,
    rowsPerBlock: PAGE,
    fetchPage: ({ page, pageSize }, signal) =>
      new Promise((resolve, reject) => {
        calls.push({
          page,
          pageSize,
          signal,
          respond: async (rows = pageRows(page, options.rowCount, pageSize)) => {
            resolve({ rows, timing: null });
            await settledTasks();
          },
          fail: async (error) => {
            reject(error);
            await settledTasks();
          },
        });
      }),
    ...options,
  });
  const callFor = (page: number) => {
    const call = calls.findLast((candidate) => candidate.page === page);
    if (call === undefined) throw new Error(`Page ${page} was not asked for.`);
    return call;
  };
  return { store, calls, callFor, asked: () => calls.map((call) => call.page) };
}

/** Creates page sizes that the test determines. */
const fixed = (policy: () => PagePolicy): PageSizing => ({ policy, learn: () => undefined });

const ahead = (leadBlocks: number) =>
  fixed(() => ({ blocksInView: 1, blocksAhead: 1, leadBlocks, aheadWaits: false }));

async function settledTasks(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

const visibleOf = (rowStart: number, more: Partial<VisibleRows> = {}): VisibleRows => ({
  rowStart,
  rowEnd: rowStart + 30,
  direction: 'down',
  isFast: false,
  ...more,
});

describe('paged rows', () => {
  it('reports a failure while it is in view, and no longer', async () => {
    const { store, callFor } = harness({ sizing: ahead(1) });
    store.setVisibleRows(visibleOf(0));
    await callFor(0).respond();
    await callFor(1).fail(new Error('cut'));
    expect(store.getFailureInView()).toBeNull();
    const listener = vi.fn();
    store.subscribe(listener);
    store.setVisibleRows(visibleOf(90));
    expect(store.getFailureInView()).toEqual({ error: new Error('cut') });
    expect(listener).toHaveBeenCalledTimes(1);
    store.setVisibleRows(visibleOf(0));
    expect(store.getFailureInView()).toBeNull();
    expect(listener).toHaveBeenCalledTimes(2);
    store.setVisibleRows(visibleOf(90));
    store.retryFailed();
    expect(store.getFailureInView()).toBeNull();
    await callFor(1).respond();
    expect(store.getRowState(100)).toBe('ready');
  });

  it('fetches what is in view, then ahead, and notifies its subscribers', async () => {
    const { store, asked, callFor } = harness();
    const listener = vi.fn<() => void>();
    store.subscribe(listener);
    store.setVisibleRows(visibleOf(510));
    expect(asked()).toEqual([5, 6]);
    expect(store.getRowState(510)).toBe('loading');
    expect(store.getRow(510)).toBeNull();
    const before = store.getVersion();

    await callFor(5).respond();

    expect(listener).toHaveBeenCalledOnce();
    expect(store.getVersion()).not.toBe(before);
    expect(store.getRowState(599)).toBe('ready');
    expect(store.getRow(599)).toBe('row 599');
    expect(store.getRow(510)).toBe(store.getRow(510));
    expect(store.getRowState(600)).toBe('loading');
  });

  it('requests no page twice, loaded or loading', async () => {
    const { store, asked, callFor } = harness();
    store.setVisibleRows(visibleOf(510));
    store.setVisibleRows(visibleOf(520));
    await callFor(5).respond();
    store.setVisibleRows(visibleOf(530));
    expect(asked()).toEqual([5, 6]);
  });

  it('has the seed without requesting it', () => {
    const { store, asked } = harness({ firstRows: pageRows(0) });
    expect(store.getRow(99)).toBe('row 99');
    store.setVisibleRows(visibleOf(0));
    expect(asked()).toEqual([1]);
  });

  it('waits while rows fly by, and asks once when they slow', () => {
    const { store, asked } = harness();
    for (let rowStart = 0; rowStart < 900; rowStart += 30) {
      store.setVisibleRows(visibleOf(rowStart, { isFast: true }));
    }
    expect(asked()).toEqual([]);
    store.setVisibleRows(visibleOf(900));
    expect(asked()).toEqual([9]);
  });

  it('aborts what is out of reach and ignores its late response', async () => {
    const check = vi.fn<(rows: readonly string[]) => void>();
    const { store, callFor } = harness({ check });
    store.setVisibleRows(visibleOf(10));
    const left = callFor(0);
    store.setVisibleRows(visibleOf(810));
    expect(left.signal.aborted).toBe(true);
    expect(callFor(8).signal.aborted).toBe(false);

    await left.respond();
    expect(store.getRowState(10)).toBe('loading');
    expect(store.getStatistics()).toMatchObject({ cachedRows: 0, aborted: 2 });
    // `check` may record the rows that the cache holds. These rows are not cached, so it must not be called for them.
    expect(check).not.toHaveBeenCalled();
  });

  it('ignores a late failure: of a page that nobody wants any more, and of an earlier try', async () => {
    const { store, calls, asked } = harness({ sizing: ahead(0), isFatal: (error) => error === 'gone' });
    store.setVisibleRows(visibleOf(10));
    store.setVisibleRows(visibleOf(210));
    await calls[0]?.fail(new Error('cut'));
    expect(store.getRowState(10)).toBe('loading');
    store.setVisibleRows(visibleOf(10));
    expect(asked()).toEqual([0, 2, 0]);
    await calls[1]?.fail('gone');
    expect(store.getFatalFailure()).toBeNull();

    store.setVisibleRows(visibleOf(510));
    store.setVisibleRows(visibleOf(10));
    expect(asked()).toEqual([0, 2, 0, 5, 0]);
    await calls[2]?.fail(new Error('cut'));
    expect(store.getRowState(10)).toBe('loading');
    expect(store.getFailureInView()).toBeNull();
    await calls[4]?.respond();
    expect(store.getRow(10)).toBe('row 10');
  });

  it('takes the response of the second request when a page was aborted and requested again', async () => {
    const { store, calls } = harness({ sizing: ahead(0) });
    store.setVisibleRows(visibleOf(10));
    store.setVisibleRows(visibleOf(810));
    store.setVisibleRows(visibleOf(10));
    const [first, , second] = calls;
    await first?.respond(pageRows(0).map(() => 'stale'));
    expect(store.getRow(10)).toBeNull();
    await second?.respond();
    expect(store.getRow(10)).toBe('row 10');
  });

  it('shows a failed page as failed, its rows only, until it is retried', async () => {
    const { store, asked, callFor } = harness({ sizing: ahead(0) });
    const error = new Error('no');
    store.setVisibleRows(visibleOf(90));
    await callFor(0).fail(error);
    await callFor(1).respond();
    expect(store.getRowState(99)).toBe('failed');
    expect(store.getFailureInView()).toEqual({ error });
    expect(store.getRowState(100)).toBe('ready');

    store.setVisibleRows(visibleOf(85));
    expect(asked()).toEqual([0, 1]);
    store.retry(95);
    expect(asked()).toEqual([0, 1, 0]);
    expect(store.getRowState(99)).toBe('loading');
    await callFor(0).respond();
    expect(store.getRow(99)).toBe('row 99');
  });

  it('requests a failed page again when it comes back into view', async () => {
    const { store, asked, callFor } = harness({ sizing: ahead(0) });
    store.setVisibleRows(visibleOf(10));
    await callFor(0).fail(new Error('no'));
    store.setVisibleRows(visibleOf(510));
    store.setVisibleRows(visibleOf(10));
    expect(asked()).toEqual([0, 5, 0]);
  });

  it('keeps to four requests at once, the visible pages before all others', async () => {
    const { store, asked, callFor } = harness({ sizing: ahead(3) });
    store.setVisibleRows(visibleOf(90));
    expect(asked()).toEqual([0, 1, 2, 3]);
    await callFor(2).respond();
    expect(asked()).toEqual([0, 1, 2, 3, 4]);
  });

  it('expects the last page to be as short as it must be', async () => {
    const { store, callFor } = harness({ rowCount: 950 });
    store.setVisibleRows(visibleOf(920));
    await callFor(9).respond();
    expect(store.getFatalFailure()).toBeNull();
    expect(store.getRow(949)).toBe('row 949');
  });

  it('stops at what the check refuses, and keeps loaded rows readable', async () => {
    const mismatch = new Error('another snapshot');
    const { store, callFor } = harness({
      check: (rows) => {
        if (rows[0] === 'row 100') throw mismatch;
      },
    });
    store.setVisibleRows(visibleOf(10));
    await callFor(0).respond();
    await callFor(1).respond();
    expect(store.getFatalFailure()).toEqual({ error: mismatch });
    expect(store.getRow(10)).toBe('row 10');
    expect(store.getRowState(110)).toBe('failed');
  });

  it('stops on a failure that is final', async () => {
    const gone = new Error('expired');
    const { store, callFor } = harness({ isFatal: (error) => error === gone });
    store.setVisibleRows(visibleOf(10));
    await callFor(0).fail(gone);
    expect(store.getFatalFailure()).toEqual({ error: gone });
  });

  it('evicts the pages used least recently, never those in view', async () => {
    const { store, callFor } = harness({ byteLimit: 250 * ROW_BYTES, sizing: ahead(0) });
    for (const page of [0, 3, 5]) {
      store.setVisibleRows(visibleOf(page * PAGE));
      await callFor(page).respond();
    }
    expect(store.getRow(0)).toBeNull();
    expect(store.getRow(300)).toBe('row 300');
    // The user sees page 3 again, so it is no longer the least recently used page.
    store.setVisibleRows(visibleOf(300));
    store.setVisibleRows(visibleOf(700));
    await callFor(7).respond();
    expect(store.getRow(300)).toBe('row 300');
    expect(store.getRow(500)).toBeNull();

    const tight = harness({ byteLimit: 50 * ROW_BYTES });
    tight.store.setVisibleRows(visibleOf(90));
    await tight.callFor(0).respond();
    await tight.callFor(1).respond();
    expect(tight.store.getRow(99)).toBe('row 99');
    expect(tight.store.getRow(100)).toBe('row 100');
  });

  it('evicts the rows that are in use last, and reports what it evicted', async () => {
    const evicted: unknown[] = [];
    const { store, callFor } = harness({
      sizing: ahead(0),
      byteLimit: 3 * PAGE * ROW_BYTES,
      onEvict: (rows) => evicted.push(rows[0]),
    });
    store.setRetained([
      { rowStart: 100, rowEnd: 200 },
      { rowStart: 20, rowEnd: 30 },
    ]);
    for (const page of [0, 1, 2, 3, 4]) {
      store.setVisibleRows(visibleOf(page * PAGE));
      await callFor(page).respond();
    }
    expect(evicted).toEqual(['row 200', 'row 300']);
    expect([25, 125].map(store.getRow)).toEqual(['row 25', 'row 125']);
    expect(store.getCachedRanges()).toContainEqual({ rowStart: 100, rowEnd: 200 });

    store.setRetained([{ rowStart: 0, rowEnd: ROWS }]);
    store.setVisibleRows(visibleOf(5 * PAGE));
    await callFor(5).respond();
    expect(store.getStatistics().cachedRows).toBe(300);
  });

  it('takes pages of any size, and fails and tries again what came together', async () => {
    const policy = { blocksInView: 2, blocksAhead: 4, leadBlocks: 4, aheadWaits: false };
    const { store, calls } = harness({ sizing: fixed(() => policy) });
    store.setVisibleRows(visibleOf(110));
    expect(calls.map(({ page, pageSize }) => [page, pageSize])).toEqual([
      [0, 200],
      [1, 200],
      [1, 400],
    ]);
    const [inView, next, further] = calls;
    await inView?.respond();
    expect([store.getRow(0), store.getRow(199)]).toEqual(['row 0', 'row 199']);
    await further?.respond();
    expect([store.getRow(400), store.getRow(799)]).toEqual(['row 400', 'row 799']);
    await next?.fail(new Error('cut'));
    expect([200, 399, 400].map(store.getRowState)).toEqual(['failed', 'failed', 'ready']);
    store.retry(399);
    expect(calls.slice(3).map(({ page, pageSize }) => [page, pageSize])).toEqual([[1, 200]]);
    await calls[3]?.respond();
    expect([200, 399].map(store.getRowState)).toEqual(['ready', 'ready']);
  });

  it('asks for what is ahead as soon as what is in view has come, or failed', async () => {
    const policy = { ...ahead(1).policy(), aheadWaits: true };
    const { store, asked, callFor } = harness({ sizing: fixed(() => policy) });
    store.setVisibleRows(visibleOf(110));
    expect(asked()).toEqual([1]);
    await callFor(1).respond();
    expect(asked()).toEqual([1, 2]);
    store.setVisibleRows(visibleOf(510));
    await callFor(5).fail(new Error('cut'));
    expect(asked()).toEqual([1, 2, 5, 6]);
  });

  it('requests rows ahead after new rows were painted, and rows in view at once', async () => {
    const painted: (() => void)[] = [];
    const { store, asked, callFor } = harness({
      sizing: fixed(() => ({ ...ahead(1).policy(), aheadWaits: true })),
      afterPaint: (task) => painted.push(task),
    });
    store.setVisibleRows({ ...visibleOf(150), rowEnd: 550 });
    expect(asked()).toEqual([1, 2, 3, 4]);
    await callFor(1).respond();
    expect(asked()).toEqual([1, 2, 3, 4, 5]);
    for (const page of [2, 3, 4, 5]) await callFor(page).respond();
    expect(asked()).toEqual([1, 2, 3, 4, 5]);
    for (const task of painted) task();
    expect(asked()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('keeps its first rows where nobody has looked yet', () => {
    const { store } = harness({ firstRows: Array.from({ length: 100 }, (_, row) => `row ${row}`) });
    store.setActive(false);
    store.setActive(true);
    expect(store.getRow(99)).toBe('row 99');
  });

  it('rests while nobody looks: aborts, keeps what was in view, and goes on where it was', async () => {
    const evicted: unknown[] = [];
    const { store, asked, callFor, calls } = harness({ onEvict: (rows) => evicted.push(rows[0]) });
    store.setVisibleRows(visibleOf(10));
    await callFor(0).respond();
    await callFor(1).respond();
    store.setVisibleRows(visibleOf(510));
    await callFor(5).respond();
    expect(asked()).toEqual([0, 1, 5, 6]);

    store.setActive(false);
    expect(callFor(6).signal.aborted).toBe(true);
    expect(evicted).toEqual(['row 0', 'row 100']);
    expect([510, 10].map(store.getRow)).toEqual(['row 510', null]);
    expect(store.getStatistics()).toMatchObject({ cachedRows: 100, inFlight: 0 });
    store.setVisibleRows(visibleOf(210));
    expect(asked()).toHaveLength(4);

    store.setActive(true);
    expect(asked().slice(4)).toEqual([2, 3]);
    await calls[4]?.respond();
    expect(store.getRow(210)).toBe('row 210');

    // After this failure no page can be fetched again, because the service no longer has the rows.
    store.fail(new Error('gone'));
    store.setVisibleRows(visibleOf(810));
    store.setActive(false);
    expect(store.getRow(210)).toBe('row 210');
  });

  it('covers the rows in view exactly once with pages of any sequence of sizes, on any walk', async () => {
    const size = fc.constantFrom(1, 2, 4, 8, 16);
    const step = fc.record({
      rowStart: fc.integer({ min: 0, max: ROWS - 30 }),
      direction: fc.constantFrom('up' as const, 'down' as const),
      isFast: fc.boolean(),
      policy: fc.record({
        blocksInView: size,
        blocksAhead: size,
        leadBlocks: fc.nat(8),
        aheadWaits: fc.boolean(),
      }),
      responses: fc.array(fc.record({ pick: fc.nat({ max: 3 }), isFailure: fc.boolean() }), { maxLength: 3 }),
    });
    const rowCounts = fc.constantFrom(ROWS, 950, 430, 99);
    await fc.assert(
      fc.asyncProperty(rowCounts, fc.array(step, { maxLength: 25 }), async (rowCount, steps) => {
        let policy = { blocksInView: 1, blocksAhead: 1, leadBlocks: 1, aheadWaits: false };
        const { store, calls } = harness({
          rowCount,
          byteLimit: 400 * ROW_BYTES,
          sizing: fixed(() => policy),
        });
        const responded = new Set<Call>();
        const waiting = () => calls.filter((call) => !call.signal.aborted && !responded.has(call));
        const expectNoneTwice = () => {
          // Every page consists of whole blocks, so the first row of each block represents the block.
          const blocks = waiting().flatMap(({ page, pageSize }) =>
            Array.from({ length: pageSize / PAGE }, (_, index) => page * pageSize + index * PAGE),
          );
          expect(new Set(blocks).size).toBe(blocks.length);
          const isHeld = (row: number) => row < rowCount && store.getRowState(row) === 'ready';
          expect(blocks.filter(isHeld)).toEqual([]);
          expect(calls.filter(({ page, pageSize }) => page * pageSize >= rowCount)).toEqual([]);
        };
        for (const { responses, policy: next, ...wanted } of steps) {
          policy = next;
          store.setVisibleRows({ ...wanted, rowEnd: wanted.rowStart + 30 });
          expectNoneTwice();
          for (const { pick, isFailure } of responses) {
            const call = waiting()[pick];
            if (call === undefined) continue;
            responded.add(call);
            if (isFailure) await call.fail(new Error('no'));
            else await call.respond();
            expectNoneTwice();
          }
        }
        const last = steps.at(-1);
        if (last === undefined) return;
        store.retryFailed();
        store.setVisibleRows({ ...last, rowEnd: last.rowStart + 30, isFast: false });
        for (let call = waiting()[0]; call !== undefined; call = waiting()[0]) {
          responded.add(call);
          await call.respond();
          expectNoneTwice();
        }
        expect(store.getFatalFailure()).toBeNull();
        for (let row = last.rowStart; row < Math.min(rowCount, last.rowStart + 30); row += 1) {
          expect(store.getRow(row)).toBe(rowOf(row));
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('shows every row with its own content and stays within its memory on any walk', async () => {
    const step = fc.record({
      rowStart: fc.integer({ min: 0, max: ROWS - 30 }),
      direction: fc.constantFrom('up' as const, 'down' as const),
      isFast: fc.boolean(),
      responses: fc.array(fc.nat({ max: 6 }), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { store, calls } = harness({ byteLimit: 400 * ROW_BYTES });
        const open = new Set<Call>();
        let known = 0;
        for (const { responses, ...wanted } of steps) {
          store.setVisibleRows({ ...wanted, rowEnd: wanted.rowStart + 30 });
          for (const pick of responses) {
            for (const call of calls.slice(known)) open.add(call);
            known = calls.length;
            // Responses arrive in any order, including responses to aborted requests.
            const call = [...open][pick];
            if (call === undefined) continue;
            open.delete(call);
            if (pick === 3) await call.fail(new Error('no'));
            else await call.respond();
          }
          const flying = calls.filter((call) => !call.signal.aborted);
          expect(store.getStatistics().inFlight).toBeLessThanOrEqual(4);
          expect(store.getStatistics().cachedRows).toBeLessThanOrEqual(400);
          expect(flying.length).toBeGreaterThanOrEqual(store.getStatistics().inFlight);
        }
        for (let rowIndex = 0; rowIndex < ROWS; rowIndex += 1) {
          const row = store.getRow(rowIndex);
          expect(row === null).toBe(store.getRowState(rowIndex) !== 'ready');
          if (row !== null) expect(row).toBe(rowOf(rowIndex));
        }
      }),
      { numRuns: runs(50) },
    );
  });
});
