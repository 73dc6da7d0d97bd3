import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createFakeClock, flush } from '@/test/fake-clock';
import { randomId } from '@/lib/base/random-id';
import { createHttpClient, type Authorization, type HttpCall, type HttpClientParts } from './http-client';
import { ServiceError, type ServiceFailure } from './service-error';

const ADDRESS = 'https://prices.test/papi';
const SECRETS = ['token-1', 'token-2', 'prices.test', 'secret-column'];

type Reply = (request: Request) => Response | Promise<Response>;

interface NumberedAuthorization extends Authorization {
  readonly number: number;
}

/** Creates a client whose network gives the replies in order, and then repeats the last one. */
function createWorld(...replies: readonly Reply[]) {
  const clock = createFakeClock();
  const requests: { at: number; url: string; method: string; headers: Headers; body: string }[] = [];
  const refusals: (number | null)[] = [];
  let number = 1;
  const current = (): NumberedAuthorization => ({
    serviceAddress: ADDRESS,
    headers: { Authorization: `Bearer token-${number}` },
    number,
  });
  const parts: HttpClientParts<NumberedAuthorization> = {
    clock,
    random: () => 0.5,
    fetch: async (request) => {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push({
        at: clock.nowMs(),
        url: request.url,
        method: request.method,
        headers: request.headers,
        body: await request.text(),
      });
      if (reply === undefined) throw new Error('no reply is prepared');
      return reply(request);
    },
    authorize: ({ refused }) => {
      refusals.push(refused?.number ?? null);
      if (refused !== null) number += 1;
      return Promise.resolve(current());
    },
    openEnvelope: (json) => {
      const envelope = z.object({ Data: z.unknown().optional(), Succeeded: z.boolean() }).parse(json);
      return envelope.Succeeded
        ? { succeeded: true, data: envelope.Data }
        : { succeeded: false, messages: ['from the envelope'] };
    },
    errorMessages: (json) => z.object({ Errors: z.array(z.string()) }).safeParse(json).data?.Errors ?? [],
  };
  const client = createHttpClient(parts);
  const promptClient = createHttpClient({ ...parts, authorizeNow: current });
  const tracedClient = createHttpClient({ ...parts, tracing: { reaches: () => true, randomId } });
  const replaceCredentials = () => {
    number += 1;
  };
  return { client, promptClient, tracedClient, clock, requests, refusals, replaceCredentials };
}

const read: HttpCall<number> = {
  name: 'numbers',
  method: 'GET',
  path: '/api/numbers',
  isRead: true,
  permission: 'may-read-numbers',
  maxBytes: 1_000,
  decode: (data) => z.number().parse(data),
};
const write: HttpCall<number> = { ...read, method: 'POST', body: { column: 'secret-column' }, isRead: false };

