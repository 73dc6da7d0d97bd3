import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTestService } from '@mocks/node';
import type { ReferenceService } from './reference-service';
import { memoryStateStore } from './state';
import { createTestCaller, TEST_BASE } from '@/test/test-caller';

afterEach(() => {
  vi.useRealTimers();
});

async function listen(service: ReferenceService, signal?: AbortSignal) {
  const caller = await createTestCaller(service).signIn('manager');
  const response = await service.handle(
    new Request(`${TEST_BASE}/events`, { headers: caller.headers, ...(signal && { signal }) }),
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('There is no stream.');
  return { response, reader, ...caller };
}

describe('the event stream', () => {
  test('sends a change with the key of a fresh snapshot of each source', async () => {
    const service = createTestService({ now: () => Date.UTC(2026, 10, 21, 12) });
    const { response, reader, extract } = await listen(service);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect((await reader.read()).value).toBe(': listening\n\n');
    service.controls.changeSourceData();
    const { value = '' } = await reader.read();
    const [eventLine, dataLine = '', ...rest] = value.split('\n');
    expect([eventLine, ...rest]).toEqual(['event: price-source-changed', '', '']);
    const event = JSON.parse(dataLine.slice('data: '.length));
    expect(event).toEqual({
      priceColumn: 'SalesPrice',
      cacheKey: expect.any(String),
      created: '2026-11-21T12:00:00.000Z',
    });
    const page = await extract(event.priceColumn, { page: 1, nrOfRecords: 1, cacheKey: event.cacheKey });
    expect(page).toMatchObject({ status: 200, json: { Data: { totalRecords: 10_005 } } });
    service.dispose();
  });

  test('does not repeat earlier changes, and reaches every listener', async () => {
    const service = createTestService();
    service.controls.changeSourceData();
    const [one, two] = [await listen(service), await listen(service)];
    for (const { reader } of [one, two]) expect((await reader.read()).value).toBe(': listening\n\n');
    service.controls.changeSourceData();
    const received = await Promise.all([one, two].map(async ({ reader }) => (await reader.read()).value));
    expect(received[0]).toContain('event: price-source-changed');
    expect(received[1]).toBe(received[0]);
    service.dispose();
  });

  test('sends each fresh snapshot once, whatever else happens at the service', async () => {
    const service = createTestService();
    const { reader } = await listen(service);
    await reader.read();
    service.controls.changeSourceData();
    service.controls.expireAccessTokens();
    service.controls.changeSettings({ latencyMs: 1 });
    service.controls.changeSourceData();
    service.dispose();
    const keys: unknown[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      for (const [, key] of read.value.matchAll(/"cacheKey":"([^"]+)"/g)) keys.push(key);
    }
    expect(keys.length).toBeGreaterThan(2);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('sends a change that another service with the same state has made', async () => {
    const store = memoryStateStore();
    const [here, there] = [createTestService({ store }), createTestService({ store })];
    const { reader } = await listen(here);
    await reader.read();
    there.controls.changeSourceData();
    expect((await reader.read()).value).toContain('price-source-changed');
    here.dispose();
  });

  test('is kept awake by comments', async () => {
    vi.useFakeTimers();
    const { reader } = await listen(createTestService());
    await reader.read();
    vi.advanceTimersByTime(15_000);
    expect((await reader.read()).value).toMatch(/^:/);
  });

  test('ends when the reader leaves, when the call is aborted and when the service ends', async () => {
    vi.useFakeTimers();
    const service = createTestService();
    const left = await listen(service);
    await left.reader.cancel();
    const cancellation = new AbortController();
    const aborted = await listen(service, cancellation.signal);
    await aborted.reader.read();
    cancellation.abort(new Error('gone'));
    await expect(aborted.reader.read()).rejects.toThrow('gone');
    const ended = await listen(service);
    await ended.reader.read();
    service.dispose();
    expect((await ended.reader.read()).done).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
