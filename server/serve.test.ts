import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { compressFiles } from '../scripts/compress.mjs';
import { sendRaw, statusesIn } from './test/raw-http.mjs';
import { serve } from './serve.mjs';
import { unusedProxy } from './service-address.mjs';

const PAGE = '<!doctype html><title>Page</title>';
const SECRET = 's'.repeat(43);
const SCRIPT = `export const text = '${'x'.repeat(2000)}';`;

let directory: string;
const open: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'served-'));
  mkdirSync(path.join(directory, 'assets'));
  writeFileSync(path.join(directory, 'index.html'), PAGE);
  writeFileSync(path.join(directory, 'config.json'), '{ "demo": true, "title": "Prices" }');
  writeFileSync(path.join(directory, 'version.json'), '{ "version": "1.2.3" }');
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
  test('every response carries the security headers', async () => {
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
    ['/prices/a%20column/with.a.slash', '*/*'],
    ['/items/12.5', '*/*'],
    ['/assets', '*/*'],
  ])('%s is answered with the page', async (address, accept) => {
    const { origin } = await served();
    const response = await fetch(origin + address, { headers: { accept } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe(PAGE);
  });

  test.each([
    ['/assets/missing.js', 'text/html'],
    ['/assets/', 'text/html'],
    ['/missing.png', 'image/*'],
    ['/missing.html', 'text/html'],
    ['/a.dot', 'text/html'],
    ['/schema/it.em', 'text/html'],
    ['/prices/main.JS', 'text/html'],
    ['/prices/.env', 'text/html'],
    ['/..%2f..%2fetc/passwd', 'text/html'],
    ['/%E0%A4%A', 'text/html'],
  ])('%s is not there, whatever is accepted', async (address, accept) => {
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
    const response = await fetch(`${origin}/assets/main-abc.js`, {
      headers: { 'accept-encoding': accepted },
    });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe(SCRIPT);
  });

  test('what watches over the server learns that it runs and which build it has, now', async () => {
    const { origin } = await served();
    const [health, version] = await Promise.all(
      ['/healthz', '/version.json'].map((path) => fetch(origin + path)),
    );
    expect(health?.status).toBe(200);
    expect(await version?.json()).toEqual({ version: '1.2.3' });
    for (const response of [health, version]) expect(response?.headers.get('cache-control')).toBe('no-store');
  });

  test('a file that the browser has is not sent again', async () => {
    const { origin } = await served();
    const tag = (await fetch(origin)).headers.get('etag') ?? '';
    expect((await fetch(origin, { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  test('HEAD gives the length and no body; other methods are refused', async () => {
    const { origin } = await served();
    const head = await fetch(origin, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(PAGE.length));
    expect(await head.text()).toBe('');
    expect((await fetch(origin, { method: 'POST', body: 'x' })).status).toBe(405);
  });

  test('every script comes with the policy that its worker then runs under', async () => {
    const { origin } = await served({ service: { address: new URL('https://prices.example.com/papi') } });
    const { headers } = await fetch(`${origin}/assets/main-abc.js`);
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain('trusted-types default');
    expect(policy).toContain("img-src 'self' data:");
  });

  test('where people may type the address of their service, it lets them', async () => {
    const { origin } = await served();
    const { headers } = await fetch(`${origin}/assets/main-abc.js`);
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https:");
  });

  test('error reports may leave for where the configuration says', async () => {
    const service = { address: new URL('https://prices.example.com/papi') };
    const connectSrc = async (reportTo: string) => {
      const { origin } = await served({ service, config: { reportTo } });
      const { headers } = await fetch(`${origin}/assets/main-abc.js`);
      return /connect-src [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0];
    };
    expect(await connectSrc('https://reports.example.com/console')).toBe(
      "connect-src 'self' https://reports.example.com",
    );
    expect(await connectSrc('/reports')).toBe("connect-src 'self'");
  });

  test('WebAssembly is compiled for the analysis alone', async () => {
    const policyOf = async (config: Record<string, unknown>) => {
      const { origin } = await served({ config });
      return (await fetch(`${origin}/assets/main-abc.js`)).headers
        .get('content-security-policy')
        ?.split('; ');
    };
    expect(await policyOf({})).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(await policyOf({ analysis: false })).toContain("script-src 'self'");
  });

  test('config.json can be overridden key by key', async () => {
    const { origin } = await served({ config: { demo: false } });
    expect(await (await fetch(`${origin}/config.json`)).json()).toEqual({ demo: false, title: 'Prices' });
  });

  test('a config.json that is broken stays broken, for the page to say so', async () => {
    const broken = mkdtempSync(path.join(tmpdir(), 'broken-'));
    onTestFinished(() => rmSync(broken, { recursive: true }));
    writeFileSync(path.join(broken, 'config.json'), '{ "demo": tru }');
    const server = await serve({ directory: broken, installationSecret: SECRET });
    open.push(server);
    expect(await (await fetch(`${server.origin}/config.json`)).text()).toBe('{ "demo": tru }');
  });

  test('a port that is taken is an error', async () => {
    const { port } = await served();
    await expect(served({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('the secret of the installation', () => {
  /** Reads config.json in a request with these headers, which no page can set. */
  async function configFor(port: number, headers: http.OutgoingHttpHeaders) {
    const [response] = (await once(
      http.get({ port, path: '/config.json', headers: { 'sec-fetch-dest': 'empty', ...headers } }),
      'response',
    )) as [http.IncomingMessage];
    const text = (await response.setEncoding('utf8').toArray()).join('');
    return { headers: response.headers, config: JSON.parse(text) as Record<string, unknown> };
  }

  test.each(['localhost', '127.0.0.1', '[::1]'])('is given to a page of http://%s', async (name) => {
    const { port } = await served({ installationSecret: SECRET });
    const { config, headers } = await configFor(port, {
      host: `${name}:${port}`,
      'sec-fetch-site': 'same-origin',
    });
    expect(config).toEqual({ demo: true, title: 'Prices', installationSecret: SECRET });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  test.each<[string, http.OutgoingHttpHeaders]>([
    ['a page of another port', { 'sec-fetch-site': 'same-site' }],
    ['a page of another host', { 'sec-fetch-site': 'cross-site' }],
    ['somebody who opens the file', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['a script element', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'script' }],
    ['a browser that does not say who asks', {}],
    ['a page that reaches us by another name', { 'sec-fetch-site': 'same-origin', host: 'evil.example' }],
    ['a page of a port that leads here', { 'sec-fetch-site': 'same-origin', host: 'localhost:1' }],
  ])('is not given to %s', async (_, headers) => {
    const { port } = await served({ installationSecret: SECRET });
    const { config } = await configFor(port, { host: `localhost:${port}`, ...headers });
    expect(config).toEqual({ demo: true, title: 'Prices' });
  });
});

describe('the service passed through', () => {
  /** Starts a service and a console in front of it. */
  async function servedFor(
    response: http.RequestListener,
    {
      isSecure = false,
      trusts = 'authority',
    }: { isSecure?: boolean; trusts?: 'authority' | 'any' | 'usual' } = {},
  ) {
    const certificate = isSecure ? await ownCertificate() : undefined;
    const service = certificate
      ? https.createServer({ key: certificate.private, cert: certificate.cert }, response)
      : http.createServer(response);
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const end = async () => {
      service.closeAllConnections();
      if (service.listening) await new Promise((resolve) => service.close(resolve));
    };
    open.push({ close: end });
    const bound = service.address();
    if (bound === null || typeof bound === 'string') throw new Error('The service has no port.');
    const base = `${isSecure ? 'https' : 'http'}://127.0.0.1:${bound.port}/company/papi`;
    const { origin, port } = await served({
      service: {
        address: new URL(base),
        ...(certificate && trusts === 'authority' && { certificateAuthority: certificate.cert }),
        isAnyCertificateAccepted: trusts === 'any',
      },
    });
    return { origin, port, base, end };
  }

  function ownCertificate() {
    const address = { name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip: '127.0.0.1' }] };
    return generate([{ name: 'commonName', value: 'localhost' }], { extensions: [address] });
  }

  test('the console is configured to use it, and nothing else', async () => {
    const { origin, base } = await servedFor((_, response) => response.end());
    expect(await (await fetch(`${origin}/config.json`)).json()).toEqual({
      demo: false,
      title: 'Prices',
      serviceAddress: `${origin}/papi`,
      serviceAddressFixed: true,
      upstreamAddress: base,
    });
  });

  test('a call arrives as it was sent, and so does the response, over https', async () => {
    let seen: unknown;
    const { origin, base } = await servedFor(
      (request, response) => {
        let body = '';
        request.on('data', (chunk) => (body += String(chunk)));
        request.on('end', () => {
          const { host, origin: sentOrigin, authorization } = request.headers;
          seen = { method: request.method, url: request.url, body, host, sentOrigin, authorization };
          response.writeHead(410, { 'x-request-id': '1', 'retry-after': '9', connection: 'retry-after' });
          response.end('gone');
        });
      },
      { isSecure: true },
    );
    const response = await fetch(`${origin}/papi/api/prices/x?y=1`, {
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
    expect(response.status).toBe(410);
    expect(response.headers.get('x-request-id')).toBe('1');
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await response.text()).toBe('gone');
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
    const response = await fetch(`${origin}/papi/events`, { signal: leaving.signal });
    const first = await response.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: first\n\n');
    leaving.abort();
    await ended;
  });

  test('a redirect within the service stays with us', async () => {
    const { origin } = await servedFor((request, response) => {
      response.writeHead(307, { location: `http://${request.headers.host}/company/papi/there?x=1` }).end();
    });
    const response = await fetch(`${origin}/papi/here`, { redirect: 'manual' });
    expect(response.headers.get('location')).toBe('/papi/there?x=1');
  });

  test('a service that is not there is said to be so', async () => {
    const { origin, base, end } = await servedFor((_, response) => response.end());
    await end();
    const response = await fetch(`${origin}/papi/token`, { method: 'POST', body: 'x' });
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toContain(`The service at ${base} cannot be reached`);
  });

  test('a service that is not there is told to whoever runs the server, where others open the console', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => errors.mockRestore());
    const { base, end } = await servedFor((_, response) => response.end());
    await end();
    const { port } = await served({
      service: { address: new URL(base) },
      address: new URL('https://console.example/'),
    });
    const request = http.request({ port, path: '/papi/x', headers: { host: 'console.example' } });
    request.end();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(response.statusCode).toBe(502);
    const text = (await response.toArray()).join('');
    expect(text).toContain('The service cannot be reached');
    expect(text).not.toContain('127.0.0.1');
    expect(errors.mock.calls.join('\n')).toContain(`The service at ${base} cannot be reached`);
  });

  test('an idle connection is closed before the service closes it, so that no request is lost on it', async () => {
    const sockets: Socket[] = [];
    const { origin } = await servedFor((request, response) => {
      // The timeout is off, so that the service itself never closes the connection.
      request.socket.setTimeout(0);
      sockets.push(request.socket);
      response.end();
    });
    await fetch(`${origin}/papi/x`);
    const [socket] = sockets;
    if (socket === undefined) throw new Error('No request arrived.');
    await expect(once(socket, 'end')).resolves.toEqual([]);
  });

  test('a service that breaks off breaks the response off', async () => {
    const { origin } = await servedFor((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const response = await fetch(`${origin}/papi/x`);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  /** Sends a request with headers that `fetch` refuses to send. */
  async function ask(origin: string, headers: http.OutgoingHttpHeaders): Promise<http.IncomingMessage> {
    const [response] = (await once(http.get(`${origin}/papi/x`, { headers }), 'response')) as [
      http.IncomingMessage,
    ];
    return response.resume();
  }

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page of another port', { origin: 'http://localhost:1' }],
    ['a page that names this machine otherwise', { host: 'evil.example' }],
    ['a picture on another page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
    ['a script of another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty' }],
    ['an address opened as a page', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['a frame', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
    ['a script element', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'script' }],
    ['a worker', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'worker' }],
    ['a service worker', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'serviceworker' }],
  ])('%s may not use it', async (_, headers) => {
    let isReached = false;
    const { origin } = await servedFor((__, response) => {
      isReached = true;
      response.end();
    });
    const response = await ask(origin, headers);
    expect(response.statusCode).toBe(403);
    expect(response.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(isReached).toBe(false);
  });

  test('nothing that the service answers can act on our origin', async () => {
    const { origin } = await servedFor((_, response) => {
      response.writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': "script-src 'unsafe-inline'",
        'x-content-type-options': 'sniff',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'cache-control': 'public, max-age=31536000',
        'set-cookie': ['session=1; Path=/', 'other=2; HttpOnly'],
        'set-cookie2': 'session=1',
        'clear-site-data': '"*"',
        'service-worker-allowed': '/',
        'speculation-rules': '"/rules.json"',
        'www-authenticate': 'Basic realm="Colonnade"',
        refresh: '0; url=https://evil.example',
        link: '<https://evil.example/x.js>; rel=preload; as=script',
        nel: '{}',
        'report-to': '{}',
        'x-invented-later': 'acts',
      });
      response.end('<script>document.title = "run"</script>');
    });
    const response = await fetch(`${origin}/papi/x`);
    const headers = Object.fromEntries(response.headers);
    // These headers belong to the connection, or come from the server itself.
    for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'date']) delete headers[name];
    expect(headers).toEqual({
      'content-type': 'text/html',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  test('what other programs on this machine left in the browser does not go up', async () => {
    let seen: http.IncomingHttpHeaders = {};
    const { origin } = await servedFor((request, response) => {
      seen = request.headers;
      response.end();
    });
    await ask(origin, {
      cookie: 'other-program=secret',
      referer: `${origin}/prices/x?f=secret`,
      authorization: 'Bearer t',
    });
    expect(seen['authorization']).toBe('Bearer t');
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  test('of what a request says only what the service is for goes up', async () => {
    let seen: http.IncomingHttpHeaders = {};
    const { origin, base } = await servedFor((request, response) => {
      seen = request.headers;
      response.end();
    });
    const passed = {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'accept-language': 'de',
      authorization: 'Bearer t',
      client_id: 'colonnade',
      'content-type': 'application/json',
      traceparent: '00-1-2-01',
      'user-agent': 'Browser/1',
      'x-request-id': 'r-1',
    };
    const others = {
      connection: 'keep-alive, x-correlation-id',
      'x-correlation-id': 'of-the-connection',
      'x-original-url': '/admin',
      'x-rewrite-url': '/admin',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'evil.example',
      'x-http-method-override': 'DELETE',
      forwarded: 'for=10.0.0.1',
      te: 'trailers',
      range: 'bytes=0-1',
      'x-invented-later': 'acts',
    };
    await ask(origin, { ...passed, ...others });
    expect(seen).toEqual({ ...passed, host: new URL(base).host, connection: 'keep-alive' });
  });

  describe('an address', () => {
    async function reached(address: string) {
      const urls: (string | undefined)[] = [];
      const { port } = await servedFor((request, response) => {
        urls.push(request.url);
        response.end();
      });
      const answer = await sendRaw(
        port,
        `GET ${address} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
        () => false,
      );
      return { statuses: statusesIn(answer), urls };
    }

    test.each([
      '/papi/../admin',
      '/papi/..',
      '/papi/%2e%2e/admin',
      '/papi/.%2E/admin',
      '/papi/..%2fadmin',
      '/papi/..%5cadmin',
      '/papi/..\\admin',
      '/papi/api/..\\..\\..\\admin',
      '/papi/%252e%252e/admin',
      '/papi/%25252e%25252e%25252fadmin',
      '/papi/..;/admin',
      '/papi/..;x=y/admin',
      '/papi/..%3b/admin',
      '/papi/%c0%ae%c0%ae/admin',
      '/papi/%u002e%u002e/admin',
      '/papi/%EF%BC%8E%EF%BC%8E/admin',
      '/papi/%E2%80%A5/admin',
      '/papi/..%EF%BC%8Fadmin',
      '/papi/..%00/admin',
      '/papi/..%20/admin',
      '/papi/..%09/admin',
      '/papi/./admin',
      '/papi/x%00',
      '/papi/x%',
      '/papi/x%zz',
      '/papi/%FF',
      '/papi/a#b',
      `/papi/%${'25'.repeat(9)}2e`,
    ])('that could lead out of the service is not passed on: %s', async (address) => {
      const { statuses, urls } = await reached(address);
      expect({ statuses, urls }).toEqual({ statuses: [400], urls: [] });
    });

    test.each([
      '/papi',
      '/papi?x=1',
      '/papi/api/prices?a=../b&c=%2e%2e%2f&d=x\\y{|}^',
      '/papi/api/prices/a%2Fb%5Cc',
      '/papi/api/prices/100%25%20off',
      '/papi/api/prices/%2525',
      '/papi/api/prices/...',
      '/papi/api/prices/a..b;v=1',
      '/papi/api/prices/%C3%A4%E2%80%A6',
      "/papi/api/prices/~!$&'()*+,;=:@",
      '/papi//api//x',
    ])('below it is passed on as it is: %s', async (address) => {
      const { statuses, urls } = await reached(address);
      expect({ statuses, urls }).toEqual({
        statuses: [200],
        urls: [address.replace('/papi', '/company/papi')],
      });
    });
  });

  test.each(['000', '099', '100', '101', '600', '999', '1000', '20'])(
    'the status %s of a service ends nothing but the answer to one call',
    async (status) => {
      const answers = [
        `HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`,
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      ];
      const service = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end(answers.shift() ?? ''));
      });
      await once(service.listen(0, '127.0.0.1'), 'listening');
      open.push({ close: async () => void service.close() });
      const { port } = service.address() as AddressInfo;
      const { origin } = await served({ service: { address: new URL(`http://127.0.0.1:${port}/papi`) } });
      const odd = await fetch(`${origin}/papi/x`);
      expect(odd.status).toBe(502);
      expect(await odd.text()).toContain('cannot be reached');
      expect(await (await fetch(`${origin}/papi/x`)).text()).toBe('ok');
    },
  );

  test('what the service answers before it has read everything arrives', async () => {
    const { port } = await servedFor((_, response) => {
      response.writeHead(413).end('too much');
    });
    const request = http.request({ port, path: '/papi/x', method: 'POST' });
    // The connection may end while the request is still being written, which is no failure.
    request.on('error', () => undefined);
    request.write('x'.repeat(1_000_000));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(response.statusCode).toBe(413);
    expect((await response.toArray()).join('')).toBe('too much');
    request.destroy();
  });

  test('a body that breaks off is no whole one for the service', async () => {
    const service = new EventEmitter();
    const ended = once(service, 'ended');
    const { port } = await servedFor((request) => {
      request.resume();
      request.on('data', () => leaving.destroy());
      request.on('close', () => service.emit('ended', request.complete));
    });
    const leaving = http.request({ port, path: '/papi/x', method: 'POST' });
    leaving.on('error', () => undefined);
    leaving.write('half');
    expect(await ended).toEqual([false]);
  });

  test('leaving a call ends it at the service, which has not answered yet', async () => {
    const service = new EventEmitter();
    const ended = once(service, 'left');
    const leaving = new AbortController();
    const { origin } = await servedFor((request) => {
      request.socket.once('close', () => service.emit('left'));
      leaving.abort();
    });
    await expect(fetch(`${origin}/papi/x`, { signal: leaving.signal })).rejects.toThrow('aborted');
    await ended;
  });

  test('a second Host is refused, whatever is asked for', async () => {
    const { port } = await servedFor((_, response) => response.end());
    for (const address of ['/', '/config.json', '/papi/x']) {
      const hosts = `Host: localhost:${port}\r\n`.repeat(2);
      const answer = await sendRaw(port, `GET ${address} HTTP/1.1\r\n${hosts}\r\n`, () => false);
      expect({ address, statuses: statusesIn(answer) }).toEqual({ address, statuses: [400] });
    }
  });

  describe('a page that names the service it means', () => {
    test('reaches that one, which does not learn of it', async () => {
      let seen: http.IncomingHttpHeaders = {};
      const { origin, base } = await servedFor((request, response) => {
        seen = request.headers;
        response.end();
      });
      expect((await ask(origin, { 'x-upstream-address': base })).statusCode).toBe(200);
      expect(seen).not.toHaveProperty('x-upstream-address');
    });

    test.each(['https://other.example/papi', '', 'not an address'])(
      'does not reach another: "%s"',
      async (address) => {
        let isReached = false;
        const { origin } = await servedFor((_, response) => {
          isReached = true;
          response.end();
        });
        const response = await fetch(`${origin}/papi/token`, {
          method: 'POST',
          body: 'refresh_token=secret',
          headers: { 'x-upstream-address': address },
        });
        expect(response.status).toBe(421);
        expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
        expect(await response.json()).toEqual({ Data: null, Errors: [expect.any(String)], Succeeded: false });
        expect(isReached).toBe(false);
      },
    );
  });

  describe('a proxy of the company', () => {
    /** Starts a console whose service can be reached only through a proxy; with `refuses`, the proxy refuses every request. */
    async function servedBehindProxy({ refuses = false, noProxy = '' } = {}) {
      const name = 'prices.invalid';
      const certificate = await generate([{ name: 'commonName', value: name }], {
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
      });
      const service = https.createServer(
        { key: certificate.private, cert: certificate.cert },
        (request, response) => response.end(`${request.headers.host}${request.url}`),
      );
      const asked: string[] = [];
      const proxy = http.createServer().on('connect', (request, socket: Socket) => {
        asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
        if (refuses) {
          socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
          return;
        }
        const onward = connect(portOf(service), '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
          onward.pipe(socket).pipe(onward);
        });
        onward.on('error', () => socket.destroy());
        socket.on('error', () => onward.destroy());
      });
      for (const server of [service, proxy]) {
        await once(server.listen(0, '127.0.0.1'), 'listening');
        open.push({ close: async () => void server.close() });
      }
      vi.stubEnv('https_proxy', `http://user:p@ss-of-proxy@127.0.0.1:${portOf(proxy)}`);
      vi.stubEnv('no_proxy', noProxy);
      onTestFinished(() => {
        vi.unstubAllEnvs();
      });
      const { origin } = await served({
        service: { address: new URL(`https://${name}/papi`), certificateAuthority: certificate.cert },
      });
      return { origin, asked };
    }

    function portOf(server: http.Server): number {
      const bound = server.address();
      if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
      return bound.port;
    }

    test('is asked for the service, and passes on what is encrypted', async () => {
      const { origin, asked } = await servedBehindProxy();
      const response = await fetch(`${origin}/papi/x?y=1`);
      expect(await response.text()).toBe('prices.invalid/papi/x?y=1');
      expect(asked).toEqual([
        `prices.invalid:443 Basic ${Buffer.from('user:p@ss-of-proxy').toString('base64')}`,
      ]);
    });

    test('that lets nobody through is said to be why, without its password', async () => {
      const { origin } = await servedBehindProxy({ refuses: true });
      for (const sent of [{}, { method: 'POST', body: 'x' }]) {
        const response = await fetch(`${origin}/papi/x`, sent);
        expect(response.status).toBe(502);
        const text = await response.text();
        expect(text).toContain('407');
        expect(text).not.toContain('ss-of-proxy');
      }
    });

    test('is left out for a service that is excepted from it', async () => {
      const { origin, asked } = await servedBehindProxy({ noProxy: 'other.example,.invalid' });
      // Without the proxy, the name cannot be resolved.
      expect((await fetch(`${origin}/papi/x`)).status).toBe(502);
      expect(asked).toEqual([]);
    });

    test('gets the whole request where nothing is encrypted', async () => {
      const asked: unknown[] = [];
      const proxy = http.createServer((request, response) => {
        asked.push([
          request.method,
          request.url,
          request.headers.host,
          request.headers['proxy-authorization'],
        ]);
        response.end('by the proxy');
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
      open.push({ close: async () => void proxy.close() });
      vi.stubEnv('http_proxy', `http://user:secret@127.0.0.1:${portOf(proxy)}`);
      onTestFinished(() => {
        vi.unstubAllEnvs();
      });
      const { origin } = await served({ service: { address: new URL('http://prices.invalid/papi') } });
      expect(await (await fetch(`${origin}/papi/x`)).text()).toBe('by the proxy');
      const authorization = `Basic ${Buffer.from('user:secret').toString('base64')}`;
      expect(asked).toEqual([['GET', 'http://prices.invalid/papi/x', 'prices.invalid', authorization]]);
    });

    test('is left out for a service on this machine', async () => {
      vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
      onTestFinished(() => {
        vi.unstubAllEnvs();
      });
      const { origin } = await servedFor((_, response) => response.end());
      expect((await fetch(`${origin}/papi/x`)).status).toBe(200);
    });

    test('whose address cannot be read keeps no server from starting', async () => {
      vi.stubEnv('https_proxy', 'http://user:a#b@proxy.example:3128');
      onTestFinished(() => {
        vi.unstubAllEnvs();
      });
      const { origin } = await served({ service: { address: new URL('https://prices.invalid/papi') } });
      expect((await fetch(`${origin}/papi/x`)).status).toBe(502);
    });

    test('that is not used is named to whoever starts it', () => {
      for (const name of ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']) vi.stubEnv(name, '');
      onTestFinished(() => {
        vi.unstubAllEnvs();
      });
      const service = new URL('https://prices.example/papi');
      vi.stubEnv('HTTP_PROXY', 'proxy.example');
      expect(unusedProxy(service)).toBeUndefined();
      vi.stubEnv('HTTPS_PROXY', 'proxy.example:3128');
      expect(unusedProxy(service)).toContain('HTTPS_PROXY is not used');
      expect(unusedProxy(new URL('https://localhost:8443/papi'))).toBeUndefined();
      vi.stubEnv('HTTPS_PROXY', 'http://user:a#b@proxy.example:3128');
      expect(unusedProxy(service)).toContain('HTTPS_PROXY is not used');
      expect(unusedProxy(service)).not.toContain('a#b');
      vi.stubEnv('HTTPS_PROXY', 'http://proxy.example:3128');
      expect(unusedProxy(service)).toBeUndefined();
    });
  });

  describe('a certificate that nobody vouches for', () => {
    test('is refused on this machine as anywhere, with the ways out', async () => {
      const { origin } = await servedFor((_, response) => response.end(), {
        isSecure: true,
        trusts: 'usual',
      });
      const response = await fetch(`${origin}/papi/x`, { headers: { authorization: 'Bearer t' } });
      expect(response.status).toBe(502);
      expect(await response.text()).toMatch(/--ca.*--insecure-localhost/);
    });

    test('is taken on this machine where that was asked for', async () => {
      const { origin } = await servedFor((_, response) => response.end(), { isSecure: true, trusts: 'any' });
      expect((await fetch(`${origin}/papi/x`)).status).toBe(200);
    });
  });
});
