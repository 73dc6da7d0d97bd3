import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useExpiry } from './use-expiry';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function watch(lifetimeMs: number, timesBy: OpenSnapshot['timesBy'] = 'this-computer') {
  const onSoon = vi.fn();
  const expiresAtMs = Date.now() + lifetimeMs;
  const { result, rerender } = renderHook((times) => useExpiry(times, onSoon), {
    initialProps: { expiresAtMs, timesBy },
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { result, rerender, onSoon, pass };
}

it('warns once, five minutes before a snapshot expires, and reports when it has', async () => {
  const { result, onSoon, pass, rerender } = watch(20 * MINUTE_MS);
  await pass(14 * MINUTE_MS);
  expect(onSoon).not.toHaveBeenCalled();
  await pass(2 * MINUTE_MS);
  expect(onSoon).toHaveBeenCalledOnce();
  await pass(3 * MINUTE_MS);
  expect(result.current).toBe(false);
  await pass(MINUTE_MS);
  expect(result.current).toBe(true);
  expect(onSoon).toHaveBeenCalledOnce();

  rerender({ expiresAtMs: Date.now() + 20 * MINUTE_MS, timesBy: 'this-computer' });
  expect(result.current).toBe(false);
});

it('reports expiry after the computer slept past it, and withdraws it if only the clock was wrong', async () => {
  const { result, pass } = watch(20 * MINUTE_MS);
  vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
  await pass(1_000);
  expect(result.current).toBe(true);
  vi.setSystemTime(Date.now() - 60 * MINUTE_MS);
  await pass(1_000);
  expect(result.current).toBe(false);
});

it('reports nothing if the service clock is unknown', async () => {
  const { result, onSoon, pass } = watch(MINUTE_MS, 'service');
  await pass(10 * MINUTE_MS);
  expect(result.current).toBe(false);
  expect(onSoon).not.toHaveBeenCalled();
});
