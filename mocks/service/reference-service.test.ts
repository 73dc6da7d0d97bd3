import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTestService } from '@mocks/node';
import type { FaultRule } from './faults';
import { createTestCaller, passwordForm, TEST_BASE } from '@/test/test-caller';

afterEach(() => {
  vi.useRealTimers();
});

async function setUp(options: Parameters<typeof createTestService>[0] = {}) {
  const service = createTestService(options);
  const caller = createTestCaller(service);
  const manager = await caller.signIn('manager');
  service.controls.clearJournal();
  return { service, controls: service.controls, ...caller, ...manager };
}

describe('every response', () => {
  test.each([
    ['a success', '/api/tables/item'],
    ['an unknown address', '/api/tables/customer'],
    ['an unknown address below nothing', '/nothing'],
    ['an address that cannot be decoded', '/api/prices/%E0%A4%A'],
  ])('%s may be read by other origins and has an id and a date', async (_what, path) => {
    const { get } = await setUp({ now: () => Date.UTC(2026, 10, 21, 12) });
    const { headers } = await get(path);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After, X-Request-Id, Date');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(headers.get('date')).toBe('Sat, 21 Nov 2026 12:00:00 GMT');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('to an unknown address is the envelope of a failure', async () => {
    const { get } = await setUp();
    expect(await get('/api/tables/customer')).toMatchObject({
      status: 404,
      json: { Data: null, Errors: ['There is nothing at this address.'], Succeeded: false },
    });
  });

  test('to the question of a browser allows what the console sends, without credentials', async () => {
    const { call } = await setUp();
    const { status, headers } = await call('/api/prices/SalesPrice', { method: 'OPTIONS' });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-headers')).toBe(
      'authorization, client_id, content-type, traceparent',
    );
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS');
  });
});

