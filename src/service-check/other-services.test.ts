import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '@/test/fake-clock';
import { checkWith } from '@/test/checked-service';
import { runs } from '@/test/runs';
import { described } from '@/test/service-description.arbitraries';
import { MOST_EXTRACTION_CALLS, type CheckRequest, type Exchange, type RawAnswer } from './caller';
import type { StepId } from './check-step';

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

function verdictOf(result: Awaited<ReturnType<typeof checkWith>>, id: StepId) {
  return result.steps.find((step) => step.id === id)?.verdict;
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

  test('what no description can say yet is named, and is missing for the main job', async () => {
    const result = await checkWith(
      lenient((items, total) => answered({ items }, { headers: { 'x-total-count': String(total) } })),
    );
    expect(result.notYet).toContainEqual(
      expect.objectContaining({ key: 'extraction.total', value: { header: 'x-total-count' } }),
    );
    expect(result.notYet).toContainEqual(
      expect.objectContaining({ key: 'extraction.snapshot', value: null }),
    );
    expect(result.outcome).toEqual({ kind: 'missing', step: 'fields', stopped: null });
    // A condition that has no effect is not taken for one that works.
    expect(result.steps.find(({ operator }) => operator === 'equals')?.verdict).toBe('missing');
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
      async (request, signal) => {
        clock.sleep(19_000);
        return usual(request, signal);
      },
      { clock },
    );
    const { steps } = await checked;
    expect(steps.flatMap(({ notes }) => notes.map(({ reason }) => reason))).toContain('too-slow');
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

test('rows that change each time are told as that, and are no second page', async () => {
  let turn = 0;
  const result = await checkWith(
    lenient((rows, total) => {
      turn += 7;
      return answered({ items: rows.map((row) => ({ ...row, Price: turn * 3 })), total });
    }),
  );
  expect(verdictOf(result, 'same-page')).toBe('differs');
  expect(verdictOf(result, 'page-2')).toBe('differs');
});

test('whatever is answered, differently each time: the check ends within its calls, with a description that can be read', async () => {
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
});

describe('secrets', () => {
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
    for (const place of places) {
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
