import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createTestService } from './node';
import { nodeListener } from './node-bridge';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(
  handle: (request: Request, remoteAddress: string) => Promise<Response>,
): Promise<string> {
  server = createServer(nodeListener(handle, { isGzipAllowed: true }));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('carries method, address, headers and body there, and status, headers and body back', async () => {
  const seen: unknown[] = [];
  const base = await listen(async (request, remoteAddress) => {
    seen.push([
      request.method,
      new URL(request.url).pathname,
      request.headers.get('client_id'),
      await request.text(),
      remoteAddress,
    ]);
    return new Response('Größe', { status: 418, headers: { 'X-Request-Id': '7' } });
  });
  const response = await fetch(`${base}/papi/a%2Fb?x=1`, {
    method: 'POST',
    headers: { client_id: 'c' },
    body: 'Ä',
  });
  expect(seen).toEqual([['POST', '/papi/a%2Fb', 'c', 'Ä', '127.0.0.1']]);
  expect([response.status, response.headers.get('x-request-id'), await response.text()]).toEqual([
    418,
    '7',
    'Größe',
  ]);
});

test('compresses JSON for those who accept it', async () => {
  const base = await listen(async () => Response.json({ text: 'x'.repeat(5_000) }));
  const response = await fetch(base);
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(await response.json()).toEqual({ text: 'x'.repeat(5_000) });
  const plain = await fetch(base, { headers: { 'Accept-Encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
});

test('a stream arrives as it is written, and its end is noticed when the reader leaves', async () => {
  let isCancelled: () => void = () => undefined;
  const cancelled = new Promise<void>((resolve) => (isCancelled = resolve));
  const base = await listen(async () => {
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(': first\n\n')),
      cancel: () => isCancelled(),
    });
    return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  const reader = (await fetch(base)).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe(': first\n\n');
  await reader?.cancel();
  await cancelled;
});

test('a caller who goes away aborts the request', async () => {
  const cancellation = new AbortController();
  let aborted: (reason: unknown) => void = () => undefined;
  const isAborted = new Promise((resolve) => (aborted = resolve));
  const base = await listen(
    (request) =>
      new Promise((_resolve, reject) => {
        request.signal.addEventListener('abort', () => {
          aborted(true);
          reject(request.signal.reason);
        });
        // Cancels only after the request has arrived, because the handler's signal does not exist before.
        cancellation.abort();
      }),
  );
  const response = fetch(base, { signal: cancellation.signal });
  await expect(response).rejects.toThrow('aborted');
  expect(await isAborted).toBe(true);
});

test('a response of type error cuts the connection, and so does a body that breaks', async () => {
  const base = await listen(async (request) =>
    request.url.endsWith('/midway')
      ? new Response(
          new ReadableStream(
            {
              pull: (controller) => controller.error(new Error('broken')),
            },
            { highWaterMark: 0 },
          ),
        )
      : Response.error(),
  );
  await expect(fetch(base)).rejects.toThrow('fetch failed');
  await expect(fetch(`${base}/midway`).then((response) => response.text())).rejects.toThrow('terminated');
});

test('a failure of the handler is 500, and the server goes on', async () => {
  let isFirst = true;
  const base = await listen(async () => {
    if (!isFirst) return new Response('fine');
    isFirst = false;
    throw new Error('a bug');
  });
  expect((await fetch(base)).status).toBe(500);
  expect(await (await fetch(base)).text()).toBe('fine');
});

test('an API key of Latin-1 characters arrives', async () => {
  const seen: (string | null)[] = [];
  const base = await listen(async (request) => {
    seen.push(request.headers.get('authorization'));
    return new Response();
  });
  await fetch(base, { headers: { Authorization: 'ApiKey jürgen:straße' } });
  expect(seen).toEqual(['ApiKey jürgen:straße']);
});

test('the service answers through it, keeping every digit', async () => {
  const base = await listen(createTestService().handle);
  const headers = { Authorization: 'ApiKey manager:demo-manager', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ page: 1, nrOfRecords: 1, fields: ['Volume'] });
  const response = await fetch(`${base}/papi/api/prices/TestPatterns`, { method: 'POST', headers, body });
  expect(await response.text()).toContain('{"Volume":76043780906018.1978}');
});

test('a header sent twice and a request without a body are no trouble', async () => {
  const base = await listen(async (request) =>
    Response.json([request.method, request.headers.get('x-twice')]),
  );
  const received = await new Promise<string>((resolve, reject) => {
    const call = httpRequest(base, { headers: { 'x-twice': ['a', 'b'] } }, (incoming) => {
      let text = '';
      incoming
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => resolve(text));
    });
    call.on('error', reject).end();
  });
  expect(JSON.parse(received)).toEqual(['GET', 'a, b']);
});
