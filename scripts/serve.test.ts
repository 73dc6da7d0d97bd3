import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { compressFiles } from './compress.mjs';
import { serve } from './serve.mjs';

const PAGE = '<!doctype html><title>Page</title>';
const SCRIPT = `export const text = '${'x'.repeat(2000)}';`;

let directory: string;
const open: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'served-'));
  mkdirSync(path.join(directory, 'assets'));
  writeFileSync(path.join(directory, 'index.html'), PAGE);
  writeFileSync(path.join(directory, 'config.json'), '{ "demo": true, "title": "Prices" }');
  writeFileSync(path.join(directory, 'assets', 'main-abc.js'), SCRIPT);
  await compressFiles(directory);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});
afterAll(() => rmSync(directory, { recursive: true }));

async function served(options: Omit<Parameters<typeof serve>[0], 'directory'> = {}) {
  const server = await serve({ directory, ...options });
  open.push(server);
  return server;
}

describe('files', () => {
  test('every answer carries the security headers', async () => {
    const { origin } = await served();
    for (const address of ['/', '/assets/main-abc.js', '/assets/missing.js']) {
      const { headers } = await fetch(origin + address);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });

  test.each([
    ['/', '*/*'],
    ['/prices/SalesPrice?sort=Value', '*/*'],
    ['/prices/a.column.with.dots', 'text/html,*/*'],
    ['/..%2f..%2fetc/passwd', '*/*'],
    ['/%E0%A4%A', '*/*'],
    ['/assets', '*/*'],
  ])('%s is answered with the page', async (address, accept) => {
    const { origin } = await served();
    const answer = await fetch(origin + address, { headers: { accept } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toBe(PAGE);
  });

  test.each([
    ['/assets/missing.js', 'text/html'],
    ['/assets/', 'text/html'],
    ['/missing.png', 'image/*'],
  ])('%s is not there', async (address, accept) => {
    const { origin } = await served();
    expect((await fetch(origin + address, { headers: { accept } })).status).toBe(404);
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ])('to whom accepts %s a hashed file goes as %s, for ever', async (accepted, encoding) => {
    const { origin } = await served();
    const answer = await fetch(`${origin}/assets/main-abc.js`, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toBe(SCRIPT);
  });

  test('a file that the browser has is not sent again', async () => {
    const { origin } = await served();
    const tag = (await fetch(origin)).headers.get('etag') ?? '';
    expect((await fetch(origin, { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  test('HEAD tells the length and sends nothing; other methods are refused', async () => {
    const { origin } = await served();
    const head = await fetch(origin, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(PAGE.length));
    expect(await head.text()).toBe('');
    expect((await fetch(origin, { method: 'POST', body: 'x' })).status).toBe(405);
  });

  test('config.json can be overridden key by key', async () => {
    const { origin } = await served({ config: { demo: false } });
    expect(await (await fetch(`${origin}/config.json`)).json()).toEqual({ demo: false, title: 'Prices' });
  });

  test('a port that is taken is an error', async () => {
    const { port } = await served();
    await expect(served({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('the service passed through', () => {
  /** Starts a service and a console in front of it. */
  async function servedFor(answer: http.RequestListener, { isSecure = false } = {}) {
    const certificate = isSecure ? await generate([{ name: 'commonName', value: 'localhost' }]) : undefined;
    const service = certificate
      ? https.createServer({ key: certificate.private, cert: certificate.cert }, answer)
      : http.createServer(answer);
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const end = async () => {
      service.closeAllConnections();
      if (service.listening) await new Promise((resolve) => service.close(resolve));
    };
    open.push({ close: end });
    const bound = service.address();
    if (bound === null || typeof bound === 'string') throw new Error('The service has no port.');
    const base = `${isSecure ? 'https' : 'http'}://127.0.0.1:${bound.port}/company/papi`;
    const { origin } = await served({ service: { address: new URL(base) } });
    return { origin, base, end };
  }

  test('the console is told to use it, and nothing else', async () => {
    const { origin } = await servedFor((_, response) => response.end());
    expect(await (await fetch(`${origin}/config.json`)).json()).toEqual({
      demo: false,
      title: 'Prices',
      serviceAddress: `${origin}/papi`,
      serviceAddressFixed: true,
    });
  });

  test('a call arrives as it was sent, and so does the answer, over a self-signed certificate on this machine', async () => {
    let seen: unknown;
    const { origin, base } = await servedFor(
      (request, response) => {
        let body = '';
        request.on('data', (chunk) => (body += String(chunk)));
        request.on('end', () => {
          const { host, origin: sentOrigin, authorization } = request.headers;
          seen = { method: request.method, url: request.url, body, host, sentOrigin, authorization };
          response.writeHead(410, { 'x-kept': '1', connection: 'x-dropped', 'x-dropped': '1' });
          response.end('gone');
        });
      },
      { isSecure: true },
    );
    const answer = await fetch(`${origin}/papi/api/prices/x?y=1`, {
      method: 'POST',
      body: '{"page":1}',
      headers: { authorization: 'Bearer t', origin },
    });
    expect(seen).toEqual({
      method: 'POST',
      url: '/company/papi/api/prices/x?y=1',
      body: '{"page":1}',
      host: new URL(base).host,
      sentOrigin: undefined,
      authorization: 'Bearer t',
    });
    expect(answer.status).toBe(410);
    expect(answer.headers.get('x-kept')).toBe('1');
    expect(answer.headers.get('x-dropped')).toBeNull();
    expect(await answer.text()).toBe('gone');
  });

  test('a stream flows as it comes, and leaving it ends it at the service', async () => {
    const service = new EventEmitter();
    const ended = once(service, 'left');
    const { origin } = await servedFor((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      response.on('close', () => service.emit('left'));
    });
    const leaving = new AbortController();
    const answer = await fetch(`${origin}/papi/events`, { signal: leaving.signal });
    const first = await answer.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: first\n\n');
    leaving.abort();
    await ended;
  });

  test('a redirect within the service stays with us', async () => {
    const { origin } = await servedFor((request, response) => {
      response.writeHead(307, { location: `http://${request.headers.host}/company/papi/there?x=1` }).end();
    });
    const answer = await fetch(`${origin}/papi/here`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe('/papi/there?x=1');
  });

  test('a service that is not there is said to be so', async () => {
    const { origin, base, end } = await servedFor((_, response) => response.end());
    await end();
    const answer = await fetch(`${origin}/papi/token`, { method: 'POST', body: 'x' });
    expect(answer.status).toBe(502);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toContain(`The service at ${base} cannot be reached`);
  });

  test('a service that breaks off breaks the answer off', async () => {
    const { origin } = await servedFor((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const answer = await fetch(`${origin}/papi/x`);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page that names this machine otherwise', { host: 'evil.example' }],
  ])('%s may not use it', async (_, headers) => {
    const { origin } = await servedFor((__, response) => response.end());
    const status = await new Promise((resolve) => {
      http.get(`${origin}/papi/x`, { headers }, (answer) => resolve(answer.resume().statusCode));
    });
    expect(status).toBe(403);
  });
});
