import { expect, test } from 'vitest';
import { NotLoadedError } from '@/ui/page-version/not-loaded';
import type { EngineFailure } from './analysis-engine';
import { createEngineConnection, type EngineWorker } from './create-engine-connection';
import { sql } from './sql';

type Listeners = Parameters<EngineWorker['listen']>;

/** Returns a connection whose workers reply only when the test says so. */
function setUp() {
  const workers: { listeners: Listeners; isTerminated: boolean; lastId: number }[] = [];
  const connection = createEngineConnection(() => {
    const worker = { listeners: [] as unknown as Listeners, isTerminated: false, lastId: 0 };
    workers.push(worker);
    return {
      send: ({ id }) => {
        worker.lastId = id;
      },
      listen: (...listeners) => {
        worker.listeners = listeners;
      },
      terminate: () => {
        worker.isTerminated = true;
      },
    };
  });
  return {
    workers,
    open: () => connection.open(new AbortController().signal),
    fail: (index: number, failure: EngineFailure) => {
      const { listeners, lastId } = workers[index] ?? fault();
      listeners[0]({ id: lastId, kind: 'failed', trouble: { kind: 'engine', failure } });
    },
    succeed: (index: number) => {
      const { listeners, lastId } = workers[index] ?? fault();
      listeners[0]({ id: lastId, kind: 'done', result: null });
    },
    crash: (index: number, error: Error) => (workers[index] ?? fault()).listeners[1](error),
  };
}

function fault(): never {
  throw new Error('No such worker');
}

test.each<{ failure: EngineFailure }>([
  { failure: { kind: 'not-loaded' } },
  { failure: { kind: 'unsupported', detail: 'No SIMD' } },
])(
  'a worker that answers $failure.kind is ended, and the next attempt has another one',
  async ({ failure }) => {
    const { workers, open, fail, succeed } = setUp();
    const first = open();
    fail(0, failure);
    await expect(first).rejects.toMatchObject({ failure });
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
    const second = open();
    succeed(1);
    await expect(second).resolves.toBeUndefined();
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  },
);

test('a worker that has failed otherwise is asked again', async () => {
  const { workers, open, fail, succeed } = setUp();
  const first = open();
  fail(0, { kind: 'out-of-memory' });
  await expect(first).rejects.toMatchObject({ failure: { kind: 'out-of-memory' } });
  const second = open();
  succeed(0);
  await second;
  expect(workers).toHaveLength(1);
});

test.each([
  ['whose script could not be loaded', new NotLoadedError(), 'not-loaded'],
  ['that breaks down', new Error('Out of stack'), 'ended'],
])('a worker %s fails what waits for it, and is replaced', async (_, error, kind) => {
  const { workers, open, crash, succeed } = setUp();
  const waiting = [open(), open()];
  crash(0, error);
  const settled = await Promise.allSettled(waiting);
  expect(settled).toMatchObject([{ reason: { failure: { kind } } }, { reason: { failure: { kind } } }]);
  const next = open();
  succeed(1);
  await next;
  expect(workers).toHaveLength(2);
});

test('no engine of the page has a table or view of the name of another engine’s', async () => {
  const names: string[] = [];
  for (let engine = 1; engine <= 2; engine += 1) {
    const connection = createEngineConnection(() => ({
      send: ({ command }) => {
        if (command !== 'cancel' && 'sqlName' in command) names.push(command.sqlName);
      },
      listen: () => undefined,
      terminate: () => undefined,
    }));
    const { signal } = new AbortController();
    void connection.open(signal);
    void connection.materialise([sql`SELECT 1`], signal);
    void connection.createView(sql`SELECT 1`, signal);
  }
  await expect.poll(() => names).toHaveLength(4);
  expect(new Set(names).size).toBe(4);
});
