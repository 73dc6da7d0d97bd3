import { expect, test, vi } from 'vitest';
import { createDialect } from '@/contract/create-dialect';
import { createFakeClock } from '@/test/fake-clock';
import { described } from '@/test/service-description.arbitraries';
import { createStubService, STUB_ADDRESS } from '@/test/stub-service';
import { randomId } from '@/lib/base/random-id';
import { checkConnection, type ConnectionCheckPorts, type ConnectionFinding } from './connection-check';

type Responder = (request: Request, path: string) => Response | Promise<Response>;

/** Returns a `fetch` that behaves like a browser's for a host on another origin, whose CORS headers allow what `allows` says. */
function otherOrigin(
  respond: Responder,
  { allows }: { readonly allows: 'nothing' | 'plain-requests' | 'everything' },
) {
  return async (request: Request): Promise<Response> => {
    const isPlain = !request.headers.has('Authorization');
    const isAllowed = allows === 'everything' || (allows === 'plain-requests' && isPlain);
    if (request.mode !== 'no-cors' && !isAllowed) throw new TypeError('Failed to fetch');
    const response = await respond(request, request.url.slice(STUB_ADDRESS.length));
    if (request.mode === 'no-cors') return typed('opaque');
    if (response.status < 300 || response.status >= 400) return response;
    if (request.redirect === 'error') throw new TypeError('Failed to fetch');
    return typed('opaqueredirect');
  };
}

/** Returns a response with a `type` that otherwise only browsers can set. */
function typed(type: ResponseType): Response {
  return Object.defineProperty(new Response(null), 'type', { value: type });
}

const denied = () =>
  Response.json({ message: 'Authorization has been denied for this request.' }, { status: 401 });
const service: Responder = (_, path) =>
  path === '/token' ? Response.json({ error: 'unsupported_grant_type' }, { status: 400 }) : denied();
const html: Responder = () =>
  new Response('<!doctype html><title>Welcome</title>', { headers: { 'Content-Type': 'text/html' } });
const cut: Responder = () => {
  throw new TypeError('Failed to fetch');
};

function check(
  fetch: (request: Request) => Promise<Response>,
  isNetworkUp = true,
  further: Pick<ConnectionCheckPorts, 'tracing' | 'dialect'> = {},
) {
  const clock = createFakeClock();
  const ports = { fetch, clock, isNetworkUp: () => isNetworkUp, ...further };
  return { clock, report: checkConnection(ports, STUB_ADDRESS, new AbortController().signal) };
}

test.each<[string, Responder, 'nothing' | 'plain-requests' | 'everything', ConnectionFinding]>([
  ['the service', service, 'everything', { kind: 'works' }],
  [
    'a service that takes strangers in',
    () => Response.json({ Data: [], Succeeded: true }),
    'everything',
    { kind: 'other-service', status: 200 },
  ],
  ['another site', html, 'everything', { kind: 'other-service', status: 200 }],
  [
    'nothing at the path',
    () => new Response('Not found', { status: 404 }),
    'everything',
    { kind: 'other-service', status: 404 },
  ],
  [
    'another interface',
    () => Response.json({ items: [] }),
    'everything',
    { kind: 'other-service', status: 200 },
  ],
  [
    'a gateway',
    () => new Response('<html>', { status: 502 }),
    'everything',
    { kind: 'no-service-behind', status: 502 },
  ],
  ['no leave for the origin', service, 'nothing', { kind: 'not-allowed', lacks: 'origin' }],
  ['no leave for the headers', service, 'plain-requests', { kind: 'not-allowed', lacks: 'headers' }],
  ['a redirect', () => new Response(null, { status: 302 }), 'everything', { kind: 'redirected' }],
  ['nothing, or a certificate', cut, 'everything', { kind: 'no-answer' }],
])('%s', async (_, respond, allows, finding) => {
  const { report } = check(otherOrigin(respond, { allows }));
  expect((await report).finding).toEqual(finding);
});

