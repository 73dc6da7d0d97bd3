import { expect, test } from 'vitest';
import { createServiceClient } from '@/session/service-client';
import { createFakeClock } from '@/test/fake-clock';
import { TEST_PRICE_COLUMN } from '../model/test-price-column';
import { readSnapshot } from './open-snapshot';

const ROWS = 1_000;
/** The service's clock: an hour ahead of this computer's. */
const CREATED = '2026-11-21T12:50:00.0000000Z';
const EXPIRES = '2026-11-21T13:20:00.0000000Z';
const SERVICE_NOW = 'Sat, 21 Nov 2026 13:00:00 GMT';

/** Opens a snapshot of a service whose answers carry these headers. */
async function open(headers: Record<string, string>) {
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 12));
  const bodies: { page: number; nrOfRecords: number }[] = [];
  const client = createServiceClient({
    clock,
    random: () => 0,
    authorize: () => Promise.resolve({ serviceAddress: 'https://prices.test/papi', headers: {} }),
    fetch: async (request) => {
      const body = (await request.json()) as (typeof bodies)[number];
      bodies.push(body);
      const first = (body.page - 1) * body.nrOfRecords;
      const count = Math.min(body.nrOfRecords, ROWS - first);
      const data = Array.from({ length: count }, (_, index) => ({ Number: `n${first + index}` }));
      const Data = {
        data,
        totalRecords: ROWS,
        page: body.page,
        cacheKey: 'key',
        cacheCreated: CREATED,
        cacheExpires: EXPIRES,
      };
      return Response.json({ Data, Errors: [], Succeeded: true }, { headers });
    },
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
