import { describe, expect, test } from 'vitest';
import { PageMismatchError } from '@/contract/page-mismatch';
import { noteRequestOfBody } from '@/ui/http/request-id';
import { ServiceError, type RequestIds, type ServiceFailure } from '@/ui/http/service-error';
import { createFakeClock, flush } from '@/test/fake-clock';
import { createFakeEngine } from '@/test/fake-engine-connection';
import { EngineError } from '../engine/analysis-engine';
import type { RowIdentity } from '../snapshot/row-identity';
import type { RowDoubts } from './rows-read';
import type { MeasuredRows } from './forecast';
import { createReadingStore, type ReadingStore } from './reading-store';

interface SetUp {
  readonly mayReadAll?: boolean;
  readonly budgetBytes?: number;
  /** Another reading, whose engine this reading shares. */
  readonly first?: ReadingStore;
  /** The rows per page, if the source is not a service. */
  readonly pageRows?: number;
}

function setUp(snapshotRows: number, { mayReadAll = true, budgetBytes = 1e12, first, pageRows }: SetUp = {}) {
  const clock = createFakeClock();
  const engine = createFakeEngine();
  const asked: number[] = [];
  const lost: unknown[] = [];
  const doubts: RowDoubts[] = [];
  const measured: MeasuredRows[] = [];
  const held: (() => void)[] = [];
  let isHolding = false;
  let mostAtOnce = 0;
  let atOnce = 0;
  const service = {
    failOf: (_page: number): ServiceFailure | null => null,
    identity: { keys: ['Number'], lacking: [], hasAllFields: true } as RowIdentity,
    requestIdsOf: (_page: number): RequestIds => ({}),
    hold: () => {
      isHolding = true;
    },
    letGo: async () => {
      isHolding = false;
      for (const go of held.splice(0)) go();
      await flush();
    },
  };
  const person = { isActive: false };
  const store = createReadingStore(snapshotRows, {
    connect: first === undefined ? engine.connect : first.share,
    tableRequest: () => ({
      priceColumn: 'A',
      snapshot: { cacheKey: 'k', rowCount: snapshotRows },
      columns: [],
    }),
    rowIdentity: () => service.identity,
    fetchPage: async (page, _pageSize, signal) => {
      asked.push(page);
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      try {
        if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
        else await Promise.resolve();
        if (signal.aborted) throw new ServiceError({ kind: 'cancelled' });
        const failure = service.failOf(page);
        if (failure !== null) throw new ServiceError(failure);
        const body = [new Uint8Array(1)];
        noteRequestOfBody(body, service.requestIdsOf(page));
        return body;
      } finally {
        atOnce -= 1;
      }
    },
    pageRows,
    mayReadAll: () => mayReadAll,
    budgetBytes,
    isPersonActive: () => person.isActive,
    onMeasured: (rows) => measured.push(rows),
    onDoubts: (found) => doubts.push(found),
    onSnapshotLost: (error) => lost.push(error),
    clock,
    random: () => 0.5,
  });
  return {
    clock,
    engine,
    asked,
    lost,
    doubts,
    measured,
    person,
    service,
    store,
    mostAtOnce: () => mostAtOnce,
  };
}

test('reads each page once, at most four at once, in one engine', async () => {
  const { store, engine, asked, mostAtOnce } = setUp(95_000);
  store.need();
  store.need();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'done', readCount: 95_000 });
  expect(asked.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(engine.pages()).toHaveLength(10);
  expect(mostAtOnce()).toBe(4);
  expect([engine.startedCount(), engine.runningCount()]).toEqual([1, 1]);
});

test('reads one page at a time while the person is active, with a rest after each, and then goes on as before', async () => {
  const { store, person, service, asked, clock, mostAtOnce } = setUp(300_000);
  person.isActive = true;
  store.need();
  await flush();
  const before = asked.length;
  for (const pages of [1, 2, 3]) {
    service.hold();
    await clock.advance(400);
    // The response takes 300 ms.
    await clock.advance(300);
    expect(asked).toHaveLength(before + pages);
    await service.letGo();
    await clock.advance(299);
    expect(asked).toHaveLength(before + pages);
    await clock.advance(1);
  }
  expect(mostAtOnce()).toBe(1);
  person.isActive = false;
  await clock.advance(400);
  expect(store.getState()).toMatchObject({ status: 'done', readCount: 300_000 });
  expect([new Set(asked).size, mostAtOnce()]).toEqual([30, 4]);
});

