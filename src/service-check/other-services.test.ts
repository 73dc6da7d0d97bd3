import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestService } from '@mocks/node';
import type { ComparisonOp } from '@/contract/extraction';
import { DOCUMENT_ADDRESSES, SNAPSHOT_ASKS } from '@/contract/known-spellings';
import { METADATA_BYTES, PAGE_BYTES } from '@/contract/limits';
import type { TokenFacts } from '@/contract/token.schema';
import { createServiceClient } from '@/session/service-client';
import { checkReference, checkWith, type Between } from '@/test/checked-service';
import { ENGLISH } from '@/test/english-words';
import { createFakeClock } from '@/test/fake-clock';
import { TEST_BASE } from '@/test/test-caller';
import { runs } from '@/test/runs';
import { described } from '@/test/service-description.arbitraries';
import { ServiceError } from '@/ui/http/service-error';
import { MOST_EXTRACTION_CALLS, type CheckRequest, type Exchange, type RawAnswer } from './caller';
import { MOST_ADDRESSES } from './check-service';
import type { ServiceCheck, StepId } from './check-step';
import { outcomeText } from './check-text';
import { exchangeThrough } from './exchange';

function answered(
  json: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): RawAnswer {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  const contentType = typeof json === 'string' ? 'text/html' : 'application/json';
  return {
    kind: 'answered',
    status,
    contentType,
    text,
    headers: new Map(Object.entries(headers)),
    retryAfterMs: null,
  };
}

const ROWS = Array.from({ length: 30 }, (_, index) => ({
  Code: `P-${index + 100}`,
  Price: index + 0.5,
  Ends: null,
}));
const FIELDS = [
  { Name: 'Code', Type: 'String', Nullable: false, CanFilter: true, CanSort: true, ViewRight: null },
  { Name: 'Price', Type: 'Decimal', Nullable: false, CanFilter: true, CanSort: true, ViewRight: null },
  { Name: 'Ends', Type: 'DateTime', Nullable: true, CanFilter: true, CanSort: true, ViewRight: null },
];

/** A service that ignores what it does not know, pages with `pageSize` and `skip`, and keeps no snapshots. */
function lenient(page: (rows: readonly object[], total: number) => RawAnswer): Exchange {
  return ({ method, path, body = '{}' }) => {
    if (path === '/api/tables/item') return Promise.resolve(answered([]));
    if (method === 'GET')
      return Promise.resolve(
        path === '/api/prices'
          ? answered({ Value: [{ Name: 'List', Title: 'List', Fields: FIELDS }] })
          : answered({}, { status: 404 }),
      );
    const { pageSize = 25, skip = 0 } = JSON.parse(body) as { pageSize?: number; skip?: number };
    return Promise.resolve(page(ROWS.slice(skip, skip + pageSize), ROWS.length));
  };
}

describe('a service that ignores what it does not know', () => {
  test('names that are near are found in its answers, and those of requests by what they do', async () => {
    const result = await checkWith(lenient((Items, TotalCount) => answered({ Items, TotalCount })));
    expect(result.description).toMatchObject({
      envelope: 'none',
      priceColumns: {
        list: 'Value',
        name: 'Name',
        displayName: 'Title',
        fields: 'Fields',
        field: {
          name: 'Name',
          typeName: 'Type',
          is_nullable: 'Nullable',
          filterable: 'CanFilter',
          ViewSecurityRightID: 'ViewRight',
        },
        types: { String: 'nvarchar' },
      },
      extraction: {
        size: { name: 'pageSize' },
        page: { name: 'skip', style: 'offset', first: 0 },
        rows: 'Items',
        total: 'TotalCount',
        pageOf: null,
      },
    });
    expect(result.proposed.find(({ key }) => key === 'priceColumns.name')?.reason.kind).toBe(
      'only-case-differs',
    );
  });

  test('a total in a header is found, and what has no effect is missing for the main job', async () => {
    const result = await checkWith(
      lenient((items, total) => answered({ items }, { headers: { 'x-total-count': String(total) } })),
    );
    expect(result.description).toMatchObject({ extraction: { total: { header: 'x-total-count' } } });
    expect(result.outcome).toEqual({ kind: 'missing', step: 'fields', stopped: null });
    // A condition that has no effect is not taken for one that works.
    expect(result.steps.find(({ operator }) => operator === 'equals')?.verdict).toBe('missing');
  });

  test('names that ask for a snapshot are not sent together, because it would take one of them', async () => {
    const bodies: string[][] = [];
    const usual = lenient((items, total) => answered({ items, total }));
    await checkWith((request, ...rest) => {
      if (request.method === 'POST') bodies.push(Object.keys(JSON.parse(request.body ?? '{}') as object));
      return usual(request, ...rest);
    });
    const asks = SNAPSHOT_ASKS.map(([name]) => name);
    expect(bodies.some((names) => names.length > 20)).toBe(true);
    for (const names of bodies)
      expect(names.filter((name) => asks.includes(name)).length).toBeLessThanOrEqual(1);
  });
});

