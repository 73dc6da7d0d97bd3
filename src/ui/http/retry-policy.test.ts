import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  backOffMs,
  isRetryable,
  isRetryableWithinCall,
  retryAfterMs,
  retryDelayMs,
  throttledFailure,
} from './retry-policy';
import type { ServiceFailure } from './service-error';

const WALL_MS = Date.UTC(2026, 10, 21, 12, 0, 0);
const DAY_MS = 86_400_000;

describe('Retry-After', () => {
  const until = new Date(WALL_MS + 30_000).toUTCString();
  const date = new Date(WALL_MS).toUTCString();
  test.each([
    ['seconds', '2', null, 0, 2_000],
    ['no seconds', '0', null, 0, 0],
    ['a part of a second', '0.5', null, 0, 500],
    ['a date, by the client', until, null, 0, 30_000],
    ['a date, by the response, the client a day ahead', until, date, DAY_MS, 30_000],
    ['a date, by the response, the client a day behind', until, date, -DAY_MS, 30_000],
    ['a date gone by', date, until, 0, 0],
    ['nothing', null, null, 0, null],
    ['nonsense', 'soon', null, 0, null],
    ['a negative number', '-5', null, 0, null],
    ['no number', 'NaN', null, 0, null],
    ['a number without end', 'Infinity', null, 0, null],
    ['a number in another notation', '1e3', null, 0, null],
    ['an empty text', '', null, 0, null],
    ['two values, as some proxies join them', '2, 2', null, 0, null],
    ['more than a timer can count', '2147484', null, 0, 2_147_484_000],
    ['more than anyone means', '9'.repeat(20), null, 0, 365 * DAY_MS],
    ['more digits than a number holds', '9'.repeat(400), null, 0, 365 * DAY_MS],
    ['a date of another age', 'Fri, 31 Dec 9999 23:59:59 GMT', null, 0, 365 * DAY_MS],
  ])('%s', (_, retryAfter, sentDate, clockErrorMs, expected) => {
    expect(retryAfterMs({ retryAfter, date: sentDate }, WALL_MS + clockErrorMs)).toBe(expected);
  });
});

test('what a throttled answer asks for, and until when', () => {
  const response = (retryAfter: string | null) => ({ retryAfter, date: null });
  expect(throttledFailure(response('1800'), WALL_MS)).toEqual({
    kind: 'throttled',
    retryAfterS: 1_800,
    untilMs: WALL_MS + 1_800_000,
  });
  expect(throttledFailure(response(null), WALL_MS)).toMatchObject({ retryAfterS: 5 });
});

test('whatever Retry-After says, the wait is a number of at most a year, or none is asked for', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string()), (retryAfter, date) => {
      const delayMs = retryAfterMs({ retryAfter, date }, WALL_MS);
      if (delayMs === null) return;
      expect(delayMs).toBeGreaterThanOrEqual(0);
      expect(delayMs).toBeLessThanOrEqual(365 * DAY_MS);
    }),
  );
});

describe('waiting before the next attempt', () => {
  const situation = { attempt: 0, waitedMs: 0, retryAfterMs: null };

  test('doubles its limit up to a cap, and is random below it', () => {
    const limits = [0, 1, 2, 3, 4, 5, 6].map((attempt) => backOffMs(attempt, () => 1));
    expect(limits).toEqual([400, 800, 1_600, 3_200, 6_400, 8_000, 8_000]);
    expect(backOffMs(3, () => 0)).toBe(0);
    expect(backOffMs(3, () => 0.25)).toBe(800);
  });

  test('gives up after four retries', () => {
    const delays = [0, 1, 2, 3, 4].map((attempt) => retryDelayMs({ ...situation, attempt }, () => 0.5));
    expect(delays).toEqual([200, 400, 800, 1_600, null]);
  });

  test('waits as long as it was asked to, and a little more', () => {
    expect(retryDelayMs({ ...situation, retryAfterMs: 5_000 }, () => 0)).toBe(5_000);
    expect(retryDelayMs({ ...situation, retryAfterMs: 5_000 }, () => 1)).toBe(5_400);
  });

  test('does not wait longer than a minute altogether', () => {
    expect(retryDelayMs({ ...situation, retryAfterMs: 60_000 }, () => 0)).toBe(60_000);
    expect(retryDelayMs({ ...situation, retryAfterMs: 61_000 }, () => 0)).toBeNull();
    expect(retryDelayMs({ ...situation, waitedMs: 50_000, retryAfterMs: 11_000 }, () => 0)).toBeNull();
  });

  test('for any refusals, ends, within a minute of waiting', () => {
    const asked = fc.option(fc.nat(40_000));
    fc.assert(
      fc.property(
        fc.array(asked, { minLength: 6 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (delays, random) => {
          let waitedMs = 0;
          let attempt = 0;
          for (const retryAfter of delays) {
            const delayMs = retryDelayMs({ attempt, waitedMs, retryAfterMs: retryAfter }, () => random);
            if (delayMs === null) break;
            expect(delayMs).toBeGreaterThanOrEqual(retryAfter ?? 0);
            waitedMs += delayMs;
            attempt += 1;
          }
          expect(waitedMs).toBeLessThanOrEqual(60_000);
          expect(attempt).toBeLessThanOrEqual(4);
        },
      ),
    );
  });
});

const THROTTLED: ServiceFailure = { kind: 'throttled', retryAfterS: 1, untilMs: 0 };

test.each<[string, ServiceFailure, boolean, boolean]>([
  ['no response', { kind: 'unreachable' }, true, true],
  ['too many requests', THROTTLED, true, true],
  ['a timeout', { kind: 'timed-out', timeoutMs: 1 }, true, false],
  ['a 500', rejected(500), true, false],
  ['a 501', rejected(501), true, false],
  ['a 502 with messages', rejected(502), true, true],
  ['a 503 with messages', rejected(503), true, true],
  ['a 504 with messages', rejected(504), true, true],
  ['a response that did not succeed', rejected(200), false, false],
  ['a 400', rejected(400), false, false],
  ['a 404', rejected(404), false, false],
  ['wrong credentials', { kind: 'unauthenticated' }, false, false],
  ['a missing right', { kind: 'forbidden', permission: null, messages: [] }, false, false],
  ['an expired snapshot', { kind: 'expired-snapshot', messages: [] }, false, false],
  ['another service', { kind: 'misdirected' }, false, false],
  ['a response that is too large', { kind: 'oversized', limitBytes: 1 }, false, false],
  ['a response that cannot be read', { kind: 'malformed', detail: '' }, false, false],
  ['a cancelled call', { kind: 'cancelled' }, false, false],
])('%s: whether it is retried later, and within the call', (_, failure, later, withinCall) => {
  expect([isRetryable(failure), isRetryableWithinCall(failure)]).toEqual([later, withinCall]);
});

function rejected(status: number): ServiceFailure {
  return { kind: 'rejected', status, messages: [] };
}
