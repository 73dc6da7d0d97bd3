import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { contentSecurityPolicy } from '../../server/content-security-policy.mjs';
import { FRAMINGS } from '../../server/test/http-framings.mjs';
import { PASSED_REQUEST_HEADERS } from '../../server/passed-messages.mjs';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import { meantBy, randomFraming, seeded } from '../../server/test/random-framings.mjs';
import { sendRaw, statusesIn } from '../../server/test/raw-http.mjs';
import { deployBehind, type DeployedBehind } from '../support/deployed-behind';
import { contentOf, openSnapshot, startExport } from '../support/exports';
import { Grid } from '../support/grid';
import { signInOn } from '../support/sign-in';
import { expect, test } from '../support/test';

for (const { name, basePath } of [
  { name: 'nginx', basePath: '/' },
  { name: 'caddy', basePath: '/tools/prices/' },
] as const) {
  test(`behind ${name}, below ${basePath}, everything is as behind our own server @service-only`, async ({
    page,
    playwright,
  }) => {
    const deployed = await deployBehind(name, basePath);
    if (typeof deployed === 'string') {
      process.stderr.write(`Not tried: ${deployed}\n`);
      test.skip(true, deployed);
      return;
    }
    const { origin } = deployed;
    const start = origin + basePath;

    // After the sign-in, a link into the console leads back to its address.
    await signInOn(page, 'service', { at: `${start}schema/item` });
    await expect(page).toHaveURL(`${start}schema/item`);
    await expect(page.getByRole('heading', { name: 'Item table' })).toBeVisible();
    await openSnapshot(page, 'Promotion price');
    const address = page.url();
    expect(address).toContain(`${start}prices/PromotionPrice?`);

    const downloading = page.waitForEvent('download');
    await startExport(page);
    await expect(page.getByText('Complete', { exact: true })).toBeVisible();
    expect((await contentOf(await downloading)).trimEnd().split('\n')).toHaveLength(241);
    // The server also provides the analysis worker and its WebAssembly.
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Columns' }).click();
    const profile = page.getByRole('table', { name: 'Column profile' });
    await expect(profile.getByRole('button', { name: 'Profile of Title', exact: true })).toBeVisible();
    await page.goto(address);
    await new Grid(page).expectRowLoaded(0);

    const request = await playwright.request.newContext();
    await expectFiles(request, deployed);
    await expectPassThrough(request, deployed);
    await request.dispose();
    await page.goto('about:blank');
    await deployed.close();
  });
}

for (const basePath of ['/', '/tools/prices/']) {
  test(`nginx, Caddy and both images answer alike, below ${basePath} and outside of it @service-only`, async ({
    playwright,
  }) => {
    const servers = [
      await deployBehind('nginx', basePath),
      await deployBehind('caddy', basePath),
      await deployBehind('image', basePath),
      await deployBehind('image-with-custody', basePath),
    ];
    const deployed = servers.filter((server) => typeof server !== 'string');
    const request = await playwright.request.newContext({ maxRedirects: 0 });
    const missing = servers.filter((server) => typeof server === 'string');
    if (missing.length === 0) await expectSameAnswers(request, deployed, basePath);
    const seed = Math.floor(Math.random() * 2 ** 31);
    for (const server of deployed) {
      await expectAddresses(server);
      await expectFrames(server, seed);
    }
    await request.dispose();
    for (const { close } of deployed) await close();
    if (missing.length > 0) process.stderr.write(`Not tried: ${missing.join(' ')}\n`);
    test.skip(missing.length > 0, missing.join(' '));
  });
}