describe('a service that cannot be checked ends the check with the reason', () => {
  const failing: Record<string, { exchange: Exchange; step: StepId; stopped: string | null }> = {
    'HTML for everything': {
      exchange: () => Promise.resolve(answered('<!doctype html><p>Sign in')),
      step: 'price-columns',
      stopped: null,
    },
    'nothing that answers in time': {
      exchange: () => Promise.resolve({ kind: 'failed', reason: 'timed-out' }),
      step: 'price-columns',
      stopped: 'timed-out',
    },
    'too many requests for it': {
      exchange: () =>
        Promise.resolve({ ...answered({}, { status: 429 }), retryAfterMs: 60_000 } as RawAnswer),
      step: 'price-columns',
      stopped: 'throttled',
    },
    'a session that ends': {
      exchange: () => Promise.resolve(answered({}, { status: 401 })),
      step: 'price-columns',
      stopped: 'signed-out',
    },
    'a right that is missing': {
      exchange: () => Promise.resolve(answered({}, { status: 403 })),
      step: 'price-columns',
      stopped: null,
    },
  };
  test.each(Object.entries(failing))('%s', async (_, { exchange, step, stopped }) => {
    const result = await checkWith(exchange);
    expect(result.outcome).toEqual({ kind: 'missing', step, stopped });
  });

  test('a service that asks to wait is waited for, but not for ever', async () => {
    const clock = createFakeClock();
    let calls = 0;
    const checked = checkWith(
      () => {
        calls += 1;
        return Promise.resolve({ ...answered({}, { status: 429 }), retryAfterMs: 2_000 } as RawAnswer);
      },
      { clock },
    );
    for (let turn = 0; turn < 5; turn += 1) await clock.advance(2_000);
    expect((await checked).outcome).toMatchObject({ kind: 'missing', stopped: 'throttled' });
    expect(calls).toBe(4);
  });

  test('a service that is slow every time is left after some minutes', async () => {
    const clock = createFakeClock();
    const usual = lenient((data, totalRecords) => answered({ data, totalRecords }));
    const checked = checkWith(
      async (...asked) => {
        clock.sleep(19_000);
        return usual(...asked);
      },
      { clock },
    );
    const { steps } = await checked;
    expect(steps.flatMap(({ notes }) => notes.map(({ reason }) => reason))).toContain('too-slow');
  });

  test('something unexpected in a step is a finding of this step, without its text', async () => {
    const usual = lenient((data, totalRecords) => answered({ data, totalRecords }));
    const result = await checkWith((request, ...rest) =>
      request.path === '/api/tables/item'
        ? Promise.reject(new TypeError('told by the browser'))
        : usual(request, ...rest),
    );
    const [table, priceColumns] = result.steps.filter(({ id }) => /^(?:item-table|price-columns)$/.test(id));
    expect([table?.verdict, table?.notes]).toEqual(['failed', [{ kind: 'unexpected' }]]);
    expect(priceColumns?.verdict).toBe('differs');
    expect(JSON.stringify(result)).not.toContain('told by');
  });

  test('a check that is cancelled rejects with the reason', async () => {
    const controller = new AbortController();
    const checked = checkWith(
      () => {
        controller.abort(new Error('cancelled'));
        return Promise.resolve(answered([]));
      },
      { signal: controller.signal },
    );
    await expect(checked).rejects.toThrow('cancelled');
  });
});

