import { expect, onTestFinished, test, vi } from 'vitest';
import { createDialect } from '@/contract/create-dialect';
import type { Dialect } from '@/contract/dialect';
import { described } from '@/test/service-description.arbitraries';
import { UPSTREAM_HEADER } from '@/session/machine/service-binding';
import { createServiceClient } from '@/session/service-client';
import { browserClock } from '@/lib/base/clock';
import type { Authorization } from '@/ui/http/http-client';
import type { FetchPort } from '@/ui/http/send-request';
import { watchSourceChanges } from './watch-source-changes';

const ADDRESS = 'https://prices.example.com/events';
const CHANGE = { priceColumn: 'SalesPrice', cacheKey: 'k1', created: '2026-11-21T13:02:00.000Z' };

function authorization(generation: number): Authorization {
  return {
    serviceAddress: 'https://prices.example.com/papi',
    headers: { Authorization: `Bearer ${generation}` },
  };
}

function clientOf(fetch: FetchPort, first = authorization(1), dialect: Dialect | null = null) {
  return createServiceClient({
    fetch,
    dialect,
    clock: browserClock(),
    random: () => 0,
    authorize: ({ refused }) => Promise.resolve(refused === null ? first : authorization(2)),
  });
}

function streamOf(...texts: readonly string[]): Response {
  return new Response(texts.join(''), { headers: { 'Content-Type': 'text/event-stream' } });
}

test('reports changes, and renews credentials that were refused', async () => {
  const stopping = new AbortController();
  const fetch = vi.fn(async (request: Request): Promise<Response> => {
    await Promise.resolve();
    if (request.headers.get('Authorization') === 'Bearer 1') return new Response(null, { status: 401 });
    return streamOf(
      ': listening\n\n',
      'event: other\ndata: {}\n\n',
      'event: price-source-changed\ndata: not json\n\n',
      `event: price-source-changed\ndata: ${JSON.stringify(CHANGE)}\n\n`,
    );
  });
  const changes: unknown[] = [];
  await watchSourceChanges({ address: ADDRESS, client: clientOf(fetch) }, stopping.signal, (change) => {
    changes.push(change);
    stopping.abort();
  });
  expect(changes).toMatchObject([
    { priceColumn: 'SalesPrice', cacheKey: 'k1', createdAtMs: Date.parse(CHANGE.created) },
  ]);
  expect(fetch.mock.calls.map(([request]) => request.url)).toEqual([ADDRESS, ADDRESS]);
  // The credentials are only in the headers. The browser must not add its own, such as cookies.
  expect(fetch.mock.calls.map(([request]) => request.credentials)).toEqual(['omit', 'omit']);
});

test('a key that is a number keeps its digits', async () => {
  const stopping = new AbortController();
  const dialect = createDialect(described({ extraction: { snapshot: { keys: 'number' } } }));
  const data = JSON.stringify(CHANGE).replace('"k1"', '12345678901234567890');
  const fetch = async () => streamOf(`event: price-source-changed\ndata: ${data}\n\n`);
  const client = clientOf(fetch, authorization(1), dialect);
  const seen = vi.fn(() => stopping.abort());
  await watchSourceChanges({ address: ADDRESS, client }, stopping.signal, seen);
  expect(seen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ cacheKey: '12345678901234567890' }));
});

test.each([
  ['a service a day ahead', 'Sun, 22 Nov 2026 13:00:00 GMT', '2026-11-22T13:02:00.000Z'],
  ['a service a day behind', 'Fri, 20 Nov 2026 13:00:00 GMT', '2026-11-20T13:02:00.000Z'],
  ['a service that sends no Date header', null, '2026-11-29T10:00:00.000Z'],
])('a change has its moment by this computer’s clock: %s', async (_, date, created) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T13:00:00.000Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const stopping = new AbortController();
  const seen = vi.fn(() => stopping.abort());
  const event = `event: price-source-changed\ndata: ${JSON.stringify({ ...CHANGE, created })}\n\n`;
  const response = () => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          // When the event arrives, the stream has been open for three minutes.
          vi.setSystemTime(Date.parse('2026-11-21T13:03:00.000Z'));
          controller.enqueue(new TextEncoder().encode(event));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return Promise.resolve(new Response(body, date === null ? {} : { headers: { Date: date } }));
  };
  await watchSourceChanges({ address: ADDRESS, client: clientOf(response) }, stopping.signal, seen);
  expect(seen).toHaveBeenCalledExactlyOnceWith({
    priceColumn: 'SalesPrice',
    cacheKey: 'k1',
    // If the `Date` header is missing, the time of arrival is used.
    changedAtMs: Date.parse(date === null ? '2026-11-21T13:03:00.000Z' : '2026-11-21T13:02:00.000Z'),
    createdAtMs: Date.parse(created),
  });
});

test('an endless event stops the subscription for good', async () => {
  const body = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: ')),
      pull: (controller) => controller.enqueue(new Uint8Array(2 ** 16).fill(0x78)),
    });
  const fetch = vi.fn(() => Promise.resolve(new Response(body())));
  const end = await watchSourceChanges(
    { address: ADDRESS, client: clientOf(fetch) },
    new AbortController().signal,
    () => undefined,
  );
  expect(end).toBe('oversized');
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each([403, 404, 421])('a service that responds with %i is not asked again', async (status) => {
  const fetch = vi.fn(() => Promise.resolve(new Response(null, { status })));
  await watchSourceChanges(
    { address: ADDRESS, client: clientOf(fetch) },
    new AbortController().signal,
    () => undefined,
  );
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each([
  [
    'goes to the stream behind the same pass-through',
    'https://prices.example.com/papi/events',
    'https://a.example.com/papi',
  ],
  ['does not go to a stream elsewhere', 'https://events.example.com/stream', null],
])('the name of the service %s', async (_, address, expected) => {
  const fetch = vi.fn((_request: Request) => Promise.resolve(new Response(null, { status: 404 })));
  const { headers, ...rest } = authorization(1);
  const named = { ...rest, headers: { ...headers, [UPSTREAM_HEADER]: 'https://a.example.com/papi' } };
  await watchSourceChanges(
    { address, client: clientOf(fetch, named) },
    new AbortController().signal,
    () => undefined,
  );
  const [sent] = fetch.mock.calls.map(([request]) => request.headers);
  expect(sent?.get(UPSTREAM_HEADER)).toBe(expected);
  expect(sent?.get('Authorization')).toBe('Bearer 1');
});
