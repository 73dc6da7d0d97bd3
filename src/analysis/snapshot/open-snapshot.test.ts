import { expect, test } from 'vitest';
import { createServiceClient } from '@/session/service-client';
import { browserClock, wait } from '@/lib/base/clock';
import '@/test/frames';
import { createFakeClock, flush } from '@/test/fake-clock';
import { TEST_PRICE_COLUMN, testPriceColumnOf } from '@/test/test-price-column';
import { firstPageSize, readSnapshot } from './open-snapshot';

const ROWS = 1_000;
/** The service's clock: an hour ahead of this computer's. */
const CREATED = '2026-11-21T12:50:00.0000000Z';
const EXPIRES = '2026-11-21T13:20:00.0000000Z';
const SERVICE_NOW = 'Sat, 21 Nov 2026 13:00:00 GMT';

const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `n${first + index}`);

function pageResponse(
  page: number,
  numbers: readonly string[],
  headers: Record<string, string> = {},
): Response {
  const Data = {
    data: numbers.map((Number) => ({ Number })),
    totalRecords: ROWS,
    page,
    cacheKey: 'key',
    cacheCreated: CREATED,
    cacheExpires: EXPIRES,
  };
  return Response.json({ Data, Errors: [], Succeeded: true }, { headers });
}

interface PageBody {
  readonly page: number;
  readonly nrOfRecords: number;
}

/** Overrides the response to a request after the first; undefined for the regular response. */
type Override = (body: PageBody, request: Request) => Response | Promise<Response> | undefined;

function clientOf(respond: (body: PageBody, request: Request) => Response | Promise<Response>) {
  return createServiceClient({
    // The clock stands still, except for the task between parsing and decoding a long body.
    clock: { ...createFakeClock(Date.UTC(2026, 10, 21, 12)), after: browserClock().after },
    random: () => 0,
    authorize: () => Promise.resolve({ serviceAddress: 'https://prices.test/papi', headers: {} }),
    fetch: async (request) => respond((await request.json()) as PageBody, request),
  });
}

/** Opens a snapshot of a service whose responses have these headers. */
async function open(headers: Record<string, string>, override: Override = () => undefined) {
  const bodies: PageBody[] = [];
  const client = clientOf((body, request) => {
    bodies.push(body);
    const other = bodies.length === 1 ? undefined : override(body, request);
    if (other !== undefined) return other;
    const first = (body.page - 1) * body.nrOfRecords;
    const count = Math.min(body.nrOfRecords, ROWS - first);
    return pageResponse(body.page, numbersFrom(first, count), headers);
  });
  const { signal } = new AbortController();
  const priceColumn = testPriceColumnOf(['Number']);
  return { opened: await readSnapshot(client, priceColumn, 'key', ['Number'], signal), bodies };
}

const at = (hour: number, minute: number) => Date.UTC(2026, 10, 21, hour, minute);

test('the times of an opened snapshot are by this computer’s clock, whatever its difference to the service’s', async () => {
  const { opened } = await open({ Date: SERVICE_NOW });
  expect(opened).toMatchObject({
    takenAtMs: at(11, 50),
    expiresAtMs: at(12, 20),
    timesBy: 'this-computer',
  });
});

test('the times are by the service’s clock if the difference is unknown', async () => {
  const { opened } = await open({});
  expect(opened).toMatchObject({ takenAtMs: at(12, 50), expiresAtMs: at(13, 20), timesBy: 'service' });
});

test.each([
  [1, 200],
  [1_024, 200],
  [1_025, 100],
  [4_096, 50],
])('of %i fields the first page has %i rows, so that reading it holds up nothing', (fieldCount, rowCount) => {
  expect(firstPageSize(fieldCount)).toBe(rowCount);
});