/** Checks that addresses may contain the names of price columns, and that no step upwards leads out of the service's base. */
async function expectAddresses({ name, origin, basePath, upstream }: DeployedBehind): Promise<void> {
  const { host, port } = new URL(origin);
  const statusOf = async (address: string): Promise<number | undefined> => {
    const bytes = `GET ${address} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    return statusesIn(await sendRaw(Number(port), bytes, (text) => statusesIn(text).length > 0))[0];
  };
  const column = encodeURIComponent('A/B?C#D%E \u00e9+%41');
  for (const below of [`/api/framed/${column}`, `/api/framed/${column}/x?y=/../%2e%2e/`]) {
    expect(await statusOf(`${basePath}papi${below}`), `${name}: ${below}`).toBe(200);
    expect(upstream.received.at(-1)?.url).toBe(`/prices/papi${below}`);
  }
  const before = upstream.received.length;
  for (const below of [
    '/api/../x',
    '/../x',
    '/..',
    '/%2e%2e/x',
    '/..%2fx',
    '/api/%252e%252E/x',
    '/..;/x',
    '/..%5cx',
    '//..//..//x',
    '/%c0%ae./x',
  ])
    // Some servers take such an address for that of a page.
    expect([200, 400, 403, 404], `${name}: ${below}`).toContain(await statusOf(`${basePath}papi${below}`));
  expect([400, 403, 404], name).toContain(await statusOf(`${basePath}p%61pi/%2e/x`));
  expect(upstream.received.slice(before), name).toEqual([]);
}

/** The number of randomly framed requests, for each server and path. */
const RANDOM_FRAMINGS = 200;
const AT_ONCE = 50;

/**
 * Checks that, however a request is framed, the service gets only the requests that are meant, and their sender gets the responses. A
 * server may refuse or repair a framing that it cannot read.
 */
async function expectFrames(server: DeployedBehind, seed: number): Promise<void> {
  const { host } = new URL(server.origin);
  const place = (name: string) => `${server.basePath}papi/api/framed/${name}`;
  const corpus = FRAMINGS.map(({ name, bytes, arrives, isUnfinished }, index) => ({
    what: name,
    index,
    bytes: bytes({ host, meant: place(`meant/${index}`), smuggled: place(`smuggled/${index}`) }),
    arrives: arrives.map((method) => `${method} meant`),
    answers: Math.max(1, arrives.length),
    isCertain: arrives.length > 0 && !isUnfinished,
  }));
  const random = Array.from({ length: RANDOM_FRAMINGS }, (_, at) => {
    const index = FRAMINGS.length + at;
    const bytes = randomFraming(seeded(seed + at), host, (name) => place(`${name}/${index}`));
    const { arriving, answered, end } = meantBy(bytes, {
      host,
      isJsonAlone: server.name === 'image-with-custody',
    });
    const arrives = arriving.map(({ method, url }) => `${method} ${url.split('/').at(-2)}`);
    const isCertain = end === 'open' || end === 'closed';
    return { what: bytes, index, bytes, arrives, answers: Math.max(1, answered), isCertain };
  });
  const framings = [...corpus, ...random];
  const wrong: unknown[] = [];
  for (let begun = 0; begun < framings.length; begun += AT_ONCE) {
    const some = framings.slice(begun, begun + AT_ONCE);
    const answers = await Promise.all(some.map((framing) => answersTo(server, framing)));
    for (const [at, { what, index, arrives, isCertain }] of some.entries()) {
      const arrived = arrivedAt(server, index);
      const answered = answers[at] ?? '';
      const strangers = [...answered.matchAll(/answer to \S+ (\S+)\n/g)].filter(
        // Caddy appends the fragment of an address.
        ([, url = '']) => !new RegExp(`/${index}(?:%23x)?$`).test(url),
      );
      const statuses = statusesIn(answered);
      // Some servers refuse more: nginx a tab after some names, Caddy an empty line before a request. A refusal is the last response.
      const refused = [400, 501].includes(statuses.at(-1) ?? 0);
      const meant = refused ? arrives.slice(0, statuses.filter((status) => status === 200).length) : arrives;
      const isRight = isCertain
        ? JSON.stringify(arrived.toSorted()) === JSON.stringify(meant.toSorted())
        : // If the server refuses a connection while more data arrives, pending responses are lost.
          arrived.every((each) => / meant\d*$/.test(each)) || arrived.length <= statuses.length;
      if (!isRight || strangers.length > 0) wrong.push({ what, arrives, isCertain, arrived, answered });
    }
  }
  expect(wrong, `${server.name}, seed ${seed}`).toEqual([]);
}

/** Returns the requests of a framing that the service has received. */
function arrivedAt({ upstream }: DeployedBehind, index: number): string[] {
  return upstream.received
    .filter(({ url }) => url.endsWith(`/${index}`))
    .map(({ method, url }) => `${method} ${url.split('/').at(-2)}`);
}

async function answersTo(
  server: DeployedBehind,
  {
    index,
    bytes,
    answers,
    isCertain,
  }: {
    readonly index: number;
    readonly bytes: string;
    readonly answers: number;
    readonly isCertain: boolean;
  },
): Promise<string> {
  const { host, port } = new URL(server.origin);
  const isAnswered = (text: string) => statusesIn(text).length > 0;
  const probe = () =>
    sendRaw(
      Number(port),
      `GET ${server.basePath}papi/api/probe HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      isAnswered,
    );
  let statuses = 0;
  // Some requests may get no response. This waits until another request has one, and for the responses to all that arrived.
  const patience = async () => {
    await probe();
    for (let more = 0; more < 50 && arrivedAt(server, index).length > statuses; more += 1) await probe();
  };
  return sendRaw(
    Number(port),
    bytes,
    (text) => {
      statuses = statusesIn(text).length;
      // Some servers drop pending responses when the client stops sending.
      return isCertain && statuses >= answers;
    },
    isCertain ? undefined : patience(),
  );
}