const good: Reply = () => Response.json({ Data: 7, Succeeded: true });
const status =
  (code: number, body: unknown = { Errors: ['no'] }, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(body, { status: code, headers });
const html =
  (code: number): Reply =>
  () =>
    new Response('<!doctype html><p>secret-column</p>', {
      status: code,
      headers: { 'Content-Type': 'text/html' },
    });
const noNetwork: Reply = () => {
  throw new TypeError(`fetch failed: ${ADDRESS}`);
};
const never: Reply = () => new Promise<Response>(() => undefined);

/** Returns the failure of a call, and checks that the error reveals no secret. */
async function failureOf(result: Promise<unknown>): Promise<ServiceFailure> {
  const error: unknown = await result.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  const printed = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
  for (const secret of SECRETS) expect(printed).not.toContain(secret);
  return error.failure;
}

describe('what a response means', () => {
  test('data', async () => {
    const { client, requests } = createWorld(good);
    await expect(client.send(read)).resolves.toBe(7);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ url: `${ADDRESS}/api/numbers`, method: 'GET', body: '' });
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer token-1');
  });

  test('a body goes as JSON', async () => {
    const { client, requests } = createWorld(good);
    await client.send(write);
    expect(requests[0]).toMatchObject({ method: 'POST', body: '{"column":"secret-column"}' });
    expect(requests[0]?.headers.get('Content-Type')).toBe('application/json');
  });

  test('a header of a call cannot replace or join another one that is written in another case', async () => {
    const { client, requests } = createWorld(good);
    await client.send({ ...write, headers: { authorization: 'Other', 'content-TYPE': 'text/plain' } });
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer token-1');
    expect(requests[0]?.headers.get('Content-Type')).toBe('text/plain');
  });

  test.each<[string, Reply, ServiceFailure]>([
    ['403', status(403), { kind: 'forbidden', permission: 'may-read-numbers', messages: ['no'] }],
    ['403, HTML', html(403), { kind: 'forbidden', permission: 'may-read-numbers', messages: [] }],
    ['421', status(421), { kind: 'misdirected' }],
    ['410', status(410), { kind: 'expired-snapshot', messages: ['no'] }],
    ['400', status(400), { kind: 'rejected', status: 400, messages: ['no'] }],
    ['404, HTML', html(404), { kind: 'rejected', status: 404, messages: [] }],
    ['500', status(500), { kind: 'rejected', status: 500, messages: ['no'] }],
    [
      'succeeded false with 200',
      status(200, { Succeeded: false }),
      { kind: 'rejected', status: 200, messages: ['from the envelope'] },
    ],
    ['HTML with 200', html(200), { kind: 'malformed', detail: 'numbers: HTML instead of JSON' }],
    [
      'nothing with 200',
      () => new Response(''),
      { kind: 'malformed', detail: 'numbers: an empty body instead of JSON' },
    ],
    [
      'text with 200',
      () => new Response('secret-column'),
      { kind: 'malformed', detail: 'numbers: something else instead of JSON' },
    ],
    [
      'JSON without an envelope',
      status(200, ['secret-column']),
      { kind: 'malformed', detail: 'numbers: envelope (invalid_type)' },
    ],
    [
      'other data than asked for',
      status(200, { Data: 'secret-column', Succeeded: true }),
      { kind: 'malformed', detail: 'numbers: Data (invalid_type)' },
    ],
  ])('%s', async (_, reply, failure) => {
    const { client, requests } = createWorld(reply);
    expect(await failureOf(client.send(read))).toEqual(failure);
    expect(requests).toHaveLength(1);
  });

  test('an error of the engine is not quoted', async () => {
    const { client } = createWorld(good);
    const decode = () => JSON.parse('secret-column') as number;
    expect(await failureOf(client.send({ ...read, decode }))).toEqual({
      kind: 'malformed',
      detail: 'numbers: Data',
    });
  });
});