test('reads large pages of a kept copy two at a time, and small ones for a sample', async () => {
  const { store, asked, mostAtOnce } = setUp(1_000_000, { pageRows: 100_000 });
  store.need();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'done', readCount: 1_000_000 });
  expect(asked.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(mostAtOnce()).toBeLessThanOrEqual(2);
  store.start('sample');
  await flush();
  expect(store.getState()).toMatchObject({ status: 'done', kind: 'sample', readCount: 100_000 });
  expect(asked).toHaveLength(110);
});

test('reads nothing twice when a view needs the rows again', async () => {
  const { store, asked } = setUp(30_000);
  store.need();
  await flush();
  store.need();
  await flush();
  expect(asked).toHaveLength(3);
});

test('asks what to read of a large snapshot, and starts no engine before', async () => {
  const { store, asked, engine } = setUp(5_000_000, { mayReadAll: false });
  store.need();
  await flush();
  expect(store.getState().status).toBe('choosing');
  expect([asked.length, engine.startedCount()]).toEqual([0, 0]);
  store.start('sample');
  await flush();
  expect(store.getState()).toMatchObject({ status: 'done', kind: 'sample', readCount: 200_000 });
});

test('pauses: what is under way arrives, and nothing else is requested until it goes on', async () => {
  const { store, service, asked } = setUp(200_000);
  let answered = 0;
  service.failOf = () => {
    answered += 1;
    if (answered === 6) service.hold();
    return null;
  };
  store.need();
  await flush();
  const askedThen = asked.length;
  expect(askedThen).toBeLessThan(20);
  store.pause();
  await service.letGo();
  expect(asked).toHaveLength(askedThen);
  expect(store.getState()).toMatchObject({ status: 'paused', readCount: askedThen * 10_000 });
  store.resume();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'done', readCount: 200_000 });
  expect(asked).toHaveLength(20);
});

test('pauses before the first page and goes on from there', async () => {
  const { store, asked, service } = setUp(50_000);
  service.hold();
  store.need();
  await flush();
  store.pause();
  await service.letGo();
  expect(asked).toEqual([1]);
  store.resume();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'done', readCount: 50_000 });
  expect(asked).toHaveLength(5);
});

test('is cancelled, keeps its rows, and reads the rest without adding a page twice', async () => {
  const { store, engine, service } = setUp(200_000);
  let answered = 0;
  service.failOf = () => {
    answered += 1;
    if (answered === 6) store.cancel();
    return null;
  };
  store.need();
  await flush();
  const { status, readCount } = store.getState();
  expect(status).toBe('cancelled');
  expect(readCount).toBe(engine.pages().length * 10_000);
  expect(readCount).toBeGreaterThan(0);
  service.failOf = () => null;
  store.resume();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'done', readCount: 200_000 });
  expect(engine.pages()).toHaveLength(20);
  expect(new Set(engine.pages()).size).toBe(20);
  expect(engine.startedCount()).toBe(1);
});

test('retries what is temporary by itself, and says that it waits', async () => {
  const { store, service, clock } = setUp(50_000);
  let isDown = true;
  service.failOf = (page) => (isDown && page === 3 ? { kind: 'unreachable' } : null);
  store.need();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'reading', retrying: { kind: 'unreachable' } });
  isDown = false;
  await clock.advance(60_000);
  expect(store.getState()).toMatchObject({ status: 'done', retrying: null });
});

test('a permanent failure keeps the rows, and reading goes on where it stopped', async () => {
  const { store, service, engine } = setUp(100_000);
  let isRefused = true;
  service.failOf = (page) =>
    isRefused && page === 7 ? { kind: 'rejected', status: 400, messages: ['No.'] } : null;
  store.need();
  await flush();
  const { status, readCount } = store.getState();
  expect(status).toBe('failed');
  expect(readCount).toBeGreaterThan(0);
  isRefused = false;
  store.resume();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'done', readCount: 100_000, failure: null });
  expect(engine.pages()).toHaveLength(10);
});

