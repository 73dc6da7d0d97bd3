import { describe, expect, test } from 'vitest';
import { createEventLog } from '@/ui/diagnostics/event-log';
import { diagnosticsText, type Diagnostics } from '@/ui/diagnostics/diagnostics-text';
import { noteFaults, noteSession, notingFetch } from './note-events';

const AT_MS = Date.UTC(2026, 10, 23, 4, 5, 6, 789);
const log = () => createEventLog(() => AT_MS);

const INPUT: Diagnostics = {
  build: { version: '1.2.3', id: 'abc', commit: 'def', committedAtMs: AT_MS, hasChanges: false },
  browser: {
    userAgent: 'Browser/1',
    languages: ['de-AT', 'en'],
    timeZone: 'Europe/Vienna',
    widthPx: 1280,
    heightPx: 800,
    pixelRatio: 2,
    isOnline: true,
  },
  screen: { path: '/prices/$priceColumn', parameters: ['v', 'filter'] },
  nowMs: AT_MS,
  events: [],
};

describe('a request', () => {
  test('is noted with method, path, status, duration, the id of the service and its trace', async () => {
    const events = log();
    let nowMs = 0;
    const response = new Response('', { status: 503, headers: { 'X-Request-Id': 'r-17' } });
    const fetch = notingFetch(
      () => Promise.resolve(response),
      events,
      () => (nowMs += 20),
    );
    const headers = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
    expect(await fetch(new Request('https://example.com/papi/api/prices', { headers }))).toBe(response);
    expect(events.events()).toEqual([
      {
        atMs: AT_MS,
        kind: 'request',
        text: 'GET /…/api/prices: 503 after 20 ms, request r-17, trace 4bf92f3577b34da6a3ce929d0e0e4736',
      },
    ]);
  });

  test('without a response fails as before, and says whether it was cancelled', async () => {
    const events = log();
    const failure = new TypeError('no network');
    const fetch = notingFetch(
      () => Promise.reject(failure),
      events,
      () => 0,
    );
    const { signal } = new AbortController();
    await expect(fetch(new Request('https://example.com/token', { signal }))).rejects.toBe(failure);
    await expect(
      fetch(new Request('https://example.com/token', { signal: AbortSignal.abort() })),
    ).rejects.toBe(failure);
    expect(events.events().map(({ text }) => text)).toEqual([
      'GET /token: no response after 0 ms',
      'GET /token: cancelled after 0 ms',
    ]);
  });
});

test('the session is noted when it changes, by kind', () => {
  const events = log();
  let tell: () => void = () => undefined;
  const states = [
    { status: 'signed-in' },
    { status: 'signed-in' },
    { status: 'signed-out', reason: 'signed-out' },
    { status: 'signed-out', reason: { kind: 'service-changed', signedInTo: 'https://secret-host' } },
  ];
  noteSession(
    {
      getState: () => states.shift() as never,
      subscribe: (listener) => {
        tell = listener;
        return () => undefined;
      },
    },
    events,
  );
  for (let change = 0; change < 4; change += 1) tell();
  expect(events.events().map(({ text }) => text)).toEqual([
    'signed-in',
    'signed-out: signed-out',
    'signed-out: service-changed',
  ]);
});

test('the text names build, browser, window, screen and events', () => {
  const events = [{ atMs: AT_MS, kind: 'screen', text: '/prices' }] as const;
  expect(diagnosticsText({ ...INPUT, events })).toBe(
    [
      'Colonnade 1.2.3, build abc',
      'Commit: def of 2026-11-23T04:05:06.789Z',
      'Written: 2026-11-23T04:05:06.789Z',
      'Browser: Browser/1',
      'Languages: de-AT, en; time zone: Europe/Vienna',
      'Window: 1280 × 800, 2 device pixels each; online',
      'Screen: /prices/$priceColumn with v, filter',
      'Last 1 events (UTC):',
      '04:05:06.789 screen: /prices',
    ].join('\n'),
  );
});

test('nothing secret, no price and no value of a query gets into it', async () => {
  const events = log();
  const page = Object.assign(new EventTarget(), { document: new EventTarget() });
  noteFaults(page as unknown as Window, events);
  const error = new Error('1234.50 of secret-list');
  error.name = 'secret-name is 99.95';
  page.dispatchEvent(Object.assign(new Event('error'), { error }));
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'secret-reason' }));
  page.document.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), {
      effectiveDirective: 'connect-src',
      blockedURI: 'https://secret-host/',
    }),
  );
  const response = new Response('{"Value":1234.50}', { headers: { 'X-Request-Id': 'id of a secret 99.95' } });
  const fetch = notingFetch(
    () => Promise.resolve(response),
    events,
    () => 0,
  );
  await fetch(
    new Request('https://secret-host/secret-base/api/prices/SecretPrice?key=secret-key', {
      method: 'POST',
      headers: { Authorization: 'Bearer secret-token' },
      body: 'password=secret-word',
    }),
  );
  const text = diagnosticsText({ ...INPUT, events: events.events() });
  expect(text).toContain('fault: Error at diagnostics.test.ts:');
  expect(text).toContain('fault: a value that is no error');
  expect(text).toContain('policy: refused by connect-src');
  expect(text).toContain('POST /…/api/prices/…: 200');
  expect(text).not.toMatch(/secret|1234|99\.95/i);
});