describe('a 401', () => {
  test('is replayed once with other credentials, no read too', async () => {
    const { client, requests, refusals } = createWorld(status(401), good);
    await expect(client.send(write)).resolves.toBe(7);
    expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(refusals).toEqual([null, 1]);
  });

  test('for credentials that were at hand is replayed with others', async () => {
    const { promptClient, requests, refusals } = createWorld(status(401), good);
    await expect(promptClient.send(write)).resolves.toBe(7);
    expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(refusals).toEqual([1]);
  });

  test('for the second time is the response', async () => {
    const { client, requests } = createWorld(status(401));
    expect(await failureOf(client.send(read))).toEqual({ kind: 'unauthenticated' });
    expect(requests).toHaveLength(2);
  });

  test('says which credentials were refused: those of the last attempt', async () => {
    const world = createWorld(
      (request) => {
        world.replaceCredentials();
        return status(503)(request);
      },
      status(401),
      good,
    );
    const result = world.client.send(read);
    await world.clock.advance(1_000);
    await expect(result).resolves.toBe(7);
    expect(world.refusals).toEqual([null, null, 2]);
    expect(world.requests.map(({ headers }) => headers.get('Authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-3',
    ]);
  });
});

describe('failures that pass', () => {
  test.each<[string, Reply]>([
    ['no network', noNetwork],
    ['502', html(502)],
    ['503', html(503)],
    ['504', html(504)],
    ['429', status(429)],
    ['a cut connection', () => Response.error()],
  ])('%s: a read is tried again', async (_, reply) => {
    const { client, clock, requests } = createWorld(reply, reply, good);
    const result = client.send(read);
    await clock.advance(10_000);
    await expect(result).resolves.toBe(7);
    expect(requests.map(({ at }) => at)).toEqual([0, 200, 600]);
  });

  test.each<[string, Reply, ServiceFailure]>([
    ['no network', noNetwork, { kind: 'unreachable' }],
    ['a gateway without a service', html(503), { kind: 'unreachable' }],
    ['a service that speaks', status(503), { kind: 'rejected', status: 503, messages: ['no'] }],
    ['429 that names no time', status(429), expect.objectContaining({ kind: 'throttled', retryAfterS: 5 })],
  ])('%s: after five attempts it is the response', async (_, reply, failure) => {
    const { client, clock, requests } = createWorld(reply);
    const result = failureOf(client.send(read));
    await clock.advance(60_000);
    expect(await result).toEqual(failure);
    expect(requests).toHaveLength(5);
  });

  test.each<[string, Reply]>([
    ['no network', noNetwork],
    ['503', html(503)],
    ['429', status(429)],
  ])('%s: what is no read is sent once', async (_, reply) => {
    const { client, clock, requests } = createWorld(reply, good);
    const result = failureOf(client.send(write));
    await clock.advance(60_000);
    await result;
    expect(requests).toHaveLength(1);
  });

  test('429 waits as long as the response asks', async () => {
    const { client, clock, requests } = createWorld(status(429, {}, { 'Retry-After': '7' }), good);
    const result = client.send(read);
    await clock.advance(7_500);
    await expect(result).resolves.toBe(7);
    expect(requests.map(({ at }) => at)).toEqual([0, 7_200]);
  });

  test('429 that asks for too much is handed on', async () => {
    const { client, requests } = createWorld(status(429, {}, { 'Retry-After': '300' }));
    expect(await failureOf(client.send(read))).toMatchObject({ kind: 'throttled', retryAfterS: 300 });
    expect(requests).toHaveLength(1);
  });

  test('credentials are requested again before the next attempt', async () => {
    const { client, clock, refusals } = createWorld(noNetwork, good);
    const result = client.send(read);
    await clock.advance(1_000);
    await result;
    expect(refusals).toEqual([null, null]);
  });
});

/** Creates a body that consists of the text and endless blanks, which are produced as they are read. */
function endlessBody(text = '') {
  let isCancelled = false;
  let sentBytes = 0;
  const send = (controller: ReadableStreamDefaultController<Uint8Array>, chunk: Uint8Array) => {
    sentBytes += chunk.length;
    if (sentBytes > 100_000) controller.error(new Error('nobody stops reading'));
    else controller.enqueue(chunk);
  };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => send(controller, new TextEncoder().encode(text)),
    pull: (controller) => send(controller, new Uint8Array(100).fill(0x20)),
    cancel: () => {
      isCancelled = true;
    },
  });
  return { body, isCancelled: () => isCancelled, sentBytes: () => sentBytes };
}

describe('a response that is too large', () => {
  const oversized: ServiceFailure = { kind: 'oversized', limitBytes: 1_000 };

  test('is given up while it is read, and not asked for again', async () => {
    const { body, isCancelled, sentBytes } = endlessBody('{"Data":7,"Succeeded":true}');
    const { client, requests } = createWorld(() => new Response(body));
    expect(await failureOf(client.send(read))).toEqual(oversized);
    expect(isCancelled()).toBe(true);
    expect(sentBytes()).toBeLessThan(2_000);
    expect(requests).toHaveLength(1);
  });

  test('is not even begun where its length is known', async () => {
    const { body, isCancelled } = endlessBody();
    const { client } = createWorld(() => new Response(body, { headers: { 'Content-Length': '1001' } }));
    expect(await failureOf(client.send(read))).toEqual(oversized);
    expect(isCancelled()).toBe(true);
  });

  test('is given up also where somebody else reads it', async () => {
    const { body, isCancelled } = endlessBody();
    const { client } = createWorld(() => new Response(body));
    expect(await failureOf(client.receive(read))).toEqual(oversized);
    expect(isCancelled()).toBe(true);
  });

  test('of a failure still names which', async () => {
    const { body, isCancelled } = endlessBody('<html>');
    const { client } = createWorld(() => new Response(body, { status: 500 }));
    expect(await failureOf(client.send(read))).toEqual({ kind: 'rejected', status: 500, messages: [] });
    expect(isCancelled()).toBe(true);
  });

  test('is one byte longer than the limit, in however many chunks it comes', async () => {
    const json = JSON.stringify({ Data: 7, Succeeded: true, text: '€' });
    const bytes = new TextEncoder().encode(json.padEnd(998));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1_001), { maxLength: 5 }), fc.boolean(), async (cuts, isOver) => {
        const whole = isOver ? new Uint8Array([...bytes, 0x20]) : bytes;
        const ends = [...cuts.toSorted((a, b) => a - b), whole.length];
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            for (const [index, end] of ends.entries()) {
              controller.enqueue(whole.slice(ends[index - 1] ?? 0, end));
            }
            controller.close();
          },
        });
        const { client } = createWorld(() => new Response(body));
        if (isOver) expect(await failureOf(client.send(read))).toEqual(oversized);
        else expect(await client.send(read)).toBe(7);
      }),
    );
  });
});

