import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BODY_SPELLINGS } from '@/contract/known-spellings';
import { createServiceClient } from '@/session/service-client';
import { checkWith } from '@/test/checked-service';
import { createFakeClock } from '@/test/fake-clock';
import { runs } from '@/test/runs';
import { TEST_BASE } from '@/test/test-caller';
import type { CheckRequest, RawAnswer } from './caller';
import type { ServiceCheck } from './check-step';
import { exchangeThrough } from './exchange';

function answered(json: unknown, status = 200): RawAnswer {
  const text = JSON.stringify(json);
  const common = { contentType: 'application/json', headers: new Map<string, string>(), retryAfterMs: null };
  return { kind: 'answered', status, text, ...common };
}

const NOT_FOUND = answered({ message: 'Not found' }, 404);
const UNREACHABLE: RawAnswer = { kind: 'failed', reason: 'unreachable' };
const OVERSIZED: RawAnswer = { kind: 'failed', reason: 'oversized' };
const FIELDS = [
  { name: 'Code', typeName: 'nvarchar' },
  { name: 'Price', typeName: 'decimal' },
];

function listOf(links: Readonly<Record<string, string>> = {}): RawAnswer {
  return answered(
    ['A', 'B', 'C', 'D'].map((name) => ({ name, fields: FIELDS, links: linksOf(links, name) })),
  );
}

function linksOf(links: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(links).map(([key, path]) => [key, path.replace('{}', name)]));
}

/** Checks a service that answers as `answer` says, and with 404 otherwise. Resolves to the addresses that were asked, too. */
async function checkThat(answer: (request: CheckRequest) => RawAnswer | undefined) {
  const requests: CheckRequest[] = [];
  const result = await checkWith((request) => {
    requests.push(request);
    const isItemTable = request.path === '/api/tables/item';
    return Promise.resolve(isItemTable ? answered([]) : (answer(request) ?? NOT_FOUND));
  });
  return {
    result,
    requests,
    asked: requests.map(({ path }) => path),
    posts: requests.filter(({ method }) => method === 'POST'),
  };
}

function bodyOf({ body = '{}' }: CheckRequest): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}

function priceColumnsOf({ steps }: ServiceCheck) {
  return steps.find(({ id }) => id === 'price-columns');
}

/** The address that a check has found for the list of price columns. */
function foundPath({ proposed }: ServiceCheck): unknown {
  return proposed.find(({ key }) => key === 'priceColumns.path')?.value;
}

/** A collection that makes an entry of a body in the form that it asks for. */
function collection(created: unknown[], at: (path: string) => boolean) {
  return (request: CheckRequest): RawAnswer | undefined => {
    if (request.method === 'GET' || !at(request.path)) return undefined;
    const body = bodyOf(request);
    if (typeof body['amount'] !== 'number')
      return answered({ errors: ['"amount" must be a number.', '"tags" must be a list.'] }, 400);
    if (body['currency'] !== 'EUR') return answered({ errors: ['"currency" must be "EUR".'] }, 400);
    created.push(body);
    return answered({ id: created.length });
  };
}

