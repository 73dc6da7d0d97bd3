import { describe, expect, test } from 'vitest';
import { randomId } from '@/lib/base/random-id';
import { tracedAddresses, traceHeaders, traceIdOf } from './trace-context';

const URL_OF_SERVICE = 'https://prices.test/papi/api/prices';
const TRACING = { reaches: () => true, randomId };

describe('the header of a request', () => {
  test('has the form of W3C Trace Context, and is new each time', () => {
    const headers = [traceHeaders(TRACING, URL_OF_SERVICE), traceHeaders(TRACING, URL_OF_SERVICE)];
    for (const { traceparent } of headers) expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(headers[0]).not.toEqual(headers[1]);
  });

  test('of a further attempt names the same trace and another span', () => {
    const traceId = randomId();
    const [first, second] = [1, 2].map(() => new Headers(traceHeaders(TRACING, URL_OF_SERVICE, traceId)));
    expect(first && traceIdOf(first)).toBe(traceId);
    expect(second && traceIdOf(second)).toBe(traceId);
    expect(first?.get('traceparent')).not.toBe(second?.get('traceparent'));
  });

  test.each([undefined, { ...TRACING, reaches: () => false }])('is left out without tracing', (tracing) => {
    expect(traceHeaders(tracing, URL_OF_SERVICE)).toEqual({});
    expect(traceIdOf(new Headers())).toBeNull();
  });
});

test.each([
  ['sameOrigin', 'https://console.test/papi/token', true],
  ['sameOrigin', URL_OF_SERVICE, false],
  ['always', URL_OF_SERVICE, true],
  ['never', 'https://console.test/papi/token', false],
] as const)('%s: requests to %s carry one: %s', (mode, url, isTraced) => {
  expect(tracedAddresses(mode, ['https://console.test', undefined])(url)).toBe(isTraced);
});