/** Headers of the connection, of the server itself, and of the bodies that it creates. */
const OWN_HEADERS = [
  'accept-ranges',
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'server',
  'transfer-encoding',
];

/** The required responses to addresses below the path. All servers must respond in the same way. */
const ANSWERS: readonly (readonly [
  address: string,
  status: number,
  cacheControl: string,
  method?: 'POST',
])[] = [
  ['', 200, 'no-cache'],
  ['index.html', 200, 'no-cache'],
  ['sign-in', 200, 'no-cache'],
  ['prices/a.column.with.dots?sort=Value', 200, 'no-cache'],
  ['prices/a%20column', 200, 'no-cache'],
  ['items/12.5', 200, 'no-cache'],
  ['licenses.txt', 200, 'no-cache'],
  ['manifest.webmanifest', 200, 'no-cache'],
  ['sw.js', 200, 'no-cache'],
  ['icon-192.png', 200, 'no-cache'],
  ['config.json', 200, 'no-store'],
  ['version.json', 200, 'no-store'],
  ['healthz', 200, 'no-store'],
  ['missing.png', 404, 'no-store'],
  ['a.dot', 404, 'no-store'],
  ['schema/it.em', 404, 'no-store'],
  ['prices/main.JS', 404, 'no-store'],
  ['prices/.env', 404, 'no-store'],
  ['.git/config', 404, 'no-store'],
  ['assets/', 404, 'no-store'],
  ['assets/missing.js', 404, 'no-store'],
  ['sign-in', 405, 'no-store', 'POST'],
  ['missing.png', 405, 'no-store', 'POST'],
];

async function expectSameAnswers(
  request: APIRequestContext,
  servers: readonly DeployedBehind[],
  basePath: string,
): Promise<void> {
  const files = readdirSync(path.join(builtDirectories.production, 'assets'))
    .filter((name) => !/\.(br|gz)$/.test(name))
    // One file of each type is requested.
    .filter(
      (name, index, all) => all.findIndex((other) => path.extname(other) === path.extname(name)) === index,
    );
  const outside = [
    '/',
    '/index.html',
    '/config.json',
    '/version.json',
    '/sign-in',
    '/assets/a.js',
    '/papi/x',
    '/tools/other/',
  ];
  const expected = [
    ...ANSWERS.map(([address, ...answer]) => [basePath + address, ...answer] as const),
    ['/healthz', 200, 'no-store'] as const,
    ...files.map(
      (name) => [`${basePath}assets/${name}`, 200, 'public, max-age=31536000, immutable'] as const,
    ),
    ...(basePath === '/'
      ? []
      : [
          [basePath.slice(0, -1), 301, 'no-cache'] as const,
          ...outside.map((address) => [address, 404, 'no-store'] as const),
        ]),
  ];
  for (const [address, status, cacheControl, method = 'GET'] of expected) {
    for (const encoding of ['br, gzip', 'gzip', 'identity']) {
      const answers = await Promise.all(
        servers.map(async ({ origin }) => {
          const headers = { 'accept-encoding': encoding };
          const response = await request.fetch(origin + address, { method, headers });
          return {
            status: response.status(),
            headers: response
              .headersArray()
              .flatMap(({ name, value }) => {
                const isOwn = OWN_HEADERS.includes(name.toLowerCase());
                // Only nginx sends a body with a redirect, so only its redirect has a content type.
                const isOfBody = status === 301 && name.toLowerCase() === 'content-type';
                return isOwn || isOfBody ? [] : [`${name.toLowerCase()}: ${value}`];
              })
              .toSorted(),
          };
        }),
      );
      const what = `${method} ${address} (${encoding})`;
      const [first, ...others] = answers;
      expect(first, what).toMatchObject({
        status,
        headers: expect.arrayContaining([
          `cache-control: ${cacheControl}`,
          'x-content-type-options: nosniff',
          expect.stringContaining("content-security-policy: default-src 'none'"),
        ]),
      });
      for (const other of others) expect(other, what).toEqual(first);
    }
  }
  const [version, configuration] = await Promise.all(
    ['version.json', 'config.json'].map(async (file) => {
      const answers = servers.map(({ origin }) => request.get(`${origin}${basePath}${file}`));
      return Promise.all(answers.map(async (answer): Promise<unknown> => (await answer).json()));
    }),
  );
  for (const each of version ?? [])
    expect(each).toMatchObject({ version: expect.any(String), id: expect.any(String) });
  expect(configuration).toEqual(
    servers.map(({ origin, name }) => ({
      serviceAddress: `${origin}${basePath}papi`,
      serviceAddressFixed: true,
      ...(name === 'image-with-custody' && { custody: 'server' }),
    })),
  );
  // Requests of other sites, and of pages opened for another service, are refused. The console's own requests are passed on.
  for (const { origin, upstream } of servers) {
    const address = `${origin}${basePath}papi${upstream.hostilePath}`;
    const statusOf = async (headers: Record<string, string>) =>
      (await request.get(address, { headers })).status();
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusOf({ 'x-upstream-address': 'https://other.example/papi' })).toBe(421);
    expect(await statusOf({ 'sec-fetch-site': 'same-origin', 'x-upstream-address': upstream.address })).toBe(
      200,
    );
  }
}