describe('faults', () => {
  async function responseWith(rule: FaultRule, path = '/api/tables/item') {
    const { controls, get } = await setUp();
    controls.addFault(rule);
    return get(path);
  }

  test('a status, with messages of any shape and when to come back', async () => {
    const { status, json, headers } = await responseWith({
      fault: { kind: 'status', status: 503, messages: [{ code: 7 }, 'Later.'], retryAfterS: 3 },
    });
    expect([status, json, headers.get('retry-after')]).toEqual([
      503,
      { Data: null, Errors: [{ code: 7 }, 'Later.'], Succeeded: false },
      '3',
    ]);
  });

  test('a 401 has the body of a 401', async () => {
    expect(await responseWith({ fault: { kind: 'status', status: 401 } })).toMatchObject({
      status: 401,
      json: { message: 'Authorization has been denied for this request.' },
    });
  });

  test('a refused token call has the body of one', async () => {
    const { controls, token } = await setUp();
    controls.addFault({ on: 'token', fault: { kind: 'status', status: 400, messages: ['Session ended.'] } });
    expect(await token(passwordForm('manager'))).toMatchObject({
      status: 400,
      json: { error: 'invalid_grant', error_description: 'Session ended.' },
    });
  });

  test('Succeeded false with 200, HTML, other data', async () => {
    expect(await responseWith({ fault: { kind: 'not-succeeded', errors: ['No.'] } })).toMatchObject({
      status: 200,
      json: { Errors: ['No.'], Succeeded: false },
    });
    const html = await responseWith({ fault: { kind: 'html' } });
    expect([html.status, html.json, html.headers.get('content-type')]).toEqual([200, null, 'text/html']);
    expect(await responseWith({ fault: { kind: 'data', data: [{ name: 1 }] } })).toMatchObject({
      status: 200,
      json: { Data: [{ name: 1 }], Succeeded: true },
    });
  });

  test('a cut before the response, and half-way through it', async () => {
    const { controls, service, headers } = await setUp();
    const request = () => new Request(`${TEST_BASE}/api/tables/item`, { headers });
    controls.addFault({ fault: { kind: 'cut' } });
    expect((await service.handle(request())).type).toBe('error');
    controls.addFault({ fault: { kind: 'cut-midway' } });
    const response = await service.handle(request());
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('The connection was cut.');
  });

  test('a late and a trickling response', async () => {
    vi.useFakeTimers();
    const { controls, get } = await setUp();
    controls.addFault({ fault: { kind: 'delay', delayMs: 5_000 } });
    let hasResponded = false;
    const late = get('/api/tables/item').then(() => (hasResponded = true));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(hasResponded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await late;
    controls.addFault({ fault: { kind: 'trickle', chunkBytes: 1_000, intervalMs: 100 } });
    const trickling = get('/api/tables/item');
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await trickling).json).toMatchObject({ Succeeded: true });
  });

  test('what a delay holds back comes when the faults are cleared, unless nobody waits for it any more', async () => {
    const { service, controls, get, headers } = await setUp();
    controls.addFault({ fault: { kind: 'delay', delayMs: 3_600_000 }, times: null });
    const left = new AbortController();
    const abandoned = service.handle(
      new Request(`${TEST_BASE}/api/tables/item`, { headers, signal: left.signal }),
    );
    const held = get('/api/tables/item');
    left.abort();
    await expect(abandoned).rejects.toThrow('aborted');
    controls.clearFaults();
    expect((await held).status).toBe(200);
  });

  test('what a delay holds back is let go on its own, and the next call is held back as before', async () => {
    const { controls, get } = await setUp();
    const fault = { kind: 'delay', delayMs: 3_600_000 } as const;
    controls.addFault({ on: 'item-table', fault, times: null });
    let come = 0;
    for (let call = 1; call <= 2; call++) {
      const held = get('/api/tables/item').finally(() => (come += 1));
      // The delayed call is still waiting when the response to another call has arrived.
      await get('/api/prices');
      expect(come).toBe(call - 1);
      controls.releaseHeld();
      expect((await held).status).toBe(200);
    }
  });

  test('hit the calls they are meant for, after as many as are to go well, and no more', async () => {
    const { controls, get } = await setUp();
    controls.addFault({ on: 'item-table', fault: { kind: 'status', status: 500 }, skip: 1, times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call++) {
      statuses.push((await get('/api/tables/item')).status, (await get('/api/prices')).status);
    }
    expect(statuses).toEqual([200, 200, 500, 200, 500, 200, 200, 200]);
  });

  test('can leave out calls for fewer rows', async () => {
    const { controls, extract } = await setUp();
    controls.addFault({ on: 'extraction', fault: { kind: 'status', status: 500 }, skip: 1, leastRows: 50 });
    const statuses: number[] = [];
    for (const nrOfRecords of [49, 50, 49, 50, 50])
      statuses.push((await extract('SalesPrice', { page: 1, nrOfRecords })).status);
    expect(statuses).toEqual([200, 200, 200, 500, 200]);
  });

  test('that have no end go on until they are cleared', async () => {
    const { controls, get } = await setUp();
    controls.addFault({ fault: { kind: 'status', status: 500 }, times: null });
    for (let call = 0; call < 5; call++) expect((await get('/api/prices')).status).toBe(500);
    controls.clearFaults();
    expect((await get('/api/prices')).status).toBe(200);
  });

  test('that make no sense are refused', async () => {
    const { controls } = await setUp();
    expect(() => controls.addFault({ fault: { kind: 'status', status: 200 } })).toThrow(/400/);
  });
});

test('a reset leaves the service as it was started', async () => {
  const { controls, get } = await setUp({ settings: { rowCount: 100 } });
  controls.changeSettings({ rowCount: 5, itemColumnCount: 20 });
  controls.changeSourceData();
  controls.revokeRefreshTokens();
  controls.expireAccessTokens();
  controls.addFault({ fault: { kind: 'status', status: 500 }, times: null });
  expect((await get('/api/prices')).status).toBe(500);

  controls.reset();
  expect(controls.settings()).toMatchObject({ rowCount: 100, itemColumnCount: 11 });
  expect(controls.sourceVersion()).toBe(0);
  expect(controls.journal()).toEqual([]);
  // The reset has removed the fault and the revocations.
  expect((await get('/api/prices')).status).toBe(200);
});