describe('time and patience', () => {
  test('a response that does not come is given up, and not asked for again', async () => {
    const { client, clock, requests } = createWorld(never);
    const result = failureOf(client.send(read));
    await clock.advance(30_000);
    expect(await result).toEqual({ kind: 'timed-out', timeoutMs: 30_000 });
    expect(requests).toHaveLength(1);
  });

  test('a body that does not end is given up too', async () => {
    const { client, clock } = createWorld(() => new Response(new ReadableStream()));
    const result = failureOf(client.send(read, { timeoutMs: 500 }));
    await clock.advance(500);
    expect(await result).toEqual({ kind: 'timed-out', timeoutMs: 500 });
  });

  test('cancelled before: nothing is sent', async () => {
    const { client, requests } = createWorld(good);
    const signal = AbortSignal.abort();
    expect(await failureOf(client.send(read, { signal }))).toEqual({ kind: 'cancelled' });
    expect(requests).toHaveLength(0);
  });

  test('cancelled while on its way: the request is aborted', async () => {
    let seen: AbortSignal | null = null;
    const controller = new AbortController();
    const { client, clock } = createWorld((request) => {
      seen = request.signal;
      return never(request);
    });
    const result = failureOf(client.send(read, { signal: controller.signal }));
    await clock.advance(10);
    controller.abort();
    expect(await result).toEqual({ kind: 'cancelled' });
    expect(seen).toMatchObject({ aborted: true });
  });

  describe('a long body', () => {
    const call = { ...read, maxBytes: 2_000_000, decode: (data: unknown) => String(data).length };
    const long: Reply = () => Response.json({ Data: 'x'.repeat(600_000), Succeeded: true });

    test('is decoded in another task than it is parsed in', async () => {
      const { client, clock } = createWorld(long);
      let isDecoded = false;
      const decode = (data: unknown) => {
        isDecoded = true;
        return call.decode(data);
      };
      const sending = client.send({ ...call, decode });
      await flush();
      expect(isDecoded).toBe(false);
      await clock.advance(0);
      expect(await sending).toBe(600_000);
    });

    test('is not decoded when the call is cancelled meanwhile', async () => {
      const controller = new AbortController();
      let isDecoded = false;
      const { client } = createWorld(long);
      const decode = () => {
        isDecoded = true;
        return 0;
      };
      const result = failureOf(client.send({ ...call, decode }, { signal: controller.signal }));
      await flush();
      controller.abort();
      expect(await result).toEqual({ kind: 'cancelled' });
      expect(isDecoded).toBe(false);
    });
  });

  test('cancelled between two attempts', async () => {
    const controller = new AbortController();
    const { client, clock, requests } = createWorld(noNetwork);
    const result = failureOf(client.send(read, { signal: controller.signal }));
    await clock.advance(100);
    controller.abort();
    expect(await result).toEqual({ kind: 'cancelled' });
    await clock.advance(60_000);
    expect(requests).toHaveLength(1);
  });
});

test('requests keep out of caches, send no address along and follow no redirect', async () => {
  let sent: Request | null = null;
  const { client } = createWorld((request) => {
    sent = request;
    return good(request);
  });
  await client.send(read);
  expect(sent).toMatchObject({
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    credentials: 'omit',
  });
});

