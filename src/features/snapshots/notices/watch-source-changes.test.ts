import { expect, test, vi } from 'vitest';
import type { SessionAuthorization } from '@/session/credential-waiters';
import { watchSourceChanges } from './watch-source-changes';

const ADDRESS = 'https://prices.example.com/events';
const CHANGE = { priceColumn: 'SalesPrice', cacheKey: 'k1', created: '2026-11-21T13:02:00.000Z' };

function authorization(generation: number): SessionAuthorization {
  return {
    serviceAddress: 'https://prices.example.com/papi',
    headers: { Authorization: `Bearer ${generation}` },
    sessionId: 's',
    visibleSessionId: 'v',
    generation,
  };
}

function streamOf(...texts: readonly string[]): Response {
  return new Response(texts.join(''), { headers: { 'Content-Type': 'text/event-stream' } });
}

test('changes are told, with credentials renewed where they were refused', async () => {
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
  await watchSourceChanges(
    {
      address: ADDRESS,
      session: {
        fetch,
        authorize: ({ refused }) => Promise.resolve(authorization(refused === null ? 1 : 2)),
      },
    },
    stopping.signal,
    (change) => {
      changes.push(change);
      stopping.abort();
    },
  );
  expect(changes).toEqual([
    { priceColumn: 'SalesPrice', cacheKey: 'k1', createdAtMs: Date.parse(CHANGE.created) },
  ]);
  expect(fetch.mock.calls.map(([request]) => request.url)).toEqual([ADDRESS, ADDRESS]);
});

test.each([403, 404])('a service that answers %i is not asked again', async (status) => {
  const fetch = vi.fn(() => Promise.resolve(new Response(null, { status })));
  await watchSourceChanges(
    { address: ADDRESS, session: { fetch, authorize: () => Promise.resolve(authorization(1)) } },
    new AbortController().signal,
    () => undefined,
  );
  expect(fetch).toHaveBeenCalledTimes(1);
});
