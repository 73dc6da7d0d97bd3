import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from '@/lib/base/clock';
import { ServiceError, type ServiceFailure } from './service-error';
import { createRetryUntilDone } from './retry-until-done';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function throttled(retryAfterS: number): ServiceFailure {
  return { kind: 'throttled', retryAfterS, untilMs: Date.now() + retryAfterS * 1000 };
}

/** Creates a call that fails with `failure` until `heal` is called. */
function createCall(failure: ServiceFailure) {
  const reports: (ServiceFailure | null)[] = [];
  let isHealed = false;
  const call = vi.fn(() =>
    isHealed ? Promise.resolve('page') : Promise.reject(new ServiceError(failure, 429)),
  );
  const retries = createRetryUntilDone({
    clock: createClock(Date.now, () => performance.now()),
    random: () => 0,
    onRetrying: (retryReason) => reports.push(retryReason),
  });
  const heal = () => {
    isHealed = true;
  };
  return { call, reports, heal, ...retries };
}

test('a delay beyond the range of a timer is kept', async () => {
  const { call, retryUntilDone } = createCall(throttled(2_147_484));
  const controller = new AbortController();
  const failure = retryUntilDone(call, controller.signal).then(
    () => null,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(24 * 86_400_000);
  expect(call).toHaveBeenCalledTimes(1);
  controller.abort(new Error('cancelled'));
  await expect(failure).resolves.toMatchObject({ message: 'cancelled' });
});

test('a long delay is reported and can be skipped', async () => {
  const { call, reports, heal, retryUntilDone, tryNow } = createCall(throttled(3_600));
  const { signal } = new AbortController();
  const pages = Promise.all([retryUntilDone(call, signal), retryUntilDone(call, signal)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reports.at(-1)).toMatchObject({ kind: 'throttled', retryAfterS: 3_600 });
  expect(call).toHaveBeenCalledTimes(2);
  tryNow();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call).toHaveBeenCalledTimes(4);
  heal();
  tryNow();
  await expect(pages).resolves.toEqual(['page', 'page']);
  expect(reports.at(-1)).toBeNull();
});

test('the call is retried when the delay is over', async () => {
  const { call, heal, retryUntilDone } = createCall(throttled(3_600));
  const page = retryUntilDone(call, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(3_599_000);
  expect(call).toHaveBeenCalledTimes(1);
  heal();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(page).resolves.toBe('page');
});