describe('the service’s id of a request', () => {
  const named = { 'X-Request-Id': 'r-17' };

  test.each<[string, Reply]>([
    ['that it refused', status(400, { Errors: ['no'] }, named)],
    ['that a gateway stopped', status(503, {}, named)],
    ['whose response cannot be read', () => new Response('<p>', { headers: named })],
    ['whose response reports a failure', () => Response.json({ Succeeded: false }, { headers: named })],
    ['whose response is too large', () => Response.json('x'.repeat(read.maxBytes), { headers: named })],
  ])('is part of the failure of one %s', async (_, reply) => {
    const { client } = createWorld(reply);
    expect(await failureOf(client.send(write))).toMatchObject({ requestId: 'r-17' });
  });

  test('is part of a timeout where the response had begun, and of no other', async () => {
    const endless: Reply = () => new Response(new ReadableStream(), { headers: named });
    for (const [reply, requestId] of [
      [endless, 'r-17'],
      [never, undefined],
    ] as const) {
      const { client, clock } = createWorld(reply);
      const failure = failureOf(client.send(write, { timeoutMs: 1_000 }));
      await flush();
      await clock.advance(1_000);
      const timedOut = { kind: 'timed-out', timeoutMs: 1_000 };
      expect(await failure).toEqual(requestId === undefined ? timedOut : { ...timedOut, requestId });
    }
  });

  test('comes with the times of a response', async () => {
    const { client } = createWorld(() => Response.json({ Data: 7, Succeeded: true }, { headers: named }));
    const seen: unknown[] = [];
    await client.send(read, { onResponse: (times) => seen.push(times) });
    expect(seen).toMatchObject([{ ids: { requestId: 'r-17' } }]);
  });
});

describe('the trace of a call', () => {
  const traceparents = (requests: readonly { headers: Headers }[]) =>
    requests.map(({ headers }) => headers.get('traceparent'));

  test('is the same for every attempt, each of them a span of its own', async () => {
    const { tracedClient, clock, requests } = createWorld(status(401), status(503), good);
    const done = tracedClient.send(read);
    await flush();
    await clock.advance(60_000);
    await done;
    const sent = traceparents(requests);
    expect(sent).toHaveLength(3);
    expect(new Set(sent).size).toBe(3);
    expect(new Set(sent.map((header) => header?.slice(0, 36))).size).toBe(1);
  });

  test('is another one for the next call, and for a stream', async () => {
    const { tracedClient, requests } = createWorld(good);
    await tracedClient.send(read);
    await tracedClient.send(read);
    await tracedClient.openStream(
      { url: `${ADDRESS}/events`, headers: () => ({}) },
      new AbortController().signal,
    );
    expect(new Set(traceparents(requests).map((header) => header?.slice(3, 35))).size).toBe(3);
  });

  test('is part of its failure, with and without a response', async () => {
    for (const reply of [status(400, { Errors: ['no'] }), noNetwork]) {
      const { tracedClient, requests } = createWorld(reply);
      const failure = await failureOf(tracedClient.send(write));
      expect(failure).toMatchObject({ traceId: traceparents(requests)[0]?.slice(3, 35) });
    }
  });

  test('does not exist where requests carry none', async () => {
    const { client, requests } = createWorld(status(400, { Errors: ['no'] }));
    expect(await failureOf(client.send(write))).not.toHaveProperty('traceId');
    expect(traceparents(requests)).toEqual([null]);
  });
});

describe('a response that somebody else reads', () => {
  test('is handed on unread, envelope and all', async () => {
    const { client } = createWorld(good);
    const { body } = await client.receive(read);
    expect(JSON.parse(Buffer.concat(body).toString())).toMatchObject({ Succeeded: true });
  });

  test('that says no is read here', async () => {
    const { client } = createWorld(status(410, { Errors: ['gone'] }));
    expect(await failureOf(client.receive(read))).toEqual({ kind: 'expired-snapshot', messages: ['gone'] });
  });

  test('is asked for again with other credentials', async () => {
    const { client, requests } = createWorld(status(401), good);
    await client.receive(read);
    expect(requests.map(({ headers }) => headers.get('Authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });
});