const service = createTestService({ settings: { rowCount: 200 } });
afterAll(() => service.dispose());

/** Checks a service as in the contract, with something between the check and the service, which answers until a step is done. */
function checkBetween(between: Between, last?: StepId) {
  let isDone = false;
  return checkReference(
    service,
    undefined,
    async (request, pass) => (isDone ? answered({}, { status: 400 }) : between(request, pass)),
    (steps) => {
      isDone = steps.at(-1)?.id === last;
    },
  );
}

function bodyOf({ body = '{}' }: CheckRequest): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}

function withBody(request: CheckRequest, body: unknown): CheckRequest {
  return { ...request, body: JSON.stringify(body) };
}

/** Changes the data of a page. */
function withData(raw: RawAnswer, change: (data: Record<string, unknown>) => unknown): RawAnswer {
  if (raw.kind !== 'answered' || raw.status !== 200) return raw;
  const json = JSON.parse(raw.text) as { Data: Record<string, unknown> };
  return { ...raw, text: JSON.stringify({ ...json, Data: change(json.Data) }) };
}

function isRows({ method }: CheckRequest): boolean {
  return method === 'POST';
}

function stepOf({ result }: { readonly result: ServiceCheck }, id: StepId, operator?: ComparisonOp) {
  return result.steps.find(
    (step) => step.id === id && (operator === undefined || step.operator === operator),
  );
}

describe('only reads', () => {
  test('rows are asked for at the described address first, and then only where the service says that it reads', async () => {
    const { requests } = await checkBetween(async (request, pass) =>
      isRows(request) ? answered({}, { status: 404 }) : pass(request),
    );
    const addresses = requests.flatMap((request) => /^POST (\S+)/.exec(request)?.[1] ?? []);
    expect(addresses[0]).toMatch(/^\/api\/prices\/\w+$/);
    for (const address of addresses.slice(1)) expect(address).toMatch(/\/(?:query|search)$/);
    expect(addresses.length).toBeGreaterThan(1);
  });

  test('an address that the service lists for rows is asked if its name says that it reads, and no other', async () => {
    const { result, requests } = await checkBetween(async (request, pass) => {
      const moved = /^\/api\/moved\/(\w+)\/Search$/.exec(request.path)?.[1];
      if (moved !== undefined) return pass({ ...request, path: `/api/prices/${moved}` });
      if (isRows(request)) return answered({}, { status: 404 });
      const raw = await pass(request);
      if (request.path !== '/api/prices') return raw;
      return withData(raw, (list) =>
        Object.values(list).map((record) => {
          const at = `https://prices.test/papi/api/moved/${String(Object(record)['name'])}`;
          return {
            ...Object(record),
            links: {
              records: { href: `${at}/entries` },
              rows: { href: `${at}/Search` },
              create: { href: `${at}/new` },
            },
          };
        }),
      );
    }, 'first-page');
    expect(result.description).toMatchObject({ extraction: { path: '/api/moved/{priceColumn}/Search' } });
    expect(requests.filter((request) => /\/(?:new|entries)/.test(request))).toEqual([]);
  });

  test('the price columns are looked for at no more addresses than people are told', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => [`/api/price/${index}`, { get: {} }] as const);
    const asked: string[] = [];
    const result = await checkWith(async ({ path }) => {
      asked.push(path);
      return path === DOCUMENT_ADDRESSES.at(-1)
        ? answered({ openapi: '3.0.0', paths: Object.fromEntries(paths) })
        : answered({}, { status: 404 });
    });
    expect(result.outcome).toMatchObject({ kind: 'missing', step: 'price-columns' });
    const others = asked.filter((path) => !['/api/tables/item', '/api/prices'].includes(path));
    expect(others.length).toBeGreaterThan(30);
    expect(others.length).toBeLessThanOrEqual(MOST_ADDRESSES);
  });

  test.each([201, 202, 204])('a service that answers %i is not asked again', async (status) => {
    const { result, requests } = await checkBetween(async (request, pass) =>
      isRows(request) ? answered(status === 204 ? '' : {}, { status }) : pass(request),
    );
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
    expect(result.outcome).toEqual({ kind: 'missing', step: 'first-page', stopped: 'may-have-created' });
  });
});