test('an expired snapshot is reported once, for everything that shows it', async () => {
  const { store, service, lost } = setUp(100_000);
  service.failOf = (page) => (page > 2 ? { kind: 'expired-snapshot', messages: [] } : null);
  store.need();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'failed' });
  expect(lost).toHaveLength(1);
});

test('a page that contradicts the snapshot ends reading, and its rows are not in', async () => {
  const { store, engine, lost } = setUp(100_000);
  engine.failPage = (page) => (page === 4 ? new PageMismatchError('row-count') : null);
  store.need();
  await flush();
  expect(store.getState()).toMatchObject({
    status: 'failed',
    failure: { kind: 'mismatch', mismatch: 'row-count' },
  });
  expect(engine.pages()).not.toContain(4);
  expect(lost).toHaveLength(1);
});

test('a page that its worker finds malformed names its request', async () => {
  const { store, service, engine } = setUp(100_000);
  service.requestIdsOf = (page) => ({ requestId: `request-${page}`, traceId: `trace-${page}` });
  engine.failPage = (page) =>
    page === 4 ? new ServiceError({ kind: 'malformed', detail: 'Data' }, 200) : null;
  store.need();
  await flush();
  expect(store.getState().failure).toMatchObject({
    failure: { kind: 'malformed', requestId: 'request-4', traceId: 'trace-4' },
  });
});

test('a page that was not taken is read again', async () => {
  const { store, engine } = setUp(20_000);
  engine.failPage = (page) =>
    page === 1 ? new ServiceError({ kind: 'malformed', detail: 'Data' }, 200) : null;
  store.need();
  await flush();
  expect(store.getState().status).toBe('failed');
  engine.failPage = () => null;
  store.resume();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'done', readCount: 20_000 });
});

test('an engine that cannot start is ended and can be tried again', async () => {
  const { store, engine } = setUp(10_000);
  engine.tableError = new EngineError({ kind: 'not-loaded' });
  store.need();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'failed', failure: { kind: 'engine' } });
  expect(engine.runningCount()).toBe(0);
  engine.tableError = null;
  store.start('all');
  await flush();
  expect(store.getState().status).toBe('done');
});

test('an engine that cannot be loaded says so before the first page is there', async () => {
  const { store, engine, service } = setUp(10_000);
  engine.openError = new EngineError({ kind: 'unsupported', detail: 'WebAssembly' });
  service.hold();
  store.need();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'failed', failure: { kind: 'engine' } });
  expect(engine.runningCount()).toBe(0);
});

test('an engine whose worker ends later is reported, and its rows are gone', async () => {
  const { store, engine } = setUp(10_000);
  store.need();
  await flush();
  engine.queryError = new EngineError({ kind: 'query-failed', detail: 'Binder error' });
  await expect(store.engine.query({ text: '' }, { maxRows: 1 })).rejects.toThrow(EngineError);
  expect(store.getState().status).toBe('done');
  engine.queryError = new EngineError({ kind: 'ended' });
  await expect(store.engine.query({ text: '' }, { maxRows: 1 })).rejects.toThrow(EngineError);
  expect(store.getState()).toMatchObject({ status: 'failed', table: null });
});

test('stops where the rows take as much memory as they may', async () => {
  const { store } = setUp(200_000, { budgetBytes: 50_000 * 100 });
  store.need();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'failed', failure: { kind: 'memory' } });
  expect(store.getState().readCount).toBeLessThan(200_000);
});

test('ends the worker when the rows are released, and starts another when they are needed again', async () => {
  const { store, engine } = setUp(5_000_000, { mayReadAll: false });
  store.need();
  store.start('sample');
  await flush();
  store.release();
  expect(engine.runningCount()).toBe(0);
  await expect(store.engine.query({ text: '' }, { maxRows: 1 })).rejects.toThrow('gone');
  store.need();
  await flush();
  expect(store.getState()).toMatchObject({ status: 'done', kind: 'sample' });
  expect([engine.startedCount(), engine.runningCount()]).toEqual([2, 1]);
});

