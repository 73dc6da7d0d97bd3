import { expect, test } from 'vitest';
import { createDialect } from '@/contract/create-dialect';
import { extractPageEndpoint } from '@/contract/extraction.schema';
import { browserClock } from '@/lib/base/clock';
import { described } from '@/test/service-description.arbitraries';
import { createServiceClient } from './service-client';

test.each([
  ['<!doctype html><p>Sign in</p>', 'extract-page: HTML instead of JSON'],
  ['', 'extract-page: an empty body instead of JSON'],
  ['{"Data":{}', 'extract-page: something else instead of JSON'],
])('an undecoded answer of a described service that is no JSON is told as such: %s', async (body, detail) => {
  const client = createServiceClient({
    fetch: async () => new Response(body),
    clock: browserClock(),
    random: () => 0,
    dialect: createDialect(described({ extraction: { rows: 'items' } })),
    authorize: () => Promise.resolve({ serviceAddress: 'https://prices.example.com', headers: {} }),
  });
  const page = { priceColumn: 'P', cacheKey: 'k', columns: null, page: 1, pageSize: 1 };
  await expect(client.receive(extractPageEndpoint, page)).rejects.toMatchObject({
    failure: { kind: 'malformed', detail },
  });
});