describe('what fits is proven', { tags: ['long'] }, () => {
  test('a service that ignores the key of a snapshot', async () => {
    const checked = await checkBetween(async (request, pass) => {
      const { cacheKey, ...body } = bodyOf(request);
      if (cacheKey === undefined) return pass(request);
      // It makes a new result of the default order, with the key that it was given.
      const raw = await pass(withBody(request, { ...body, useCache: true }));
      return withData(raw, (data) => ({ ...data, cacheKey }));
    }, 'page-by-key');
    expect(stepOf(checked, 'page-by-key')?.verdict).toBe('missing');
    expect(checked.result.outcome).toMatchObject({ kind: 'missing', step: 'page-by-key' });
  });

  test.each([
    ['another key', { cacheKey: 'another' }],
    ['another total', { totalRecords: 12_345 }],
    ['no moment', { cacheCreated: null }],
  ])('pages of a snapshot that have %s', async (_, changed) => {
    const checked = await checkBetween(async (request, pass) => {
      const raw = await pass(request);
      return bodyOf(request)['cacheKey'] === undefined
        ? raw
        : withData(raw, (data) => ({ ...data, ...changed }));
    }, 'page-by-key');
    expect(stepOf(checked, 'page-by-key')?.verdict).toBe('missing');
  });

  test('a number that follows the size of the page is no total, so the service tells none', async () => {
    const checked = await checkBetween(
      async (request, pass) =>
        withData(await pass(request), (data) => {
          if (!isRows(request)) return data;
          const { totalRecords, ...others } = data;
          const size = Number(bodyOf(request)['nrOfRecords']);
          return { ...others, total: Number(totalRecords) + size, version: 99 };
        }),
      'total',
    );
    expect(stepOf(checked, 'total')?.verdict).toBe('differs');
    expect(checked.result.description).toEqual({ version: 1, extraction: { total: null } });
  });

  test('a price column without rows is left for another one', async () => {
    let empty: string | undefined;
    const checked = await checkBetween(async (request, pass) => {
      const raw = await pass(request);
      if (isRows(request)) empty ??= request.path;
      return request.path === empty ? withData(raw, (data) => ({ ...data, data: [], totalRecords: 0 })) : raw;
    }, 'first-page');
    expect(stepOf(checked, 'first-page')?.verdict).toBe('fits');
  });

  test('price columns with too few rows to show anything are not said to fit', async () => {
    const checked = await checkBetween(
      async (request, pass) =>
        withData(await pass(request), (data) =>
          Array.isArray(data['data'])
            ? { ...data, data: data['data'].slice(0, bodyOf(request)['page'] === 1 ? 3 : 0), totalRecords: 3 }
            : data,
        ),
      'total',
    );
    expect(checked.result.outcome).toMatchObject({ kind: 'missing', step: 'page-2' });
    expect(stepOf(checked, 'page-2')?.verdict).toBe('not-tried');
  });

  test('an operator that the service ignores, although it follows all others', async () => {
    const checked = await checkBetween(async (request, pass) => {
      const { filters, ...body } = bodyOf(request);
      const kept = (filters as { op: string }[] | undefined)?.filter(({ op }) => op !== 'startsWith');
      return pass(kept === undefined ? request : withBody(request, { ...body, filters: kept }));
    });
    expect(stepOf(checked, 'operator', 'startsWith')?.verdict).toBe('missing');
    expect(stepOf(checked, 'operator', 'endsWith')?.verdict).toBe('fits');
    expect(checked.result.description).toEqual({
      version: 1,
      extraction: { operators: { startsWith: null } },
    });
  });

  test('each operator is asked for by itself, with a value that leaves out some of the first rows', async () => {
    const { requests } = await checkBetween(async (request, pass) => pass(request));
    const filtered = requests.flatMap((request) => /"filters":(\[.*?\])/.exec(request)?.[1] ?? []);
    expect(filtered.map((text) => (JSON.parse(text) as unknown[]).length)).toEqual(filtered.map(() => 1));
    expect(filtered.length).toBeGreaterThanOrEqual(12);
  });

  test('a refusal with status 200 is a refusal', async () => {
    const checked = await checkBetween(
      async (request, pass) =>
        'orderby' in bodyOf(request)
          ? answered({ Data: null, Errors: ['The property "orderby" is not known.'], Succeeded: false })
          : pass(request),
      'sort',
    );
    expect(stepOf(checked, 'sort')).toMatchObject({
      verdict: 'missing',
      notes: [{ kind: 'envelope-refusal', count: 200 }],
    });
  });
});

