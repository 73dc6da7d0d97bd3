import { expect, test, vi } from 'vitest';
import { createFakeClock } from '@/test/fake-clock';
import { createPartLoader } from './part-loader';
import type { VersionFinding } from './page-version';

const GONE = new TypeError('Failed to fetch dynamically imported module: https://console.example/a.js');

interface World {
  finding?: VersionFinding;
  isOnline?: boolean;
}

function setUp(fetchPart: () => Promise<string>, world: World = {}) {
  const clock = createFakeClock();
  let online: (() => void) | null = null;
  const fetched = vi.fn(fetchPart);
  const loader = createPartLoader(fetched, {
    clock,
    version: {
      check: () => Promise.resolve(world.finding ?? 'same'),
      isNewHere: () => world.finding === 'new',
    },
    isOnline: () => world.isOnline ?? true,
    onceOnline: (callback) => {
      online = callback;
    },
  });
  return { loader, clock, fetched, goOnline: () => online?.() };
}

test('a part that is there is fetched once', async () => {
  const { loader, fetched } = setUp(() => Promise.resolve('the part'));
  expect(loader.getState()).toEqual({ kind: 'idle' });
  await Promise.all([loader.load(), loader.load()]);
  await loader.load();
  expect(loader.getState()).toEqual({ kind: 'loaded', part: 'the part' });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a file that is missing for a moment is fetched again', async () => {
  let calls = 0;
  const { loader, clock } = setUp(() => {
    calls += 1;
    return calls < 3 ? Promise.reject(GONE) : Promise.resolve('the part');
  });
  const loaded = loader.load();
  await clock.advance(499);
  expect(loader.getState()).toEqual({ kind: 'loading', isLong: false });
  await clock.advance(1);
  expect(loader.getState()).toEqual({ kind: 'loading', isLong: true });
  await clock.advance(3_000);
  await loaded;
  expect(loader.getState()).toEqual({ kind: 'loaded', part: 'the part' });
});

test.each([
  ['stays missing', 'same', 'missing', 3],
  ['and its server are out of reach', 'unknown', 'unreachable', 3],
  ['is gone with its version', 'new', 'missing', 2],
] as const)('a file that %s fails within 5 s', async (_, finding, reason, tries) => {
  const { loader, clock, fetched } = setUp(() => Promise.reject(GONE), { finding });
  const loaded = loader.load();
  await clock.advance(5_000);
  await loaded;
  expect(loader.getState()).toEqual({ kind: 'failed', reason });
  expect(fetched).toHaveBeenCalledTimes(tries);
});

test('a request that takes its time to fail is not followed by many more', async () => {
  const { loader, clock, fetched } = setUp(
    () => new Promise((_, reject) => clock.after(3_000, () => reject(GONE))),
  );
  void loader.load();
  await clock.advance(60_000);
  expect(loader.getState().kind).toBe('failed');
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a failed part is fetched again on demand, and when it is needed again', async () => {
  const world: World = { finding: 'new' };
  let isGone = true;
  const { loader, clock } = setUp(() => (isGone ? Promise.reject(GONE) : Promise.resolve('the part')), world);
  void loader.load();
  await clock.advance(5_000);
  loader.forgetFailure();
  expect(loader.getState()).toEqual({ kind: 'idle' });
  void loader.load();
  await clock.advance(5_000);
  expect(loader.getState().kind).toBe('failed');
  isGone = false;
  await loader.load();
  expect(loader.getState().kind).toBe('loaded');
  loader.forgetFailure();
  expect(loader.getState().kind).toBe('loaded');
});

test('without a network a part waits, and comes by itself', async () => {
  const world: World = { isOnline: false };
  const { loader, clock, fetched, goOnline } = setUp(
    () => (world.isOnline === true ? Promise.resolve('the part') : Promise.reject(GONE)),
    world,
  );
  await loader.load();
  expect(loader.getState()).toEqual({ kind: 'offline' });
  await clock.advance(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  world.isOnline = true;
  goOnline();
  await loader.load();
  expect(loader.getState().kind).toBe('loaded');
});

test('a network that the browser misses only later brings a failed part, too', async () => {
  let isGone = true;
  const { loader, clock, goOnline } = setUp(
    () => (isGone ? Promise.reject(GONE) : Promise.resolve('the part')),
    { finding: 'unknown' },
  );
  void loader.load();
  await clock.advance(5_000);
  expect(loader.getState()).toEqual({ kind: 'failed', reason: 'unreachable' });
  isGone = false;
  goOnline();
  await loader.load();
  expect(loader.getState().kind).toBe('loaded');
});

test.each([
  ['Failed to fetch dynamically imported module: https://console.example/a.js', 'failed'],
  ['error loading dynamically imported module: https://console.example/a.js', 'failed'],
  ['Importing a module script failed.', 'failed'],
  ['Unable to preload CSS for /assets/a.css', 'failed'],
  ["Cannot read properties of undefined (reading 'a')", 'broken'],
])('%s: the part is %s', async (message, kind) => {
  const error = new TypeError(message);
  const { loader, clock } = setUp(() => Promise.reject(error));
  void loader.load();
  await clock.advance(5_000);
  expect(loader.getState().kind).toBe(kind);
  if (kind === 'broken') expect(loader.getState()).toEqual({ kind, error });
});