test('the parts of the service are checked one by one', async () => {
  const noToken: Responder = (_, path) => (path === '/token' ? new Response('', { status: 404 }) : denied());
  const tokenCut: Responder = (request, path) => (path === '/token' ? cut(request, path) : denied());
  const gateway: Responder = (_, path) => (path === '/token' ? new Response('', { status: 503 }) : denied());
  const throttled: Responder = (_, path) =>
    path === '/token' ? new Response('', { status: 429 }) : denied();
  const findings = [noToken, tokenCut, gateway, throttled].map(
    async (respond) => (await check(otherOrigin(respond, { allows: 'everything' })).report).finding,
  );
  expect(await Promise.all(findings)).toEqual([
    { kind: 'other-service', status: 404 },
    { kind: 'not-allowed', lacks: 'origin' },
    { kind: 'no-service-behind', status: 503 },
    { kind: 'works' },
  ]);
});

test('a service that allows all but the header of a trace is told apart', async () => {
  const headerOfTrace = { tracing: { reaches: () => true, randomId } };
  const fetch = otherOrigin(service, { allows: 'everything' });
  const strict = (request: Request) =>
    request.headers.has('traceparent') ? Promise.reject(new TypeError('Failed to fetch')) : fetch(request);
  const { finding, probes } = await check(strict, true, headerOfTrace).report;
  expect(finding).toEqual({ kind: 'not-allowed', lacks: 'trace-header' });
  expect(probes.map(({ request }) => request)).toEqual([
    'GET /api/tables/item with Authorization, client_id, and traceparent',
    'GET /api/tables/item with Authorization and client_id',
  ]);
  expect((await check(fetch, true, headerOfTrace).report).finding).toEqual({ kind: 'works' });
});

test('offline is distinguished', async () => {
  const { report } = check(otherOrigin(cut, { allows: 'everything' }), false);
  expect((await report).finding).toEqual({ kind: 'offline' });
});

test('an answer that does not come is waited for ten seconds, once', async () => {
  const { clock, report } = check(() => new Promise(() => undefined));
  await clock.advance(10_000);
  expect(await report).toEqual({
    finding: { kind: 'timed-out' },
    probes: [
      {
        request: 'GET /api/tables/item with Authorization and client_id',
        outcome: 'no answer within 10 s',
        durationMs: 10_000,
      },
    ],
  });
});

test('a described service is known by its own envelope', async () => {
  const dialect = createDialect(
    described({ envelope: { data: 'result', errors: 'problems', succeeded: 'ok' } }),
  );
  const respond: Responder = (request, path) =>
    path === '/token'
      ? service(request, path)
      : Response.json({ ok: false, problems: ['Sign in.'] }, { status: 401 });
  const fetch = otherOrigin(respond, { allows: 'everything' });
  expect((await check(fetch, true, { dialect }).report).finding).toEqual({ kind: 'works' });
  expect((await check(fetch).report).finding).toEqual({ kind: 'other-service', status: 401 });
});

test('what was tried is listed, in its order', async () => {
  const { report } = check(otherOrigin(service, { allows: 'nothing' }));
  expect((await report).probes).toEqual([
    {
      request: 'GET /api/tables/item with Authorization and client_id',
      outcome: 'failed in the browser',
      durationMs: 0,
    },
    { request: 'GET /api/tables/item', outcome: 'failed in the browser', durationMs: 0 },
    { request: 'GET /api/tables/item without reading the answer', outcome: 'answered', durationMs: 0 },
  ]);
});

test('the stub of the other tests counts as the service, and nobody is signed in by it', async () => {
  const stub = createStubService({ clock: createFakeClock() });
  await check(stub.fetch).report;
  expect(stub.calls.map(({ path, status }) => `${path} ${status}`)).toEqual([
    '/api/tables/item 401',
    '/token 403',
  ]);
});

test('no probe carries what the browser keeps for the host', async () => {
  const fetch = vi.fn<(request: Request) => Promise<Response>>(() => Promise.reject(new TypeError()));
  await check(fetch).report;
  expect(fetch.mock.calls.map(([request]) => request.credentials)).toEqual(['omit', 'omit', 'omit']);
});

test('given up, it ends at once', async () => {
  const controller = new AbortController();
  const ports = {
    fetch: () => new Promise<Response>(() => undefined),
    clock: createFakeClock(),
    isNetworkUp: () => true,
  };
  const report = checkConnection(ports, STUB_ADDRESS, controller.signal);
  controller.abort();
  await expect(report).rejects.toMatchObject({ name: 'AbortError' });
});