describe('rows that change', () => {
  /** Gives rows in another order each time, unless the request has an order. */
  function unstable(isEvenSorted: boolean): Between {
    let turn = 0;
    return async (request, pass) => {
      const raw = await pass(request);
      const { orderby, cacheKey } = bodyOf(request);
      if (cacheKey !== undefined || (orderby !== undefined && !isEvenSorted)) return raw;
      turn += 1;
      return withData(raw, (data) => {
        const rows = data['data'];
        if (!Array.isArray(rows)) return data;
        const from = turn % Math.max(1, rows.length);
        return { ...data, data: [...rows.slice(from), ...rows.slice(0, from)] };
      });
    };
  }

  test('are asked for in the order of the key', { tags: ['long'] }, async () => {
    const checked = await checkBetween(unstable(false), 'page-2');
    expect(stepOf(checked, 'same-page')).toMatchObject({
      verdict: 'differs',
      notes: [{ kind: 'stable-by-key' }],
    });
    expect(stepOf(checked, 'page-2')?.verdict).toBe('fits');
  });

  test('even then are missing for the main job, in words', async () => {
    const checked = await checkBetween(unstable(true), 'same-page');
    expect(checked.result.outcome).toMatchObject({ kind: 'missing', step: 'same-page' });
    expect(outcomeText(checked.result, ENGLISH)).toContain('The same request brought different rows.');
  });
});

describe('what a check proposes', { tags: ['long'] }, () => {
  test('a described claim that is in the token stays; the rights are not taken from any other list', async () => {
    const lists = (textLists: TokenFacts['textLists']) =>
      checkWith(
        lenient((data) => answered({ data })),
        {
          token: { lifetimeMs: 60_000, lifetimeFrom: 'expires', textLists },
          described: described({ rights: { claim: ['https://x.test/rights'] } }),
        },
      );
    const own = { steps: ['https://x.test/rights'], texts: ['other'] };
    const near = { steps: ['permissions'], texts: ['prices.read'] };
    const audiences = { steps: ['aud'], texts: ['prices', 'read'] };
    expect((await lists([near, own])).description).not.toMatchObject({
      rights: { extraction: 'prices.read' },
    });
    expect((await lists([audiences])).description).toMatchObject({
      rights: { claim: ['https://x.test/rights'] },
    });
    expect((await lists([audiences, near])).description).toMatchObject({
      rights: { claim: 'permissions', extraction: 'prices.read' },
    });
  });

  test('a status for a snapshot that is gone is added to the described ones, if it can mean that', async () => {
    const gone = (status: number) =>
      checkBetween(async (request, pass) => {
        const raw = await pass(request);
        return raw.kind === 'answered' && raw.status === 410 ? { ...raw, status } : raw;
      }, 'page-by-key');
    expect((await gone(409)).result.description).toEqual({
      version: 1,
      extraction: { snapshot: { goneStatus: [410, 409] } },
    });
    expect((await gone(400)).result.description).toEqual({ version: 1 });
  });

  test('what was tried in vain is not proposed, and has no part in the next step', async () => {
    const { result, requests } = await checkBetween(async (request, pass) => {
      const { orderby, order, ...body } = bodyOf(request);
      if (orderby === undefined && order === undefined) return pass(request);
      // The service knows a form of the order for one direction only.
      if (JSON.stringify(order) === '["ContractValue desc"]')
        return pass(withBody(request, { ...body, orderby: order }));
      return answered(
        { Data: null, Errors: ['The property "orderby" is not known.'], Succeeded: false },
        { status: 400 },
      );
    });
    expect(result.outcome).toMatchObject({ kind: 'missing', step: 'sort' });
    expect(result.description).toEqual({ version: 1 });
    expect(requests.at(-1)).not.toContain('"order"');
  });
});

