import { beforeAll, expect, test, vi } from 'vitest';
import { createServiceClient } from '@/session/service-client';
import { createFakeClock } from '@/test/fake-clock';
import { TEST_PRICE_COLUMN } from '../model/test-price-column';
import { readSnapshot } from './open-snapshot';

const ROWS = 1_000;
/** The service's clock: an hour ahead of this computer's. */
const CREATED = '2026-11-21T12:50:00.0000000Z';
const EXPIRES = '2026-11-21T13:20:00.0000000Z';
const SERVICE_NOW = 'Sat, 21 Nov 2026 13:00:00 GMT';

const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `n${first + index}`);

function answer(page: number, numbers: readonly string[], headers: Record<string, string> = {}): Response {
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

// Nothing is drawn here, and nobody waits for it.
beforeAll(() => {
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => void setTimeout(task));
});

interface Asked {
  readonly page: number;
  readonly nrOfRecords: number;
}

/** What the service does instead with a call after the first; undefined where it answers as it should. */
type Instead = (asked: Asked, request: Request) => Response | Promise<Response> | undefined;

function clientOf(answerTo: (body: Asked, request: Request) => Response | Promise<Response>) {
  return createServiceClient({
    clock: createFakeClock(Date.UTC(2026, 10, 21, 12)),
    random: () => 0,
    authorize: () => Promise.resolve({ serviceAddress: 'https://prices.test/papi', headers: {} }),
    fetch: async (request) => answerTo((await request.json()) as Asked, request),
  });
}

/** Opens a snapshot of a service whose answers carry these headers. */
async function open(headers: Record<string, string>, instead: Instead = () => undefined) {
  const bodies: Asked[] = [];
  const client = clientOf((body, request) => {
    bodies.push(body);
    const other = bodies.length === 1 ? undefined : instead(body, request);
    if (other !== undefined) return other;
    const first = (body.page - 1) * body.nrOfRecords;
    const count = Math.min(body.nrOfRecords, ROWS - first);
    return answer(body.page, numbersFrom(first, count), headers);
  });
  const signal = new AbortController().signal;
  return { opened: await readSnapshot(client, TEST_PRICE_COLUMN, 'key', ['Number'], signal), bodies };
}

const at = (hour: number, minute: number) => Date.UTC(2026, 10, 21, hour, minute);

test('times of a snapshot that was opened are told by this computer’s clock, however the two are apart', async () => {
  const { opened } = await open({ Date: SERVICE_NOW });
  expect(opened).toMatchObject({
    takenAtMs: at(11, 50),
    expiresAtMs: at(12, 20),
    timesBy: 'this-computer',
  });
});

test('where nothing tells the service’s time, its times are given as such', async () => {
  const { opened } = await open({});
  expect(opened).toMatchObject({ takenAtMs: at(12, 50), expiresAtMs: at(13, 20), timesBy: 'service' });
});

test('the first page has 200 rows; later ones grow where nothing speaks against it, and never overlap', async () => {
  const { opened, bodies } = await open({});
  for (const rowStart of [0, 210, 600]) {
    opened.rows.setWanted({ rowStart, rowEnd: rowStart + 30, direction: 'down', isFast: false });
    await expect.poll(() => opened.rows.getFigures().inFlight).toBe(0);
  }
  expect(bodies.map(({ page, nrOfRecords }) => [page, nrOfRecords])).toEqual([
    [1, 200],
    [2, 200],
    [2, 400],
    [2, 800],
  ]);
  expect(opened.rows.getRow(999)).toEqual(['n999']);
  expect(opened.rows.getStop()).toBeNull();
});

const wantFrom = (rowStart: number) =>
  ({ rowStart, rowEnd: rowStart + 30, direction: 'down', isFast: false }) as const;

test.each<[string, Instead]>([
  ['a page that is another one', ({ page, nrOfRecords }) => answer(page + 1, numbersFrom(200, nrOfRecords))],
  ['rows that are held already', ({ page, nrOfRecords }) => answer(page, numbersFrom(100, nrOfRecords))],
  [
    'a snapshot that is gone',
    () => Response.json({ Data: null, Errors: ['Gone'], Succeeded: false }, { status: 410 }),
  ],
])('%s: ends the paging, and no row of it is shown', async (_, instead) => {
  const { opened, bodies } = await open({}, instead);
  opened.rows.setWanted(wantFrom(210));
  await expect.poll(() => opened.rows.getStop()).not.toBeNull();
  expect(opened.rows.getRow(210)).toBeNull();
  expect(opened.rows.getRow(0)).toEqual(['n0']);
  const askedCount = bodies.length;
  opened.rows.setWanted(wantFrom(700));
  expect(bodies).toHaveLength(askedCount);
});