test('letting go in the middle ends requests and worker', async () => {
  const { store, engine, service, asked } = setUp(200_000);
  service.hold();
  store.need();
  await flush();
  store.release();
  await service.letGo();
  expect(asked).toEqual([1]);
  expect(engine.runningCount()).toBe(0);
  expect(store.getState()).toMatchObject({ status: 'idle', readCount: 0 });
});

test('measures what rows take', async () => {
  const { store, measured, service, clock } = setUp(300_000);
  service.failOf = () => {
    clock.sleep(10);
    return null;
  };
  store.need();
  await flush();
  expect(measured.length).toBeGreaterThan(0);
  expect(measured.at(-1)).toMatchObject({ rowCount: 300_000, bytes: 290_000 * 100 });
});

describe('a second reading', () => {
  async function setUpBoth(rows = 30_000) {
    const first = setUp(20_000);
    first.store.need();
    await flush();
    const second = setUp(rows, { first: first.store });
    return { first, second };
  }

  test('shares the engine of the first, reads each page once, and leaves the first its rows', async () => {
    const { first, second } = await setUpBoth();
    second.store.need();
    await flush();
    expect(second.store.getState()).toMatchObject({ status: 'done', readCount: 30_000 });
    expect(second.asked.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(second.store.getState().table).not.toEqual(first.store.getState().table);
    expect([first.engine.startedCount(), second.engine.startedCount()]).toEqual([1, 0]);
    second.store.release();
    await flush();
    expect(first.engine.dropped()).toEqual(['rows_1_2']);
    expect(first.engine.runningCount()).toBe(1);
    expect(first.store.getState()).toMatchObject({ status: 'done', readCount: 20_000 });
  });

  test('drops its table also when it is released in the middle', async () => {
    const { first, second } = await setUpBoth(200_000);
    let answered = 0;
    second.service.failOf = () => {
      answered += 1;
      if (answered === 6) second.store.release();
      return null;
    };
    second.store.need();
    await flush();
    expect(second.store.getState()).toMatchObject({ status: 'idle', readCount: 0 });
    expect(first.engine.dropped()).toEqual(['rows_1_2']);
    second.service.failOf = () => null;
    second.store.need();
    await flush();
    expect(second.store.getState()).toMatchObject({ status: 'done', readCount: 200_000 });
  });

  test('pauses and goes on, is cancelled and resumed', async () => {
    const { first, second } = await setUpBoth(200_000);
    second.service.hold();
    second.store.need();
    await flush();
    second.store.pause();
    await second.service.letGo();
    expect(second.store.getState().status).toBe('paused');
    second.store.resume();
    second.store.cancel();
    await flush();
    expect(second.store.getState().status).toBe('cancelled');
    second.store.resume();
    await flush();
    expect(second.store.getState()).toMatchObject({ status: 'done', readCount: 200_000 });
    const added = first.engine.pages().slice(2);
    expect(added.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('tells the first when the engine has ended, and creates no table in another one', async () => {
    const { first, second } = await setUpBoth();
    first.engine.queryError = new EngineError({ kind: 'ended' });
    second.store.need();
    await flush();
    expect(second.store.getState()).toMatchObject({ status: 'failed', failure: { kind: 'engine' } });
    expect(first.store.getState()).toMatchObject({ status: 'failed', table: null });
    expect(first.engine.startedCount()).toBe(1);
  });

  test('fails alone where only its own table does not fit', async () => {
    const { first, second } = await setUpBoth();
    first.engine.tableError = new EngineError({ kind: 'out-of-memory' });
    second.store.need();
    await flush();
    expect(second.store.getState()).toMatchObject({ status: 'failed', failure: { kind: 'engine' } });
    expect(first.store.getState()).toMatchObject({ status: 'done', readCount: 20_000 });
  });

  test('has nothing to share once the rows of the first are gone', async () => {
    const { first, second } = await setUpBoth();
    first.store.release();
    second.store.need();
    await flush();
    expect(second.store.getState().table).toBeNull();
    expect(first.engine.runningCount()).toBe(0);
  });
});