describe('a check creates nothing', () => {
  test.each(['rows', 'data', 'query', 'search', 'extract', 'extraction', 'records'])(
    'at an address that a price column lists as %s, if its name does not say that it reads',
    async (word) => {
      const created: unknown[] = [];
      const entries = collection(created, (path) => path.endsWith('/entries'));
      const { result, posts } = await checkThat((request) =>
        request.path === '/api/prices' ? listOf({ [word]: '/api/prices/{}/entries' }) : entries(request),
      );
      expect(created).toEqual([]);
      expect(posts.filter(({ path }) => path.endsWith('/entries'))).toEqual([]);
      expect(result.outcome).toMatchObject({ kind: 'missing', step: 'first-page' });
    },
  );

  test('at an address whose name says that it reads, although it asks for other members', async () => {
    const created: unknown[] = [];
    const entries = collection(created, (path) => path.endsWith('/Query'));
    const { posts } = await checkThat((request) =>
      request.path === '/api/prices' ? listOf({ rows: '/api/stored/{}/Query' }) : entries(request),
    );
    expect(posts.some(({ path }) => path === '/api/stored/A/Query')).toBe(true);
    expect(created).toEqual([]);
  });

  test.each([{ id: 7 }, { id: 7, tags: [] }, { amount: 1, at: { id: 7 } }])(
    'twice: after a success without rows, %j, no other price column is asked',
    async (entry) => {
      const { posts } = await checkThat(({ method, path }) => {
        if (path === '/api/prices') return listOf({ rows: '/api/stored/{}/query' });
        return method === 'POST' && path.endsWith('/query') ? answered(entry) : undefined;
      });
      expect(posts.filter(({ path }) => path.endsWith('/query'))).toHaveLength(1);
    },
  );

  test('at the described address twice either', async () => {
    const { posts } = await checkThat(({ method, path }) =>
      path === '/api/prices' ? listOf() : method === 'POST' ? answered({ id: 7 }) : undefined,
    );
    expect(posts).toHaveLength(1);
  });

  test('wherever links lead, and whatever is wanted there', { tags: ['long'] }, async () => {
    const step = fc.constantFrom(
      'rows',
      'query',
      'Search',
      'records',
      'new',
      'A',
      'query/new',
      '..',
      'search/',
    );
    const address = fc
      .array(step, { minLength: 1, maxLength: 3 })
      .map((steps) => `/api/x/{}/${steps.join('/')}`);
    const links = fc.dictionary(fc.constantFrom('rows', 'data', 'query', 'create', 'records'), address);
    const member = fc.constantFrom('amount', 'currency', 'limit', 'name', 'tags', 'pageSize', 'fields');
    const wish = fc.constantFrom('a number.', 'a list.', 'a text.', '"EUR".', '7.', 'true.');
    const refusals = fc.infiniteStream(
      fc.record({ member, wish, status: fc.constantFrom(200, 400, 400, 400, 404, 403) }),
    );
    const { size, page, offset, fields } = BODY_SPELLINGS;
    const known = new Set<string>([...size, ...page, ...offset, ...fields, 'bypassTotalCount']);
    await fc.assert(
      fc.asyncProperty(links, refusals, async (listed, stream) => {
        const { posts } = await checkThat(({ path }) => {
          if (path === '/api/prices') return listOf(listed);
          if (/^\/api\/prices\/\w$/.test(path)) return NOT_FOUND;
          const { member: name, wish: wanted, status } = stream.next().value;
          return answered({ errors: [`"${name}" must be ${wanted}`] }, status);
        });
        for (const request of posts) {
          expect(request.path).toMatch(/^\/api\/prices\/\w$|\/(?:query|search)$/i);
          expect(request.path).not.toContain('..');
          if (/^\/api\/prices\/\w$/.test(request.path)) continue;
          const isPaging = Object.entries(bodyOf(request)).every(
            ([name, value]) => known.has(name) && value !== 'EUR' && value !== 7,
          );
          expect([request.body, isPaging]).toEqual([request.body, true]);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('what a guessed address answers says nothing of the rest', () => {
  const isElsewhere = (path: string) => !path.startsWith('/api/') || path.includes('swagger');
  const elsewhere: Record<string, RawAnswer> = {
    'is unreachable': UNREACHABLE,
    'takes too long': { kind: 'failed', reason: 'timed-out' },
    'is too large': OVERSIZED,
    'wants another sign-in': answered({}, 401),
    'is out of service': answered({}, 503),
    'is refused': answered({}, 403),
  };
  test.each(Object.entries(elsewhere))('an address outside the service that %s', async (_, raw) => {
    const { result } = await checkThat(({ path }) => {
      if (isElsewhere(path)) return raw;
      return path === '/api/v2/prices' ? listOf() : undefined;
    });
    expect(foundPath(result)).toBe('/api/v2/prices');
    expect(result.outcome).toMatchObject({ step: 'first-page', stopped: null });
  });

  test.each(Object.entries(elsewhere))('a usual or listed address that %s', async (_, raw) => {
    const { result } = await checkThat(({ path }) => {
      if (path === '/api/openapi.json') return answered({ paths: { '/api/prices/export': { get: {} } } });
      if (path === '/api/v2/prices') return listOf();
      return path === '/api/prices' || path.includes('/A') ? undefined : raw;
    });
    expect(foundPath(result)).toBe('/api/v2/prices');
  });

  test.each(Object.entries(elsewhere))('an address for rows that %s', async (_, raw) => {
    const rows = [1, 2, 3].map((price) => ({ Code: `P-${price}`, Price: price }));
    const { result } = await checkThat(({ path }) => {
      if (path === '/api/prices') return listOf({ query: '/api/old/{}/query', search: '/api/new/{}/search' });
      if (path.startsWith('/api/old/')) return raw;
      return path.startsWith('/api/new/') ? answered({ data: rows, totalRecords: 3, page: 1 }) : undefined;
    });
    expect(result.description).toMatchObject({ extraction: { path: '/api/new/{priceColumn}/search' } });
  });

  test('a gateway that refuses every address at which nothing is', async () => {
    const { result } = await checkThat(({ path }) =>
      path === '/api/v2/prices' ? listOf() : answered({ message: 'Missing Authentication Token' }, 403),
    );
    expect(foundPath(result)).toBe('/api/v2/prices');
    const none = await checkThat(() => answered({ message: 'Forbidden' }, 403));
    expect(priceColumnsOf(none.result)?.verdict).toBe('refused');
  });

  test('a described address that a browser cannot read, because nothing is there', async () => {
    const rows = [1, 2, 3].map((price) => ({ Code: `P-${price}`, Price: price }));
    const { result } = await checkThat(({ method, path }) => {
      if (path === '/api/v2/prices') return listOf({ rows: '/api/v2/prices/{}/query' });
      if (method === 'POST' && path.startsWith('/api/v2/')) return answered({ data: rows, totalRecords: 3 });
      return UNREACHABLE;
    });
    expect(result.description).toMatchObject({
      priceColumns: { path: '/api/v2/prices' },
      extraction: { path: '/api/v2/prices/{priceColumn}/query' },
    });
  });

  test('no new credentials are asked for because of it', async () => {
    const refused: unknown[] = [];
    const clock = createFakeClock();
    const client = createServiceClient({
      clock,
      random: () => 0,
      fetch: ({ url }) => {
        const path = url.slice(TEST_BASE.length);
        if (path === '/api/tables/item') return Promise.resolve(Response.json([]));
        return Promise.resolve(Response.json({}, { status: path.startsWith('/api/prices') ? 404 : 401 }));
      },
      authorize: (request) => {
        if (request.refused !== null) refused.push(request.refused);
        return Promise.resolve({ serviceAddress: TEST_BASE, headers: {} });
      },
    });
    const result = await checkWith(exchangeThrough(client, clock.wallMs), { clock });
    expect(refused).toEqual([]);
    expect(result.outcome).toEqual({ kind: 'missing', step: 'price-columns', stopped: null });
  });
});

describe('an address in the document of a service that no description can have', () => {
  const listing = (path: string) =>
    checkThat((request) => {
      if (request.path === '/api/openapi.json') return answered({ paths: { [path]: { get: {} } } });
      return request.path === path ? listOf() : undefined;
    });

  test.each(['/api/v9/price-columns/', '/api/Prices()', '/api/pr%C3%A9/prices'])(
    '%s is told',
    async (path) => {
      const { result, asked } = await listing(path);
      expect(asked).not.toContain(path);
      expect(result.outcome).toMatchObject({ kind: 'missing', step: 'price-columns' });
      expect(priceColumnsOf(result)?.notes).toContainEqual({ kind: 'not-possible-yet', name: path });
    },
  );

  test.each(['/../admin/prices', '/api/./prices', '/api/%2e%2e/prices'])('%s is not asked', async (path) => {
    expect((await listing(path)).asked).not.toContain(path);
  });
});