test('an answer from another snapshot than the one to be opened is not opened', async () => {
  const client = clientOf(() => answer(1, numbersFrom(0, 200)));
  const { signal } = new AbortController();
  await expect(readSnapshot(client, TEST_PRICE_COLUMN, 'mine', ['Number'], signal)).rejects.toMatchObject({
    breach: 'other-snapshot',
  });
});

test.each<[string, () => Response]>([
  ['500', () => Response.json({ Data: null, Errors: ['No'], Succeeded: false }, { status: 500 })],
  ['no success', () => Response.json({ Data: null, Errors: ['Deadlock'], Succeeded: false })],
  ['the page of a proxy', () => new Response('<html></html>', { headers: { 'Content-Type': 'text/html' } })],
])('a page that fails (%s) is asked for once more, then left to the person', async (_, fail) => {
  let failures = 1;
  const { opened, bodies } = await open({}, () => {
    failures -= 1;
    return failures >= 0 ? fail() : undefined;
  });
  const { rows } = opened;
  rows.setWanted(wantFrom(210));
  await expect.poll(() => rows.getRow(210)).toEqual(['n210']);
  expect(bodies[2]).toEqual(bodies[1]);

  failures = Infinity;
  rows.setWanted(wantFrom(900));
  await expect.poll(() => rows.getRowState(900)).toBe('failed');
  expect(rows.getStop()).toBeNull();
});

test.each<[string, Instead, RegExp]>([
  [
    'that the snapshot is gone',
    () => Response.json({ Data: null, Errors: ['Gone'], Succeeded: false }, { status: 410 }),
    /expired-snapshot/,
  ],
  ['a page that is another one', ({ page }) => answer(page + 1, numbersFrom(0, 100)), /other-page/],
  ['a row twice', ({ page }) => answer(page, [...numbersFrom(0, 50), ...numbersFrom(0, 50)]), /double-key/],
])('who reads past the store and is told %s ends the paging, too', async (_, instead, error) => {
  const { opened } = await open({}, instead);
  const { signal } = new AbortController();
  await expect(opened.readPage(1, 100, signal)).rejects.toThrow(error);
  expect(opened.rows.getStop()).not.toBeNull();
  expect(opened.rows.getRow(0)).toEqual(['n0']);
});

test('a page that could not be had costs its own rows only, and is asked for again', async () => {
  let isDown = true;
  const { opened } = await open({}, ({ page, nrOfRecords }) =>
    isDown && page === Math.floor(210 / nrOfRecords) + 1
      ? Response.json({ Data: null, Errors: ['No'], Succeeded: false }, { status: 400 })
      : undefined,
  );
  const { rows } = opened;
  rows.setWanted({ ...wantFrom(210), rowEnd: 410 });
  await expect.poll(() => rows.getRowState(210)).toBe('failed');
  await expect.poll(() => rows.getRow(409)).toEqual(['n409']);
  expect(rows.getStop()).toBeNull();
  isDown = false;
  rows.retryFailed();
  await expect.poll(() => rows.getRow(210)).toEqual(['n210']);
});

test('rows that there was no memory for come again, and are not taken for doubles', async () => {
  const wide = (number: string) => number.padEnd(10_000, '.');
  const { opened } = await open({}, ({ page, nrOfRecords }) => {
    const first = (page - 1) * nrOfRecords;
    return answer(page, numbersFrom(first, Math.min(nrOfRecords, ROWS - first)).map(wide));
  });
  const { rows } = opened;
  for (let rowStart = 200; rowStart < ROWS; rowStart += 100) {
    rows.setWanted({ ...wantFrom(rowStart), rowEnd: rowStart + 100 });
    await expect.poll(() => rows.getFigures().inFlight).toBe(0);
  }
  expect(rows.getRowState(999)).toBe('ready');
  expect(rows.getRowState(210)).toBe('loading');
  rows.setWanted(wantFrom(210));
  await expect.poll(() => rows.getRow(210)).toEqual([wide('n210')]);
  expect(rows.getStop()).toBeNull();
});

test('a call for rows that nobody wants any more is cut off', async () => {
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
  opened.rows.setWanted(wantFrom(210));
  await expect.poll(() => opened.rows.getFigures().inFlight).toBeGreaterThan(0);
  await new Promise((resolve) => setImmediate(resolve));
  opened.rows.setWanted(wantFrom(0));
  opened.rows.setWatched(false);
  await expect.poll(() => cut).toContain(3);
  expect(opened.rows.getStop()).toBeNull();
});
