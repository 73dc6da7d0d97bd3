import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createFakeClock, flush } from '@/test/fake-clock';
import { createLeaseLock } from './lease-lock';

let databases = 0;

function createTabs(count: number) {
  databases += 1;
  const clock = createFakeClock();
  const options = { databaseName: `lease-${databases}`, clock, random: () => 0.5, leaseMs: 40_000 };
  const locks = Array.from({ length: count }, () => createLeaseLock(options));
  /** IndexedDB takes turns of its own, which no fake clock counts. */
  const advance = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      for (let turn = 0; turn < 3; turn += 1) await flush();
      await clock.advance(100);
    }
    for (let turn = 0; turn < 3; turn += 1) await flush();
  };
  return { clock, locks, advance };
}

test('runs all tasks, one at a time', async () => {
  const { clock, locks, advance } = createTabs(4);
  let running = 0;
  let mostRunning = 0;
  const done: number[] = [];
  const tasks = locks.map((lock, tab) =>
    lock(async () => {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await new Promise<void>((resolve) => clock.after(500, resolve));
      running -= 1;
      done.push(tab);
    }),
  );
  await advance(6_000);
  await Promise.all(tasks);
  expect(mostRunning).toBe(1);
  expect(done.sort((a, b) => a - b)).toEqual([0, 1, 2, 3]);
});

test('returns the result, and releases the lock after a failure too', async () => {
  const { locks, advance } = createTabs(1);
  const [lock] = locks;
  const failing = lock?.(() => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  const result = lock?.(() => Promise.resolve(7));
  await advance(500);
  await expect(result).resolves.toBe(7);
});

test('a closed tab does not block forever', async () => {
  const { locks, advance } = createTabs(2);
  const [closed, waiting] = locks;
  void closed?.(() => new Promise(() => undefined));
  await advance(200);
  let isDone = false;
  void waiting?.(() => {
    isDone = true;
    return Promise.resolve();
  });
  await advance(39_000);
  expect(isDone).toBe(false);
  await advance(2_000);
  expect(isDone).toBe(true);
});

test('a clock that is set back does not block', async () => {
  const { clock, locks, advance } = createTabs(2);
  const [closed, waiting] = locks;
  void closed?.(() => new Promise(() => undefined));
  await advance(200);
  clock.setWall(-86_400_000);
  let isDone = false;
  void waiting?.(() => {
    isDone = true;
    return Promise.resolve();
  });
  await advance(1_000);
  expect(isDone).toBe(true);
});
