import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_CONFIG } from '@/ui/config/runtime-config';
import { serve } from './serve.mjs';

const SECRET = 's'.repeat(43);
const HOUR_MS = 3_600_000;

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly form: URLSearchParams;
}

/** Starts a service whose refresh tokens can be used once. `answer` changes its answers, at every address. */
async function startService(
  answer?: (
    response: Record<string, unknown>,
  ) => [status: number, body: string, headers?: http.OutgoingHttpHeaders],
) {
  const received: Received[] = [];
  const issued: string[] = [];
  const live = new Set<string>();
  /** Each call waits for the promise of `delay`. */
  const service = { received, issued, delay: () => Promise.resolve() };
  const server = http.createServer((request, response) => {
    void request.toArray().then(async (chunks) => {
      const form = new URLSearchParams(Buffer.concat(chunks as Buffer[]).toString());
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, form });
      await service.delay();
      const isGood =
        form.get('grant_type') === 'password'
          ? form.get('password') === 'right'
          : live.delete(form.get('refresh_token') ?? '');
      response.setHeader('content-type', 'application/json');
      if (!isGood) return response.writeHead(403).end('{"error":"invalid_grant"}');
      const refreshToken = `refresh-secret-${issued.length + 1}`;
      issued.push(refreshToken);
      live.add(refreshToken);
      const granted = {
        access_token: `access-${issued.length}`,
        token_type: 'bearer',
        refresh_token: refreshToken,
      };
      const [status, body, headers] = answer?.(granted) ?? [200, JSON.stringify(granted)];
      response.setHeader('x-request-id', 'request-1');
      return response.writeHead(status, { 'set-cookie': 'of-the-service=1', ...headers }).end(body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The service has no port.');
  open.push({
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return Object.assign(service, { address: new URL(`http://127.0.0.1:${bound.port}/papi`) });
}

type Service = Awaited<ReturnType<typeof startService>>;

/** Starts a console in front of a service, with a simulated browser that records what it receives and keeps one cookie. */
async function startConsole(service: Service, options: Partial<Parameters<typeof serve>[0]> = {}) {
  const directory = mkdtempSync(path.join(tmpdir(), 'custody-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(path.join(directory, 'config.json'), '{ "custody": "server" }');
  const served = await serve({
    directory,
    service: { address: service.address },
    custodySecret: SECRET,
    ...options,
  });
  open.push(served);
  const { host, origin, protocol } = options.address ?? new URL(served.origin);
  const answers: string[] = [];

  async function send(
    form: Record<string, string> | null,
    {
      cookie,
      headers = {},
      path: requestPath = '/papi/token',
      method = 'POST',
      signal,
    }: {
      cookie?: string | undefined;
      headers?: http.OutgoingHttpHeaders;
      path?: string;
      method?: string;
      signal?: AbortSignal;
    } = {},
  ) {
    const sent: http.OutgoingHttpHeaders = {
      host,
      origin,
      ...(form !== null && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
      ...(cookie !== undefined && { cookie: `other-program=1; ${cookie}` }),
      ...headers,
    };
    const request = http.request({
      port: served.port,
      path: requestPath,
      method,
      ...(signal && { signal }),
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
    });
    request.end(form === null ? undefined : new URLSearchParams(form).toString());
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const text = (await response.setEncoding('utf8').toArray()).join('');
    answers.push(JSON.stringify(response.headers) + text);
    const [line] = response.headers['set-cookie'] ?? [];
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      json: (text.startsWith('{') ? JSON.parse(text) : null) as Record<string, unknown> | null,
      line,
      cookie: line?.split(';')[0],
    };
  }

  const signIn = (isKept = false, password = 'right') =>
    send(
      { grant_type: 'password', username: 'anna', password, client_id: 'colonnade' },
      { headers: { 'x-session-kept': String(isKept) } },
    );
  const renew = (
    binding: unknown,
    cookie: string | undefined,
    {
      clientId = 'colonnade',
      ...more
    }: { clientId?: string; headers?: http.OutgoingHttpHeaders; path?: string; signal?: AbortSignal } = {},
  ) =>
    send(
      { grant_type: 'refresh_token', session_binding: String(binding), client_id: clientId },
      { cookie, ...more },
    );
  const signOut = (binding: unknown, cookie: string | undefined, clientId = 'colonnade') =>
    send(null, {
      method: 'DELETE',
      cookie,
      headers: { 'x-session-binding': String(binding), client_id: clientId },
    });
  return { ...served, protocol, send, signIn, renew, signOut, answers };
}

async function signedIn(options: Partial<Parameters<typeof serve>[0]> = {}) {
  const service = await startService();
  const console = await startConsole(service, options);
  const { json, cookie } = await console.signIn();
  return { service, console, binding: json?.['session_binding'], cookie };
}

describe('a sign-in', () => {
  test('gives the page an access token and no refresh token, which the cookie does not show either', async () => {
    const service = await startService();
    const console = await startConsole(service);
    const { status, json, headers, line } = await console.signIn();
    expect(status).toBe(200);
    expect(json).toEqual({
      access_token: 'access-1',
      token_type: 'bearer',
      session_binding: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(headers['set-cookie']).toHaveLength(1);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'request-1' });
    expect(line).not.toContain('refresh-secret');
    const [value = ''] = line?.slice(line.indexOf('=') + 1).split(';') ?? [];
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain('refresh-secret');
  });

  test('reaches the service as the contract has it', async () => {
    const { service } = await signedIn();
    const [call] = service.received;
    expect(call).toMatchObject({ method: 'POST', url: '/papi/token' });
    expect(Object.fromEntries(call?.form ?? [])).toEqual({
      grant_type: 'password',
      username: 'anna',
      password: 'right',
      client_id: 'colonnade',
    });
    expect(call?.headers).not.toHaveProperty('x-session-kept');
    expect(call?.headers).not.toHaveProperty('cookie');
  });

  test('that the service refuses is refused as it says it, without a cookie', async () => {
    const console = await startConsole(await startService());
    expect(await console.signIn(false, 'wrong')).toMatchObject({
      status: 403,
      json: { error: 'invalid_grant' },
      line: undefined,
    });
  });

  test('without a refresh token keeps nothing, and drops what was kept', async () => {
    const service = await startService((granted) => [
      200,
      JSON.stringify({ ...granted, refresh_token: undefined }),
    ]);
    const { json, line } = await (await startConsole(service)).signIn();
    expect(json).toMatchObject({ access_token: 'access-1', session_binding: null });
    expect(line).toMatch(/^colonnade-session-\d+=; .*Max-Age=0$/);
  });

  test.each<[string, (granted: Record<string, unknown>) => [number, string]]>([
    ['in no JSON', ({ refresh_token }) => [200, `token: ${String(refresh_token)}`]],
    ['in a list', (granted) => [200, JSON.stringify([granted])]],
    ['a second time', (granted) => [200, JSON.stringify({ ...granted, note: granted['refresh_token'] })]],
    ['under another name', ({ refresh_token }) => [200, JSON.stringify({ refreshToken: refresh_token })]],
    ['with another status', (granted) => [201, JSON.stringify(granted)]],
    ['with a refusal', (granted) => [403, JSON.stringify({ error: 'invalid_grant', ...granted })]],
    ['deeper', ({ refresh_token, ...rest }) => [200, JSON.stringify({ ...rest, as: [{ refresh_token }] })]],
    [
      'below a name of it',
      ({ refresh_token, ...rest }) => [
        200,
        JSON.stringify({ ...rest, 'refresh-token': { is: [refresh_token] } }),
      ],
    ],
    [
      'under a name with escapes',
      (granted) => [403, JSON.stringify(granted).replace('refresh_token', String.raw`refresh\u005ftoken`)],
    ],
    [
      'in a text that is JSON itself',
      (granted) => [
        403,
        JSON.stringify({ error: 'invalid_grant', log: JSON.stringify({ was: JSON.stringify(granted) }) }),
      ],
    ],
    [
      'in a text that is an address',
      ({ refresh_token }) => [
        400,
        JSON.stringify({ error_uri: `/x?refresh%5ftoken=${String(refresh_token)}` }),
      ],
    ],
    ['as a number', (granted) => [403, JSON.stringify({ ...granted, refresh_token: 12_345 })]],
  ])('whose refresh token comes %s is not passed on, and nothing kept', async (_, answer) => {
    const { status, line, text } = await (await startConsole(await startService(answer))).signIn();
    expect(text).not.toMatch(/refresh-secret|12345/);
    expect({ status, line }).toEqual({ status: 500, line: undefined });
  });

  test.each<[string, (granted: Record<string, unknown>) => [number, string, http.OutgoingHttpHeaders?]]>([
    ['as text', (granted) => [403, `refused: ${JSON.stringify(granted)}`, { 'content-type': 'text/plain' }]],
    [
      'in sixteen bits',
      (granted) => [403, Buffer.from(JSON.stringify(granted), 'utf16le').toString('latin1')],
    ],
    [
      'twice, and the last time nothing',
      () => [403, '{"refresh_token":"refresh-secret-1","refresh_token":null}'],
    ],
    [
      'in headers',
      ({ refresh_token: token }) => [
        403,
        '{"error":"invalid_grant"}',
        {
          location: `/papi/there?refresh_token=${String(token)}`,
          'content-language': String(token),
          'x-request-id': `refresh%5Ftoken=${String(token)}`,
          'retry-after': `refresh_token: ${String(token)}`,
        },
      ],
    ],
  ])('that is refused is passed on without the refresh token that comes %s', async (_, answer) => {
    const { status, line, text, headers } = await (await startConsole(await startService(answer))).signIn();
    const all = (text + JSON.stringify(headers)).replaceAll('\0', '').replaceAll(String.raw`\u0000`, '');
    expect(all).not.toContain('refresh-secret');
    expect({ status, line }).toEqual({ status: 403, line: undefined });
  });

  test('that is refused in words that name a refresh token is refused in these words', async () => {
    const refusal = {
      error: 'invalid_grant',
      error_description: 'The refresh_token is too old.',
      refresh_token: null,
    };
    const console = await startConsole(await startService(() => [403, JSON.stringify(refusal)]));
    expect(await console.signIn()).toMatchObject({ status: 403, json: refusal });
  });

  test('whose form is longer than one is says so', async () => {
    const service = await startService();
    const console = await startConsole(service);
    const answer = await console.signIn(false, 'x'.repeat(300_000));
    expect(answer).toMatchObject({ status: 413, line: undefined });
    expect(service.received).toEqual([]);
  });

  test('whose refresh token is too long for a cookie says so', async () => {
    const long = `refresh-secret-${'x'.repeat(4000)}`;
    const service = await startService((granted) => [
      200,
      JSON.stringify({ ...granted, refresh_token: long }),
    ]);
    const { status, text, line } = await (await startConsole(service)).signIn();
    expect({ status, line }).toEqual({ status: 500, line: undefined });
    expect(text).toContain('too long to be kept in a cookie');
    expect(text).not.toContain('refresh-secret');
  });

  /** Addresses that a service could take for that of the token call. */
  const SPELLINGS = [
    '/papi/token/',
    '/papi//token',
    '//papi/token',
    '/papi/%74oken',
    '/papi/x/../token',
    '/papi/Token',
    '/papi/token?x=1',
    '/papi\\token',
    '/papi/x/..%2ftoken',
    '/papi/..%2fpapi%2ftoken',
    '/papi/token;x=1',
    '/papi/token%20',
    '/papi/token.',
    '/papi/token%00',
    '/papi/token%3f',
    '/papi/%2574oken',
    '/papi/tok%C4%B0n',
    '/papi/oauth/access',
    '/papi/api/../token',
    '/papi/api/..;/token',
    '/papi/api/%2e%2e/token',
    '/papi/api/..%252ftoken',
    '/papi/api%2f..%2ftoken',
    '/papi/api/\\..\\token',
    '/papi/api/%EF%BC%8E%EF%BC%8E/token',
    '/papi/api/x/..%5c..%5ctoken',
  ];

  test.each([undefined, 'text/plain', 'application/json', 'multipart/form-data'])(
    'at another spelling of the address, as %s, gives no refresh token either',
    async (type) => {
      const service = await startService();
      const console = await startConsole(service);
      const headers = { 'x-session-kept': 'false', ...(type !== undefined && { 'content-type': type }) };
      for (const spelling of SPELLINGS) {
        const form = { grant_type: 'password', username: 'anna', password: 'right', client_id: 'colonnade' };
        const { text } = await console.send(form, { path: spelling, headers });
        expect({ spelling, isGiven: text.includes('refresh-secret') }).toEqual({ spelling, isGiven: false });
      }
      // Such a call does not reach the service at all. Removing the token from its answer is not enough.
      expect(service.received.filter(({ url }) => url !== '/papi/token')).toEqual([]);
    },
  );

  test.each(['text/plain', undefined, 'application/x-www-form-urlencoded'])(
    'at the address of another call, as %s, is not passed on',
    async (type) => {
      const { console, service } = await signedIn();
      const { status } = await console.send(
        { grant_type: 'password', username: 'anna', password: 'right', client_id: 'colonnade' },
        { path: '/papi/api/prices', headers: { 'content-type': type } },
      );
      expect({ status, calls: service.received.length }).toEqual({ status: 403, calls: 1 });
    },
  );

  test('leaves the other calls of the console as they are, and the stream of events', async () => {
    const service = await startService(() => [
      200,
      '{"Data":[]}',
      { location: '/x?refresh_token=refresh-secret-1' },
    ]);
    const config = { eventsAddress: 'https://console.example/tools/papi/hub/changes' };
    const console = await startConsole(service, { config });
    const form = { grant_type: 'password', password: 'right' };
    const call = await console.send(form, {
      path: '/papi/api/prices/a%2Fb%20100%25?x=1',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(call).toMatchObject({ status: 200, text: '{"Data":[]}' });
    expect(call.headers).not.toHaveProperty('location');
    await console.send(null, { method: 'GET', path: '/papi/hub/changes' });
    await console.send(null, { method: 'GET', path: '/papi/hub/others' });
    expect(service.received.map(({ url }) => url)).toEqual([
      '/papi/api/prices/a%2Fb%20100%25?x=1',
      '/papi/hub/changes',
    ]);
  });

  test('where this server has no secret fails, and asks nobody', async () => {
    const service = await startService();
    const console = await startConsole(service, { custodySecret: undefined });
    const { status, text } = await console.signIn();
    expect(status).toBe(500);
    expect(text).toContain('no secret');
    expect(service.received).toEqual([]);
  });

  test('with "custody": "page" is passed through as it is', async () => {
    const console = await startConsole(await startService(), { config: { custody: 'page' } });
    const { json, line } = await console.send({
      grant_type: 'password',
      username: 'anna',
      password: 'right',
      client_id: 'colonnade',
    });
    expect({ token: json?.['refresh_token'], line }).toEqual({ token: 'refresh-secret-1', line: undefined });
  });

  test('with "custody": "page", by a page that was opened under "server", is not passed on', async () => {
    const service = await startService();
    const console = await startConsole(service, { config: { custody: 'page' } });
    const answer = await console.send(
      { grant_type: 'refresh_token', session_binding: 'of-before', client_id: 'colonnade' },
      { headers: { 'x-session-kept': 'true' } },
    );
    expect(answer).toMatchObject({ status: 421, json: { error: 'other_custody' } });
    expect(service.received).toEqual([]);
  });

  test('by a page that keeps its token itself is not passed through: it was opened before', async () => {
    const { console, service } = await signedIn();
    const form = { username: 'anna', password: 'right', client_id: 'colonnade' };
    expect(await console.send({ grant_type: 'password', ...form })).toMatchObject({ status: 421 });
    expect(
      await console.send({ grant_type: 'refresh_token', refresh_token: 'old', client_id: 'colonnade' }),
    ).toMatchObject({ status: 421 });
    expect(service.received).toHaveLength(1);
  });
});

describe('the cookie', () => {
  test.each([
    ['https://prices.example', '__Host-colonnade-session', 'Path=/; Secure'],
    [
      'https://tools.example/tools/prices/',
      '__Secure-colonnade-session',
      'Path=/tools/prices/papi/token; Secure',
    ],
    ['http://localhost:28410', 'colonnade-session-28410', 'Path=/papi/token'],
  ])('of a console at %s is %s', async (address, name, attributes) => {
    const console = await startConsole(await startService(), { address: new URL(address) });
    const { line = '' } = await console.signIn();
    const [pair = '', ...rest] = line.split('; ');
    expect(pair.split('=')[0]).toBe(name);
    expect(rest.join('; ')).toBe(`${attributes}; HttpOnly; SameSite=Strict`);
    const kept = await console.signIn(true);
    expect(kept.line?.split('; ').at(-1)).toBe('Max-Age=432000');
    expect(await console.renew(kept.json?.['session_binding'], kept.cookie)).toMatchObject({ status: 200 });
  });

  test('goes to no other place than this server', async () => {
    const { console, service, cookie } = await signedIn();
    await console.send(null, { cookie, method: 'GET', path: '/papi/api/tables/item' });
    expect(service.received.at(-1)?.url).toBe('/papi/api/tables/item');
    expect(JSON.stringify(service.received.at(-1)?.headers)).not.toContain('colonnade-session');
  });
});

describe('a renewal', () => {
  test('takes the token from the cookie and puts the next one there, for as long as the one before', async () => {
    const service = await startService();
    const console = await startConsole(service);
    let { json, cookie, line } = await console.signIn(true);
    const binding = json?.['session_binding'];
    for (const serial of [2, 3]) {
      ({ json, cookie, line } = await console.renew(binding, cookie));
      expect(json).toEqual({
        access_token: `access-${serial}`,
        token_type: 'bearer',
        session_binding: binding,
      });
      expect(line).toContain('Max-Age=432000');
      expect(Object.fromEntries(service.received.at(-1)?.form ?? [])).toEqual({
        grant_type: 'refresh_token',
        refresh_token: `refresh-secret-${serial - 1}`,
        client_id: 'colonnade',
      });
    }
    expect(console.answers.join('\n')).not.toContain('refresh-secret');
  });

  test('without a new token keeps the one before', async () => {
    let isFirst = true;
    const service = await startService(({ refresh_token, ...rest }) => {
      const given = isFirst ? { ...rest, refresh_token } : rest;
      isFirst = false;
      return [200, JSON.stringify(given)];
    });
    const console = await startConsole(service);
    const { json, cookie } = await console.signIn();
    const renewed = await console.renew(json?.['session_binding'], cookie);
    expect(renewed.status).toBe(200);
    await console.renew(json?.['session_binding'], renewed.cookie);
    expect(service.received.map(({ form }) => form.get('refresh_token'))).toEqual([
      null,
      'refresh-secret-1',
      'refresh-secret-1',
    ]);
  });

  test('that the service refuses is refused, and leaves the cookie to whoever was faster', async () => {
    const { console, service, binding, cookie } = await signedIn();
    // The other instance does not know the first one's renewals.
    const other = await startConsole(service, { address: new URL(console.origin) });
    const winner = await console.renew(binding, cookie);
    const loser = await other.renew(binding, cookie);
    expect(loser).toMatchObject({ status: 403, json: { error: 'invalid_grant' }, line: undefined });
    expect(await other.renew(binding, winner.cookie)).toMatchObject({ status: 200 });
  });

  test('and another one at once, with one cookie, share one answer', async () => {
    const { console, service, binding, cookie } = await signedIn();
    const answers = await Promise.all([1, 2, 3].map(() => console.renew(binding, cookie)));
    // A page that has waited too long for the first answer asks again.
    answers.push(await console.renew(binding, cookie));
    expect(service.received).toHaveLength(2);
    for (const { status, json } of answers)
      expect({ status, json }).toMatchObject({ status: 200, json: { access_token: 'access-2' } });
    for (const answer of answers.slice(-1))
      expect(await console.renew(binding, answer.cookie)).toMatchObject({
        json: { access_token: 'access-3' },
      });
  });

  test('that nobody waits for any more is not lost', async () => {
    const arrived = new EventEmitter();
    let answerNow = () => {};
    const { console, service, binding, cookie } = await signedIn();
    service.delay = () =>
      new Promise((resolve) => {
        answerNow = resolve;
        arrived.emit('renewal');
      });
    const isThere = once(arrived, 'renewal');
    const leaving = new AbortController();
    const given = console.renew(binding, cookie, { signal: leaving.signal }).catch((error: unknown) => error);
    await isThere;
    leaving.abort();
    expect(await given).toBeInstanceOf(Error);
    const again = console.renew(binding, cookie);
    answerNow();
    expect(await again).toMatchObject({ status: 200, json: { access_token: 'access-2' } });
    expect(service.received).toHaveLength(2);
  });

  test.each([502, 503, 500])('that fails with %s loses nothing', async (status) => {
    let isDown = false;
    const service = await startService((granted) =>
      isDown ? [status, 'down'] : [200, JSON.stringify(granted)],
    );
    const console = await startConsole(service);
    const { json, cookie } = await console.signIn();
    isDown = true;
    expect(await console.renew(json?.['session_binding'], cookie)).toMatchObject({ status, line: undefined });
  });

  describe('is refused, and nobody asked,', () => {
    const isRefused = { status: 403, json: { error: 'invalid_grant' }, line: undefined };

    test('without the cookie', async () => {
      const { console, service, binding } = await signedIn();
      expect(await console.renew(binding, undefined)).toMatchObject(isRefused);
      expect(service.received).toHaveLength(1);
    });

    test('with the cookie of another sign-in: each account gets its own tokens alone', async () => {
      const { console, service, binding, cookie } = await signedIn();
      const other = await console.signIn();
      expect(await console.renew(binding, other.cookie)).toMatchObject(isRefused);
      expect(await console.renew(other.json?.['session_binding'], cookie)).toMatchObject(isRefused);
      expect(service.received).toHaveLength(2);
    });

    test('for another client', async () => {
      const { console, binding, cookie } = await signedIn();
      expect(await console.renew(binding, cookie, { clientId: 'other' })).toMatchObject(isRefused);
    });

    test('with a cookie that was changed, at any place', async () => {
      const { console, service, binding, cookie = '' } = await signedIn();
      const valueAt = cookie.indexOf('=') + 1;
      for (const at of [valueAt, valueAt + 20, cookie.length - 8]) {
        const changed = cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1);
        expect(await console.renew(binding, changed)).toMatchObject(isRefused);
      }
      for (const changed of [cookie.slice(0, valueAt), cookie.slice(0, -4), cookie.slice(0, valueAt + 8)]) {
        expect(await console.renew(binding, changed)).toMatchObject(isRefused);
      }
      expect(service.received).toHaveLength(1);
    });

    test('with the cookie of another installation, service or address', async () => {
      const address = new URL('http://localhost:28410');
      const { console, service, binding, cookie = '' } = await signedIn({ address });
      const otherService = await startService();
      const others = [
        await startConsole(service, { address, custodySecret: 't'.repeat(43) }),
        await startConsole(otherService, { address }),
        await startConsole(service, { address: new URL('http://localhost:28411') }),
      ];
      for (const other of others) {
        const named = cookie.replace('28410', other === others[2] ? '28411' : '28410');
        expect(await other.renew(binding, named)).toMatchObject(isRefused);
      }
      expect(otherService.received).toEqual([]);
      expect(await console.renew(binding, cookie)).toMatchObject({ status: 200 });
    });

    test('once the password was typed too long ago, which also drops the cookie', async () => {
      const config = { sessionMaxHours: 1 / HOUR_MS };
      const { console, service, binding, cookie } = await signedIn({ config });
      await expect
        .poll(async () => (await console.renew(binding, cookie)).line, { interval: 2 })
        .toContain('Max-Age=0');
      expect(service.received.length).toBeLessThan(3);
    });
  });

  test('is possible for as long as the page thinks by default', async () => {
    // serve.mjs reads the configuration without filling in defaults, so it has its own copy of this one.
    expect(DEFAULT_CONFIG).toMatchObject({ sessionMaxHours: 120 });
  });

  test('finds the cookie beside one of the same name that another program has set', async () => {
    const { console, binding, cookie } = await signedIn();
    const planted = `${cookie?.split('=')[0]}=planted; ${cookie}`;
    expect(await console.renew(binding, planted)).toMatchObject({ status: 200 });
  });
});

describe('who may not call', () => {
  test.each<[string, http.OutgoingHttpHeaders]>([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page of another port', { origin: 'http://localhost:1' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a script of another port', { 'sec-fetch-site': 'same-site' }],
    ['a form that was sent as a page', { 'sec-fetch-dest': 'document' }],
    ['somebody who says nothing of themselves', { origin: undefined }],
    ['another name of this machine', { host: 'evil.example' }],
  ])('%s', async (_, headers) => {
    const { console, service, binding, cookie } = await signedIn();
    const calls = [
      await console.renew(binding, cookie, { headers }),
      await console.send(null, { method: 'DELETE', cookie, headers }),
    ];
    for (const { status, line } of calls) expect({ status, line }).toEqual({ status: 403, line: undefined });
    expect(service.received).toHaveLength(1);
  });

  test('a form in the disguise of text', async () => {
    const { console, binding, cookie } = await signedIn();
    const headers = { 'content-type': 'text/plain' };
    expect(await console.renew(binding, cookie, { headers })).toMatchObject({ status: 400 });
  });

  test('behind a server in front of us, another origin than its own', async () => {
    const address = new URL('https://prices.example');
    const { console, binding, cookie } = await signedIn({ address });
    const headers = { origin: 'http://localhost', host: 'localhost' };
    expect(await console.renew(binding, cookie, { headers })).toMatchObject({ status: 403 });
    expect(await console.renew(binding, cookie)).toMatchObject({ status: 200 });
  });
});

describe('signing out', () => {
  test('deletes the cookie', async () => {
    const { console, service, cookie } = await signedIn();
    const { status, line } = await console.send(null, { method: 'DELETE', cookie });
    expect(status).toBe(204);
    expect(line).toBe(`${cookie?.split('=')[0]}=; Path=/papi/token; HttpOnly; SameSite=Strict; Max-Age=0`);
    expect(service.received).toHaveLength(1);
  });

  test('ends what a copy of the cookie could renew, here and where another instance answers', async () => {
    const { console, service, binding, cookie } = await signedIn();
    const other = await startConsole(service, { address: new URL(console.origin) });
    expect(await console.signOut(binding, cookie)).toMatchObject({ status: 204 });
    expect(await console.renew(binding, cookie)).toMatchObject({ status: 403, line: undefined });
    // The sign-out uses up the token at the service, and no page gets the new one.
    await expect.poll(() => service.issued, { interval: 2 }).toHaveLength(2);
    expect(await other.renew(binding, cookie)).toMatchObject({ status: 403, line: undefined });
    expect(console.answers.join('\n')).not.toContain('access-2');
  });

  test('ends what a renewal just before it was given', async () => {
    const { console, service, binding, cookie } = await signedIn();
    const other = await startConsole(service, { address: new URL(console.origin) });
    const renewed = await console.renew(binding, cookie);
    // A page that has left before the answer came still has the earlier cookie, with which it signs out here.
    await console.signOut(binding, cookie);
    await expect.poll(() => service.issued, { interval: 2 }).toHaveLength(3);
    for (const each of [console, other])
      expect(await each.renew(binding, renewed.cookie)).toMatchObject({ status: 403 });
  });

  test('waits for no service', async () => {
    const { console, service, binding, cookie } = await signedIn();
    service.delay = () => new Promise(() => {});
    expect(await console.signOut(binding, cookie)).toMatchObject({ status: 204 });
  });

  test('ends no session of others', async () => {
    const { console, binding, cookie } = await signedIn();
    const other = await console.signIn();
    await console.signOut(other.json?.['session_binding'], cookie);
    await console.signOut(binding, other.cookie);
    await console.signOut(binding, cookie, 'other-client');
    expect(await console.renew(binding, cookie)).toMatchObject({ status: 200 });
    expect(await console.renew(other.json?.['session_binding'], other.cookie)).toMatchObject({ status: 200 });
  });
});

test('other token calls are answered by the service', async () => {
  const { console, service } = await signedIn();
  expect(await console.send({ grant_type: 'connection-check' })).toMatchObject({ status: 403 });
  expect(service.received.at(-1)?.form.get('grant_type')).toBe('connection-check');
});

test('a console behind a server in front of us is told where its service is', async () => {
  const service = await startService();
  const console = await startConsole(service, { address: new URL('https://tools.example/tools/prices/') });
  const { json } = await console.send(null, { method: 'GET', path: '/config.json' });
  expect(json).toMatchObject({
    serviceAddress: 'https://tools.example/tools/prices/papi',
    serviceAddressFixed: true,
    custody: 'server',
  });
});