test('a first page that lacks rows is not shown', async () => {
  const client = clientOf(({ page, nrOfRecords }) => pageResponse(page, numbersFrom(0, nrOfRecords - 1)));
  const opening = readSnapshot(client, TEST_PRICE_COLUMN, 'key', ['Number'], new AbortController().signal);
  await expect(opening).rejects.toMatchObject({ mismatch: 'row-count' });
});

test('the first page has 200 rows; later pages grow, and never overlap', async () => {
  const { opened, bodies } = await open({});
  for (const rowStart of [0, 210, 600]) {
    opened.rows.setVisibleRows({ rowStart, rowEnd: rowStart + 30, direction: 'down', isFast: false });
    await expect.poll(() => opened.rows.getStatistics().inFlight).toBe(0);
  }
  expect(bodies.map(({ page, nrOfRecords }) => [page, nrOfRecords])).toEqual([
    [1, 200],
    [2, 200],
    [2, 400],
    [2, 800],
  ]);
  expect(opened.rows.getRow(999)).toEqual(['n999']);
  expect(opened.rows.getFatalFailure()).toBeNull();
});

const wantFrom = (rowStart: number) =>
  ({ rowStart, rowEnd: rowStart + 30, direction: 'down', isFast: false }) as const;

test.each<[string, Override]>([
  [
    'a page that is another one',
    ({ page, nrOfRecords }) => pageResponse(page + 1, numbersFrom(200, nrOfRecords)),
  ],
  [
    'rows that are held already',
    ({ page, nrOfRecords }) => pageResponse(page, numbersFrom(100, nrOfRecords)),
  ],
  [
    'an expired snapshot',
    () => Response.json({ Data: null, Errors: ['Gone'], Succeeded: false }, { status: 410 }),
  ],
])('%s ends the paging, and none of its rows is shown', async (_, override) => {
  const { opened, bodies } = await open({}, override);
  opened.rows.setVisibleRows(wantFrom(210));
  await expect.poll(() => opened.rows.getFatalFailure()).not.toBeNull();
  expect(opened.rows.getRow(210)).toBeNull();
  expect(opened.rows.getRow(0)).toEqual(['n0']);
  const requestCount = bodies.length;
  opened.rows.setVisibleRows(wantFrom(700));
  expect(bodies).toHaveLength(requestCount);
});

test('a response from another snapshot is not opened', async () => {
  const client = clientOf(() => pageResponse(1, numbersFrom(0, 200)));
  const { signal } = new AbortController();
  await expect(readSnapshot(client, TEST_PRICE_COLUMN, 'mine', ['Number'], signal)).rejects.toMatchObject({
    mismatch: 'other-snapshot',
  });
});

test.each<[string, () => Response]>([
  ['500', () => Response.json({ Data: null, Errors: ['No'], Succeeded: false }, { status: 500 })],
  ['no success', () => Response.json({ Data: null, Errors: ['Deadlock'], Succeeded: false })],
  ['the page of a proxy', () => new Response('<html></html>', { headers: { 'Content-Type': 'text/html' } })],
])('a page that fails (%s) is requested once more, then left to the person', async (_, fail) => {
  let failures = 1;
  const { opened, bodies } = await open({}, () => {
    failures -= 1;
    return failures >= 0 ? fail() : undefined;
  });
  const { rows } = opened;
  rows.setVisibleRows(wantFrom(210));
  await expect.poll(() => rows.getRow(210)).toEqual(['n210']);
  expect(bodies[2]).toEqual(bodies[1]);

  failures = Infinity;
  rows.setVisibleRows(wantFrom(900));
  await expect.poll(() => rows.getRowState(900)).toBe('failed');
  expect(rows.getFatalFailure()).toBeNull();
});

