import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from '@/shared/http/clock';
import { ServiceError, type ServiceFailure } from '@/shared/http/service-error';
import { createPersistence } from './persist';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function throttled(retryAfterS: number): ServiceFailure {
  return { kind: 'throttled', retryAfterS, untilMs: Date.now() + retryAfterS * 1000 };
}

/** A call that is refused with `failure` until `heal` is called. */
function createCall(failure: ServiceFailure) {
  const told: (ServiceFailure | null)[] = [];
  let isHealed = false;
  const call = vi.fn(() =>
    isHealed ? Promise.resolve('page') : Promise.reject(new ServiceError(failure, 429)),
  );
  const persistence = createPersistence({
    clock: createClock(Date.now, () => performance.now()),
    random: () => 0,
    onHolding: (holding) => told.push(holding),
  });
  const heal = () => {
    isHealed = true;
  };
  return { call, told, heal, ...persistence };
}

test('a service that asks for more than a timer can count is not asked again meanwhile', async () => {
  const { call, persist } = createCall(throttled(2_147_484));
  const controller = new AbortController();
  const failure = persist(call, controller.signal).then(
    () => null,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(24 * 86_400_000);
  expect(call).toHaveBeenCalledTimes(1);
  controller.abort(new Error('cancelled'));
  await expect(failure).resolves.toMatchObject({ message: 'cancelled' });
});

test('a long wait is told, and the person may cut it short', async () => {
  const { call, told, heal, persist, tryNow } = createCall(throttled(3_600));
  const { signal } = new AbortController();
  const pages = Promise.all([persist(call, signal), persist(call, signal)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told.at(-1)).toMatchObject({ kind: 'throttled', retryAfterS: 3_600 });
  expect(call).toHaveBeenCalledTimes(2);
  tryNow();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call).toHaveBeenCalledTimes(4);
  heal();
  tryNow();
  await expect(pages).resolves.toEqual(['page', 'page']);
  expect(told.at(-1)).toBeNull();
});

test('without a word from anybody it goes on when the time is over', async () => {
  const { call, heal, persist } = createCall(throttled(3_600));
  const page = persist(call, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(3_599_000);
  expect(call).toHaveBeenCalledTimes(1);
  heal();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(page).resolves.toBe('page');
});