describe('a service that answers late or not at all', { tags: ['long'] }, () => {
  test('the size of the largest page is found by smaller ones', async () => {
    const { result } = await checkBetween(async (request, pass) =>
      Number(bodyOf(request)['nrOfRecords']) > 1_000
        ? { kind: 'failed', reason: 'timed-out' }
        : pass(request),
    );
    expect(stepOf({ result }, 'largest-page')?.notes).toContainEqual({ kind: 'fewer-rows', count: 1_000 });
    expect(stepOf({ result }, 'largest-page')?.callCount).toBe(2);
    expect(stepOf({ result }, 'operator', 'endsWith')?.verdict).toBe('fits');
  });

  test('a step without an answer has failed, and the others go on', async () => {
    const checked = await checkBetween(
      async (request, pass) =>
        'fields' in bodyOf(request) && bodyOf(request)['nrOfRecords'] === 8
          ? { kind: 'failed', reason: 'unreachable' }
          : pass(request),
      'page-by-key',
    );
    expect(stepOf(checked, 'fields')?.verdict).toBe('failed');
    expect(stepOf(checked, 'page-by-key')?.verdict).toBe('fits');
    expect(checked.result.outcome).toEqual({ kind: 'missing', step: 'fields', stopped: 'unreachable' });
  });

  test('is waited for: 20 seconds for a few rows, two minutes where it has to compute', async () => {
    const asked: [unknown, unknown][] = [];
    const exchange = exchangeThrough(
      {
        exchange: (request, { timeoutMs } = {}) => {
          asked.push([timeoutMs, request.maxBytes]);
          return Promise.reject(new ServiceError({ kind: 'timed-out', timeoutMs: timeoutMs ?? 0 }));
        },
      },
      () => 0,
    );
    const { signal } = new AbortController();
    for (const effort of [undefined, 'snapshot', 'largest-page'] as const) {
      const request = { method: 'POST', path: '/', ...(effort !== undefined && { effort }) } as const;
      expect(await exchange(request, signal, () => undefined)).toEqual({
        kind: 'failed',
        reason: 'timed-out',
      });
    }
    expect(asked).toEqual([
      [20_000, METADATA_BYTES],
      [120_000, METADATA_BYTES],
      [120_000, PAGE_BYTES],
    ]);
    const efforts: unknown[] = [];
    await checkBetween(async (request, pass) => {
      const { useCache, nrOfRecords } = bodyOf(request);
      if (useCache === true || nrOfRecords === 10_000) efforts.push(request.effort);
      return pass(request);
    });
    expect(efforts).toEqual(['snapshot', 'largest-page']);
  });

  test('requests that are repeated with other credentials count', async () => {
    let sent = 0;
    const clock = createFakeClock();
    const client = createServiceClient({
      clock,
      random: () => 0,
      fetch: async (request) => {
        if (request.method === 'POST') sent += 1;
        if (request.headers.get('Authorization') === 'first') return Response.json({}, { status: 401 });
        const isList = request.url.endsWith('/api/prices');
        return isList
          ? Response.json([{ name: 'List', fields: [{ name: 'Code', typeName: 'nvarchar' }] }])
          : Response.json({}, { status: 400 });
      },
      authorize: ({ refused }) =>
        Promise.resolve({
          serviceAddress: TEST_BASE,
          headers: { Authorization: refused === null ? 'first' : 'second' },
        }),
    });
    const result = await checkWith(exchangeThrough(client, clock.wallMs), { clock });
    expect(sent).toBeGreaterThan(2);
    expect(result.extractionCallCount).toBe(sent);
    expect(sent).toBeLessThanOrEqual(MOST_EXTRACTION_CALLS);
  });
});

