import { expect, test } from 'vitest';
import type { Diagnostics } from '@/ui/diagnostics/diagnostics-text';
import { createEventLog } from '@/ui/diagnostics/event-log';
import {
  REPORT_LIMIT,
  REPORT_WINDOW_MS,
  reportErrors,
  reportSender,
  type ErrorReport,
} from './error-reports';
import { noteFaults, notingFetch } from './note-events';

const AT_MS = Date.UTC(2026, 10, 23, 4, 5, 6, 789);

function reporting() {
  const log = createEventLog(() => AT_MS);
  const reports: ErrorReport[] = [];
  const time = { nowMs: 0 };
  reportErrors(log, {
    readDiagnostics: (): Diagnostics => ({
      build: null,
      browser: {
        userAgent: 'Browser/1',
        languages: ['de-AT'],
        timeZone: 'Europe/Vienna',
        widthPx: 1280,
        heightPx: 800,
        pixelRatio: 2,
        isOnline: true,
      },
      screen: { path: '/prices/$priceColumn', parameters: ['v', 'filter'] },
      nowMs: AT_MS,
      events: log.events(),
    }),
    send: (report) => reports.push(report),
    nowMs: () => time.nowMs,
  });
  return { log, reports, time };
}

test('a fault is reported with what happened before it', () => {
  const { log, reports } = reporting();
  log.note('screen', '/prices');
  log.note('request', 'GET /token: 200 after 20 ms');
  log.note('fault', 'TypeError at a.js:1:2');
  const at = '2026-11-23T04:05:06.789Z';
  expect(reports).toEqual([
    expect.objectContaining({
      format: 'colonnade-error-report',
      formatVersion: 1,
      kind: 'fault',
      text: 'TypeError at a.js:1:2',
      at,
      unreported: 0,
      screen: { path: '/prices/$priceColumn', parameters: ['v', 'filter'] },
      events: [
        { at, kind: 'screen', text: '/prices' },
        { at, kind: 'request', text: 'GET /token: 200 after 20 ms' },
        { at, kind: 'fault', text: 'TypeError at a.js:1:2' },
      ],
    }),
  ]);
});

test('errors, refusals of the policy and files that were not loaded are reported; nothing else is', () => {
  const { log, reports } = reporting();
  for (const kind of [
    'screen',
    'request',
    'session',
    'config',
    'report',
    'fault',
    'policy',
    'file',
  ] as const) {
    log.note(kind, kind);
  }
  expect(reports.map(({ kind }) => kind)).toEqual(['fault', 'policy', 'file']);
});

test('the same fault is reported once in ten minutes, and then with how often it was kept back', () => {
  const { log, reports, time } = reporting();
  for (let frame = 0; frame < 600; frame += 1) log.note('fault', 'TypeError at a.js:1:2');
  expect(reports).toHaveLength(1);
  time.nowMs = REPORT_WINDOW_MS;
  log.note('fault', 'TypeError at a.js:1:2');
  expect(reports.map(({ unreported }) => unreported)).toEqual([0, 599]);
});

test('a page reports ten faults in ten minutes, however many there are', () => {
  const { log, reports, time } = reporting();
  for (let number = 0; number < 50; number += 1) {
    time.nowMs += 1_000;
    log.note('fault', `TypeError at a.js:1:${number}`);
  }
  expect(reports).toHaveLength(REPORT_LIMIT);
  time.nowMs += REPORT_WINDOW_MS;
  log.note('fault', 'RangeError');
  expect(reports.at(-1)).toMatchObject({ text: 'RangeError', unreported: 40 });
});

test('nothing secret, no price and no value of a query is reported', async () => {
  const { log, reports } = reporting();
  const page = Object.assign(new EventTarget(), { document: new EventTarget() });
  noteFaults(page as unknown as Window, log);
  await notingFetch(
    () => Promise.resolve(new Response('{"Value":99.95}', { headers: { 'X-Request-Id': 'secret 99.95' } })),
    log,
    () => 0,
  )(
    new Request('https://secret-host/secret-base/api/prices/SecretPrice', {
      method: 'POST',
      headers: { Authorization: 'Bearer secret-token' },
      body: 'password=secret-word',
    }),
  );
  const error = new Error('99.95 of secret-list');
  page.dispatchEvent(Object.assign(new Event('error'), { error }));
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'secret-reason' }));
  page.document.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), {
      effectiveDirective: 'connect-src',
      blockedURI: 'https://secret-host/',
      sample: 'secret-sample',
    }),
  );
  page.dispatchEvent(
    Object.assign(new Event('vite:preloadError'), {
      payload: new TypeError('Failed to fetch https://secret-host/secret-base/assets/screen-Ab1.js?secret'),
    }),
  );
  expect(reports.map(({ text }) => text.replace(/ at .*/, ''))).toEqual([
    'Error',
    'a value that is no error',
    'refused by connect-src',
    'screen-Ab1.js was not loaded',
  ]);
  expect(JSON.stringify(reports)).not.toMatch(/secret|99\.95/i);
});

test('a report is sent without credentials, outlives the page, and is not sent again', async () => {
  const log = createEventLog(() => AT_MS);
  const calls: { address: unknown; init: RequestInit | undefined }[] = [];
  const replies = [() => new Response(null, { status: 204 }), () => new Response('', { status: 404 })];
  const send = reportSender(
    'https://reports.example.com/console',
    (address, init) => {
      calls.push({ address, init });
      const reply = replies.shift();
      return reply === undefined ? Promise.reject(new TypeError('secret-host')) : Promise.resolve(reply());
    },
    log,
  );
  const { log: other, reports } = reporting();
  other.note('fault', 'TypeError');
  for (const report of [reports[0], reports[0], reports[0]]) if (report !== undefined) send(report);
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toHaveLength(3);
  expect(calls[0]).toMatchObject({
    address: 'https://reports.example.com/console',
    init: { method: 'POST', keepalive: true, credentials: 'omit', referrerPolicy: 'no-referrer' },
  });
  expect(calls[0]?.init?.body).toBe(JSON.stringify(reports[0]));
  expect(log.events().map(({ text }) => text)).toEqual([
    'an error report was answered with 404',
    'an error report did not arrive',
  ]);
});
