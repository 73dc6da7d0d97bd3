import { expect, test, vi } from 'vitest';
import { createFakeClock, flush } from '@/test/fake-clock';
import { createClock, wait } from './clock';

function createMachine() {
  const time = { wallMs: 5_000_000, monotonicMs: 100 };
  const clock = createClock(
    () => time.wallMs,
    () => time.monotonicMs,
  );
  const pass = (wallMs: number, monotonicMs: number) => {
    time.wallMs += wallMs;
    time.monotonicMs += monotonicMs;
    return clock.nowMs();
  };
  return { clock, pass };
}

test('counts what passes, whatever the computer shows', () => {
  const { clock, pass } = createMachine();
  expect(clock.nowMs()).toBe(0);
  expect(pass(1_000, 1_000)).toBe(1_000);
  expect(pass(1_000, 1_000)).toBe(2_000);
});

test('counts sleep, during which the monotonic clock may stand still', () => {
  const { pass } = createMachine();
  expect(pass(8 * 3_600_000, 50)).toBe(8 * 3_600_000);
});

test('does not run backwards when the computer is set back a day', () => {
  const { pass } = createMachine();
  expect(pass(1_000, 1_000)).toBe(1_000);
  expect(pass(-86_400_000, 1_000)).toBe(2_000);
  expect(pass(1_000, 1_000)).toBe(3_000);
});

const DAY_MS = 86_400_000;

test.each([2 ** 31 - 1, 2 ** 31, 2_147_484_000, 100 * DAY_MS])('%d ms are not over any sooner', (delayMs) => {
  vi.useFakeTimers();
  try {
    const called = vi.fn();
    createMachine().clock.after(delayMs, called);
    vi.advanceTimersByTime(delayMs - 1);
    expect(called).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(called).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a wait without end is never over, and can be cancelled like any other', () => {
  vi.useFakeTimers();
  try {
    const called = vi.fn();
    const cancel = createMachine().clock.after(Infinity, called);
    vi.advanceTimersByTime(100 * DAY_MS);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
    expect(called).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('waiting ends in time', async () => {
  const clock = createFakeClock();
  const done: string[] = [];
  void wait(clock, 100).then(() => done.push('done'));
  await clock.advance(99);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(['done']);
});

test('waiting is cancelled, before and meanwhile', async () => {
  const clock = createFakeClock();
  const controller = new AbortController();
  const waiting = wait(clock, 100, controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(wait(clock, 100, controller.signal)).rejects.toThrow('enough');
  await flush();
});