test(
  'whatever is answered, differently each time: the check ends within its calls, with a description that can be read',
  { tags: ['long'] },
  async () => {
    const answers = fc.infiniteStream(
      fc.record({
        status: fc.constantFrom(200, 200, 200, 400, 404, 500),
        json: fc.oneof(
          fc.jsonValue({ maxDepth: 4 }),
          fc.array(
            fc.record({
              Name: fc.string(),
              fields: fc.array(fc.record({ name: fc.string(), type: fc.string() }), { minLength: 1 }),
            }),
            { minLength: 1 },
          ),
          fc.record({
            data: fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 }),
            total: fc.nat(),
          }),
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(answers, async (stream) => {
        let calls = 0;
        const result = await checkWith(({ method }) => {
          if (method === 'POST') calls += 1;
          const { status, json } = stream.next().value;
          return Promise.resolve(answered(JSON.stringify(json), { status }));
        });
        expect(calls).toBeLessThanOrEqual(MOST_EXTRACTION_CALLS);
        expect(result.outcome.kind).toBe('missing');
        described(result.description);
      }),
      { numRuns: runs(100) },
    );
  },
);

describe('secrets', () => {
  test('names that are values are nowhere, such as the numbers of items in an object of records', async () => {
    const items = Object.fromEntries(
      ROWS.map((row, index) => [`P-${index + 4711}`, { ...row, parts: { [`Q ${index}-1`]: [row] } }]),
    );
    const result = await checkWith(({ path, method }) =>
      Promise.resolve(
        method === 'GET' && path !== '/api/prices'
          ? answered({ 'P-4711': [{ name: 'a' }] })
          : method === 'GET'
            ? answered({ Value: [{ Name: 'List', Title: 'List', Fields: FIELDS }] })
            : answered({ items, total: 30, last: { 'P-4711': 1 } }),
      ),
    );
    expect(result.steps.map(({ answer }) => answer?.shape).join()).toContain('object of 30 records');
    expect(JSON.stringify(result)).not.toMatch(/P-4711|P-4712|Q \d/);
  });

  const SECRET = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYW5hZ2VyIn0.c2lnbmF0dXJl';

  test('a long value is nowhere in the result, wherever the service puts it', async () => {
    const places: readonly ((request: CheckRequest) => RawAnswer)[] = [
      () =>
        answered({
          [SECRET]: [{ [SECRET]: SECRET, name: SECRET, fields: [{ name: SECRET, typeName: SECRET }] }],
        }),
      () =>
        answered(
          { message: `"${SECRET}" has to be a whole number. "tenant" has to be "${SECRET}".` },
          { status: 400 },
        ),
      ({ method }) =>
        method === 'GET'
          ? answered({
              Data: [{ name: 'a', fields: [{ name: 'b', typeName: SECRET }] }],
              Errors: [],
              Succeeded: true,
            })
          : answered(
              { errors: { [SECRET]: [`The property "tenant" has to be "${SECRET}".`] } },
              { status: 400 },
            ),
      ({ method }) =>
        method === 'GET'
          ? answered({ Data: [{ name: SECRET, fields: [{ name: 'b' }] }], Errors: [], Succeeded: true })
          : answered(
              {
                Data: { data: [{ b: SECRET }], totalRecords: 1, page: 1, [SECRET]: SECRET },
                Errors: [],
                Succeeded: true,
              },
              { headers: { 'x-cache-key': SECRET } },
            ),
    ];
    const ofLinks =
      (address: string) =>
      ({ method, path }: CheckRequest) => {
        if (method === 'GET' && path !== '/api/prices') return answered({}, { status: 404 });
        const rows = { data: [{ b: 1 }], totalRecords: 1, page: 1 };
        if (method === 'POST')
          return path === '/api/prices/a'
            ? answered({}, { status: 404 })
            : answered({ Data: rows, Errors: [], Succeeded: true });
        const link = { rows: address.replace('{}', 'a') };
        return answered({
          Data: [{ name: 'a', fields: [{ name: 'b', typeName: 'int' }], link }],
          Errors: [],
          Succeeded: true,
        });
      };
    const links = [`https://a.test/api/t/${SECRET}/{}/rows`, `/api/t/${SECRET}/{}/query`].map(ofLinks);
    for (const place of [...places, ...links]) {
      const result = await checkWith((request) => Promise.resolve(place(request)), {
        token: {
          lifetimeMs: 1,
          lifetimeFrom: 'jwt',
          textLists: [
            { steps: [SECRET], texts: [SECRET] },
            { steps: ['rights'], texts: [SECRET] },
          ],
        },
      });
      expect(JSON.stringify(result)).not.toContain(SECRET.slice(0, 41));
    }
  });
});