test.each<[string, Override, RegExp]>([
  [
    'an expired snapshot',
    () => Response.json({ Data: null, Errors: ['Gone'], Succeeded: false }, { status: 410 }),
    /expired-snapshot/,
  ],
  ['a page that is another one', ({ page }) => pageResponse(page + 1, numbersFrom(0, 100)), /other-page/],
  [
    'a row twice',
    ({ page }) => pageResponse(page, [...numbersFrom(0, 50), ...numbersFrom(0, 50)]),
    /double-key/,
  ],
])('%s ends the paging also when it is read past the cache', async (_, override, error) => {
  const { opened } = await open({}, override);
  const { signal } = new AbortController();
  await expect(opened.readPage(1, 100, signal)).rejects.toThrow(error);
  expect(opened.rows.getFatalFailure()).not.toBeNull();
  expect(opened.rows.getRow(0)).toEqual(['n0']);
});

test('a failed page affects only its own rows, and can be retried', async () => {
  let isDown = true;
  const { opened } = await open({}, ({ page, nrOfRecords }) =>
    isDown && page === Math.floor(210 / nrOfRecords) + 1
      ? Response.json({ Data: null, Errors: ['No'], Succeeded: false }, { status: 400 })
      : undefined,
  );
  const { rows } = opened;
  rows.setVisibleRows({ ...wantFrom(210), rowEnd: 410 });
  await expect.poll(() => rows.getRowState(210)).toBe('failed');
  await expect.poll(() => rows.getRow(409)).toEqual(['n409']);
  expect(rows.getFatalFailure()).toBeNull();
  isDown = false;
  rows.retryFailed();
  await expect.poll(() => rows.getRow(210)).toEqual(['n210']);
});

test('dropped rows can be loaded again, and do not count as duplicates', async () => {
  const wide = (number: string) => number.padEnd(10_000, '.');
  const { opened } = await open({}, ({ page, nrOfRecords }) => {
    const first = (page - 1) * nrOfRecords;
    return pageResponse(page, numbersFrom(first, Math.min(nrOfRecords, ROWS - first)).map(wide));
  });
  const { rows } = opened;
  for (let rowStart = 200; rowStart < ROWS; rowStart += 100) {
    rows.setVisibleRows({ ...wantFrom(rowStart), rowEnd: rowStart + 100 });
    await expect.poll(() => rows.getStatistics().inFlight).toBe(0);
  }
  expect(rows.getRowState(999)).toBe('ready');
  expect(rows.getRowState(210)).toBe('loading');
  rows.setVisibleRows(wantFrom(210));
  await expect.poll(() => rows.getRow(210)).toEqual([wide('n210')]);
  expect(rows.getFatalFailure()).toBeNull();
});

test('a request for rows that are no longer needed is aborted', async () => {
  const cut: number[] = [];
  const { opened } = await open(
    {},
    ({ page }, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          cut.push(page);
          reject(signal.reason);
        });
      }),
  );
  opened.rows.setVisibleRows(wantFrom(210));
  await expect.poll(() => opened.rows.getStatistics().inFlight).toBeGreaterThan(0);
  await new Promise((resolve) => setImmediate(resolve));
  opened.rows.setVisibleRows(wantFrom(0));
  opened.rows.setActive(false);
  await expect.poll(() => cut).toContain(3);
  expect(opened.rows.getFatalFailure()).toBeNull();
});

test('a first page that took 10 seconds and more is remembered with its request, a faster one is not', async () => {
  for (const [latencyMs, slowResponse] of [
    [9_999, undefined],
    [12_000, { durationMs: 12_000, ids: { requestId: 'r-17' } }],
  ] as const) {
    const clock = createFakeClock();
    const client = createServiceClient({
      clock,
      random: () => 0,
      authorize: () => Promise.resolve({ serviceAddress: 'https://prices.test/papi', headers: {} }),
      fetch: async () => {
        await wait(clock, latencyMs);
        return pageResponse(1, numbersFrom(0, 200), { 'X-Request-Id': 'r-17' });
      },
    });
    const opening = readSnapshot(client, TEST_PRICE_COLUMN, 'key', ['Number'], new AbortController().signal);
    await flush();
    await clock.advance(latencyMs);
    expect((await opening).slowResponse).toEqual(slowResponse);
  }
});