async function expectFiles(request: APIRequestContext, { origin, basePath }: DeployedBehind): Promise<void> {
  const start = origin + basePath;
  const names = readdirSync(path.join(builtDirectories.production, 'assets'));
  const headersOf = async (address: string, headers: Record<string, string> = {}) => {
    const response = await request.get(address, { headers });
    const all: Record<string, string> = { status: String(response.status()), ...response.headers() };
    return all;
  };
  const common = {
    'content-security-policy': contentSecurityPolicy({ asHeader: true, isServiceTyped: false }),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  for (const screen of ['', 'index.html', 'prices/a.column.with.dots?sort=Value']) {
    expect(await headersOf(start + screen), screen).toMatchObject({
      ...common,
      status: '200',
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('text/html'),
    });
  }
  expect(await headersOf(`${start}config.json`)).toMatchObject({ ...common, 'cache-control': 'no-store' });
  expect(await headersOf(`${start}manifest.webmanifest`)).toMatchObject({
    'content-type': 'application/manifest+json',
  });
  for (const [ending, type] of [
    ['.js', 'text/javascript'],
    ['.css', 'text/css'],
    ['.wasm', 'application/wasm'],
  ] as const) {
    const file = `${start}assets/${names.find((name) => name.endsWith(ending) && names.includes(`${name}.br`))}`;
    for (const encoding of ['br', 'gzip', undefined]) {
      const headers = await headersOf(file, {
        'accept-encoding': encoding === 'br' ? 'gzip, br' : (encoding ?? 'identity'),
      });
      expect(headers, `${ending} ${encoding}`).toMatchObject({
        ...common,
        status: '200',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringContaining(type),
        vary: 'Accept-Encoding',
      });
      expect(headers['content-encoding']).toBe(encoding);
    }
  }
  const missing = await headersOf(`${start}assets/missing.js`);
  expect(missing['status']).toBe('404');
  expect(missing['cache-control']).not.toContain('immutable');
}

async function expectPassThrough(
  request: APIRequestContext,
  { origin, basePath, upstream }: DeployedBehind,
): Promise<void> {
  const address = `${origin}${basePath}papi${upstream.hostilePath}`;
  const sandboxed = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  const passed = await request.get(address, {
    headers: {
      authorization: 'Bearer t',
      client_id: 'c',
      cookie: 'other-program=secret',
      forwarded: 'for=192.0.2.1',
      'invented-later': '1',
      origin,
      referer: `${origin}/secret`,
      'sec-fetch-dest': 'empty',
      'sec-fetch-site': 'same-origin',
      'x-upstream-address': upstream.address,
    },
  });
  const headers = { ...passed.headers() };
  // These headers belong to the connection and to the server itself.
  for (const name of ['connection', 'content-length', 'date', 'keep-alive', 'server', 'transfer-encoding'])
    delete headers[name];
  expect(headers).toEqual({ ...sandboxed, 'content-type': 'text/html', 'x-request-id': 'r-1' });
  const seen: Record<string, string> = await passed.json();
  expect(seen).toMatchObject({
    authorization: 'Bearer t',
    client_id: 'c',
    host: new URL(upstream.address).host,
  });
  const framing = ['connection', 'content-length', 'host'];
  expect([...PASSED_REQUEST_HEADERS, ...framing]).toEqual(expect.arrayContaining(Object.keys(seen)));

  for (const [status, refused] of [
    [403, { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    [403, { 'sec-fetch-site': 'same-site' }],
    [403, { 'sec-fetch-dest': 'worker' }],
    [403, { origin: 'https://evil.example' }],
    [403, { host: 'evil.example' }],
    [421, { 'x-upstream-address': 'https://other.example/papi' }],
  ] as const) {
    const response = await request.get(address, { headers: refused });
    expect(response.status(), JSON.stringify(refused)).toBe(status);
    expect(response.headers()).toMatchObject({ ...sandboxed, 'content-type': 'application/json' });
    expect(await response.json()).toEqual({ Data: null, Errors: [expect.any(String)], Succeeded: false });
  }
}