describe('pages that do not match their snapshot', () => {
  async function mismatched(fault: FaultRule['fault']) {
    const { controls, extract } = await setUp({ settings: { rowCount: 100 } });
    const query = { page: 1, nrOfRecords: 10, useCache: true, fields: ['EntryNo'] };
    const { Data: first } = (await extract('SalesPrice', query)).json as { Data: Record<string, unknown> };
    controls.addFault({ on: 'extraction', fault });
    const { cacheKey } = first;
    const { json } = await extract('SalesPrice', { page: 2, nrOfRecords: 10, cacheKey });
    const { Data: second } = json as { Data: Record<string, unknown> & { data: { EntryNo: number }[] } };
    return { cacheKey, second, offsets: second.data.map(({ EntryNo }) => EntryNo - 1_000_000) };
  }

  test.each<[FaultRule['fault']['kind'], number[]]>([
    ['dropped-row', [11, 12, 13, 14, 15, 16, 17, 18, 19]],
    ['doubled-row', [10, 10, 11, 12, 13, 14, 15, 16, 17, 18]],
    ['other-page-rows', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ])('%s', async (kind, expected) => {
    expect((await mismatched({ kind } as FaultRule['fault'])).offsets).toEqual(expected);
  });

  test('the values of another row, on whatever page the row is, in the columns that are named', async () => {
    const { controls, extract } = await setUp({ settings: { rowCount: 100 } });
    const fault = { kind: 'same-values' as const, row: 13, as: 4, columns: ['EntryNo', 'ItemNumber'] };
    controls.addFault({ on: 'extraction', times: null, fault });
    const query = { useCache: true, fields: ['EntryNo', 'ItemNumber', 'Value', 'ValidFrom'] };
    const rowsOf = async (page: number, nrOfRecords: number) => {
      const { json } = await extract('SalesPrice', { ...query, page, nrOfRecords });
      return (json as { Data: { data: Record<string, unknown>[] } }).Data.data;
    };
    const all = await rowsOf(1, 100);
    const { EntryNo, ItemNumber } = all[4] ?? {};
    expect(all[13]).toMatchObject({ EntryNo, ItemNumber });
    expect(all[13]?.['Value']).not.toEqual(all[4]?.['Value']);
    expect(new Set(all.map((row) => row['EntryNo'])).size).toBe(99);
    for (const pageSize of [1, 7, 10, 14]) {
      const page = Math.floor(13 / pageSize) + 1;
      const rows = await rowsOf(page, pageSize);
      expect(rows).toEqual(all.slice((page - 1) * pageSize, page * pageSize));
    }
  });

  test('wrong total, key and page', async () => {
    expect((await mismatched({ kind: 'wrong-total', by: -3 })).second).toMatchObject({
      totalRecords: 97,
      page: 2,
    });
    expect((await mismatched({ kind: 'wrong-page' })).second).toMatchObject({ totalRecords: 100, page: 3 });
    const { cacheKey, second } = await mismatched({ kind: 'wrong-key' });
    expect(second['cacheKey']).not.toBe(cacheKey);
  });
});

describe('settings', () => {
  test('latency, which an abort cuts short', async () => {
    vi.useFakeTimers();
    const { service, headers, controls } = await setUp();
    controls.changeSettings({ latencyMs: 60_000 });
    const cancellation = new AbortController();
    const { signal } = cancellation;
    const response = service.handle(new Request(`${TEST_BASE}/api/prices`, { headers, signal }));
    cancellation.abort(new Error('not wanted any more'));
    await expect(response).rejects.toThrow('not wanted any more');
    expect(controls.journal()).toMatchObject([{ endpoint: 'prices', status: null, isAborted: true }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('error rate: overloaded mostly, cut sometimes', async () => {
    const chances = [0.1, 0.5, 0.1, 0.9, 0.3];
    const { service, headers, controls } = await setUp({ random: () => chances.shift() ?? 1 });
    // The sign-in has already used the first random number.
    controls.changeSettings({ errorRate: 0.25 });
    chances.splice(0, chances.length, 0.1, 0.5, 0.1, 0.9, 0.3);
    const request = () => new Request(`${TEST_BASE}/api/prices`, { headers });
    const responses = [];
    for (let call = 0; call < 3; call++) responses.push(await service.handle(request()));
    expect(responses.map(({ status, type }) => [status, type])).toEqual([
      [503, 'default'],
      [0, 'error'],
      [200, 'default'],
    ]);
  });

  test('more calls in a second than allowed are 429 with Retry-After', async () => {
    const clock = { nowMs: Date.UTC(2026, 10, 21, 12) };
    const { get, controls } = await setUp({ now: () => clock.nowMs });
    clock.nowMs += 1_000;
    controls.changeSettings({ maxRequestsPerS: 2 });
    const responses = [await get('/api/prices'), await get('/api/prices'), await get('/api/prices')];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(responses[2]?.headers.get('retry-after')).toBe('1');
    expect(responses[2]?.json).toMatchObject({ Succeeded: false });
    clock.nowMs += 1_000;
    expect((await get('/api/prices')).status).toBe(200);
  });

  test('a clock that is ahead', async () => {
    const { get, controls } = await setUp({ now: () => Date.UTC(2026, 10, 21, 12) });
    controls.changeSettings({ clockOffsetMs: 86_400_000 });
    const { status, headers } = await get('/api/prices');
    expect([status, headers.get('date')]).toEqual([401, 'Sun, 22 Nov 2026 12:00:00 GMT']);
  });

  test('out of range are refused', async () => {
    const { controls } = await setUp();
    expect(() => controls.changeSettings({ errorRate: 2 })).toThrow(/errorRate/);
    expect(() => controls.changeSettings({ rowCount: 2_000_000_000 })).toThrow(/rowCount/);
    expect(controls.settings().errorRate).toBe(0);
  });

  test('stay the same object until they change, which listeners are notified of', async () => {
    const { controls } = await setUp();
    const before = controls.settings();
    expect(controls.settings()).toBe(before);
    let tellings = 0;
    const stop = controls.subscribe(() => tellings++);
    controls.changeSettings({ latencyMs: 100 });
    expect([tellings, controls.settings().latencyMs]).toEqual([1, 100]);
    stop();
    controls.changeSettings({ latencyMs: 0 });
    expect(tellings).toBe(1);
  });
});

test('the journal has the requests, and no secret', async () => {
  const { controls, token, extract, get, refreshToken, accessToken } = await setUp();
  await token(passwordForm('manager'));
  await token({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: 'colonnade' });
  await extract('SalesPrice', { page: 1, nrOfRecords: 1, cacheKey: 'k' });
  await get('/nothing');
  expect(controls.journal()).toEqual([
    { endpoint: 'token', status: 200, isAborted: false, grant: 'password', body: null },
    { endpoint: 'token', status: 200, isAborted: false, grant: 'refresh_token', body: null },
    {
      endpoint: 'extraction',
      status: 410,
      isAborted: false,
      grant: null,
      body: '{"page":1,"nrOfRecords":1,"cacheKey":"k"}',
    },
    { endpoint: null, status: 404, isAborted: false, grant: null, body: null },
  ]);
  const text = JSON.stringify(controls.journal());
  for (const secret of [accessToken, refreshToken, 'demo-manager']) expect(text).not.toContain(secret);
});
