import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { generate } from 'selfsigned';
import { placePage } from '../../scripts/build-product.mjs';
import { OWN_RESPONSE_HEADERS } from '../../server/passed-messages.mjs';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import { heapOf, keptToken, membersIn, recordResponses } from '../support/custody';
import { deployBehind } from '../support/deployed-behind';
import { Grid } from '../support/grid';
import { serveConsole } from '../support/served-console';
import { ServiceControl } from '../support/service-control';
import { test } from '../support/session-orders';
import { goToEnd, MANAGER, runSalesPrices, signOut } from '../support/session-steps';
import { submitCredentials } from '../support/sign-in';
import { everythingIn } from '../support/tab-contents';
import { expect } from '../support/test';

const DAY_S = 86_400;

test('no refresh token reaches the page: not its responses, storages or memory @custody-only @promise', async ({
  page,
  context,
  servedConsole,
  orders,
  problems,
}) => {
  problems.allowResponse(401, /\/papi\/api\//);
  const responses = await recordResponses(context);
  await page.goto('/');
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await submitCredentials(page, MANAGER.userName, MANAGER.password);
  await expect(page.getByRole('heading', { name: 'Price columns' })).toBeVisible();
  const [binding = ''] = membersIn(responses, 'session_binding');
  const tokens = new Set<string>();
  const noteToken = async () => {
    const token = await keptToken(context, servedConsole, binding);
    if (token !== undefined) tokens.add(token);
  };
  await noteToken();

  const address = await runSalesPrices(page);
  const other = await context.newPage();
  await other.goto(address);
  await new Grid(other).expectRowLoaded(0);
  await orders.expireAccessTokens();
  for (const tab of [page, other]) await goToEnd(tab);
  for (const tab of [page, other]) await new Grid(tab).expectRowLoaded(999_999);
  await noteToken();
  await other.goto('about:blank');
  await page.reload();
  await new Grid(page).expectRowLoaded(0);
  await noteToken();
  expect(await orders.reuseCount()).toBe(0);

  const [cookie] = await context.cookies(`${servedConsole.origin}/papi/token`);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/papi/token' });
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(4.9 * DAY_S);
  expect(await page.evaluate(() => document.cookie)).toBe('');

  const heap = await heapOf(page);
  const places = { responses: responses.join('\n'), kept: await everythingIn(page), heap };
  // The sign-in and each renewal gave one token. The search is able to find tokens, because it finds access tokens.
  expect(tokens.size).toBe(3);
  expect(membersIn([places.responses], 'access_token').some((token) => heap.includes(token))).toBe(true);
  for (const [place, text] of Object.entries(places)) {
    for (const token of tokens)
      expect({ place, hasToken: text.includes(token) }).toEqual({ place, hasToken: false });
    expect({ place, isNamed: /"refresh_token":/.test(text) }).toEqual({ place, isNamed: false });
  }

  await signOut(page);
  await expect.poll(() => keptToken(context, servedConsole, binding)).toBeUndefined();
});

test.describe('behind a server with TLS, below a path', () => {
  test.use({ ignoreHTTPSErrors: true });

  test('the session is renewed as anywhere @custody-only', async ({ page, context, problems }) => {
    problems.allowResponse(401, /\/papi\/api\//);
    const basePath = '/tools/prices/';
    const directory = mkdtempSync(path.join(tmpdir(), 'custody-'));
    cpSync(builtDirectories.production, directory, { recursive: true });
    placePage(directory, basePath, '/');
    const proxy = await startProxy(basePath);
    const address = new URL(basePath, proxy.origin);
    const served = await serveConsole('custody', { directory, address });
    proxy.handOnTo(served.origin);
    const control = await ServiceControl.connect(served.serviceAddress ?? '');

    await page.goto(address.href);
    await submitCredentials(page, MANAGER.userName, MANAGER.password);
    await expect(page.getByRole('heading', { name: 'Price columns' })).toBeVisible();
    const [cookie] = await context.cookies(new URL('papi/token', address).href);
    expect(cookie).toMatchObject({
      name: '__Secure-colonnade-session',
      path: '/tools/prices/papi/token',
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
      expires: -1,
    });
    // A request after the next line would cause another renewal, so the page must have loaded everything.
    await expect(page.getByRole('link', { name: 'Sales price', exact: true })).toBeVisible();
    await control.order({ do: 'expire-access-tokens' });
    await page.reload();
    await expect(page.getByRole('link', { name: 'Sales price', exact: true })).toBeVisible();
    expect(await renewals(control)).toBe(1);

    await page.goto('about:blank');
    await control.close();
    await served.close();
    await proxy.close();
    rmSync(directory, { recursive: true });
  });
});

test('the image keeps sign-ins, below a path and at /, and is not well when what keeps them does not answer @custody-only', async ({
  page,
  context,
  request,
  problems,
}) => {
  problems.allowResponse(401, /\/papi\/api\//);
  const basePath = '/tools/prices/';
  const deployed = await deployBehind('image-with-custody', basePath);
  if (typeof deployed === 'string') {
    process.stderr.write(`Not tried: ${deployed}\n`);
    test.skip(true, deployed);
    return;
  }
  const { origin, upstream } = deployed;
  const control = await ServiceControl.connect(upstream.serviceAddress);
  const responses = await recordResponses(context);
  await page.goto(origin + basePath);
  await submitCredentials(page, MANAGER.userName, MANAGER.password);
  await expect(page.getByRole('heading', { name: 'Price columns' })).toBeVisible();
  const [cookie] = await context.cookies(`${origin}${basePath}papi/token`);
  expect(cookie).toMatchObject({
    name: `colonnade-session-${new URL(origin).port}`,
    path: `${basePath}papi/token`,
    httpOnly: true,
    sameSite: 'Strict',
  });
  await expect(page.getByRole('link', { name: 'Sales price', exact: true })).toBeVisible();
  await control.order({ do: 'expire-access-tokens' });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sales price', exact: true })).toBeVisible();
  expect(await renewals(control)).toBe(1);
  expect(membersIn(responses, 'access_token')).toHaveLength(2);
  expect(membersIn(responses, 'session_binding')).toHaveLength(1);
  expect(membersIn(responses, 'refresh_token')).toEqual([]);
  await expectOwnTokens(context.request, origin, basePath);
  await signOut(page);
  await expect.poll(() => context.cookies(`${origin}${basePath}papi/token`)).toEqual([]);
  await page.goto('about:blank');

  const health = async (path: string, method = 'GET') => {
    const response = await request.fetch(origin + path, { method });
    return { status: response.status(), text: (await response.text()).trim(), headers: response.headers() };
  };
  try {
    const places = ['/healthz', `${basePath}healthz`];
    for (const place of places) expect(await health(place)).toMatchObject({ status: 200, text: 'ok' });
    // A stopped process behaves like a blocked event loop: connections are accepted, but get no response.
    deployed.signal('SIGSTOP');
    for (const place of places) {
      const { headers, ...said } = await health(place);
      expect(said).toEqual({ status: 503, text: '503 Service Unavailable' });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(await health(place, 'POST')).toMatchObject({ status: 405 });
    }
    // Files are still served.
    expect(await health(`${basePath}version.json`)).toMatchObject({ status: 200 });
    deployed.signal('SIGCONT');
    await expect.poll(async () => (await health('/healthz')).status).toBe(200);
    // Monitoring must not depend on the service, because kept copies open without it.
    await control.close();
    await deployed.upstream.close();
    expect(await health('/healthz')).toMatchObject({ status: 200, text: 'ok' });
  } finally {
    // The stopped process continues, because it would otherwise outlive the test.
    deployed.signal('SIGCONT');
    await deployed.close();
  }

  const atRoot = await deployBehind('image-with-custody', '/');
  if (typeof atRoot === 'string') throw new Error(atRoot);
  await expectOwnTokens(request, atRoot.origin, '/');
  await atRoot.close();
});

/** Expects that other origins are refused, and that no spelling of the path bypasses the server that keeps the tokens. */
async function expectOwnTokens(request: APIRequestContext, origin: string, basePath: string): Promise<void> {
  const refused = await request.post(`${origin}${basePath}papi/token`, {
    headers: { origin: 'https://evil.example' },
  });
  expect(refused.status()).toBe(403);
  const form = {
    grant_type: 'password',
    username: MANAGER.userName,
    password: MANAGER.password,
    client_id: 'colonnade',
  };
  for (const spelling of ['papi/token', 'papi/%74oken', 'papi//token', 'papi/TOKEN', 'PAPI/token']) {
    const answer = await request.post(`${origin}${basePath}${spelling}`, {
      headers: { origin, 'x-session-kept': 'true' },
      form,
    });
    const text = await answer.text();
    expect(text, spelling).toContain('session_binding');
    // Caddy and the program behind it both send these headers, but the response must have each only once.
    for (const [name, value] of Object.entries(OWN_RESPONSE_HEADERS)) {
      const said = answer.headersArray().filter((header) => header.name.toLowerCase() === name);
      expect(
        said.map((header) => header.value),
        `${spelling}: ${name}`,
      ).toEqual([value]);
    }
    expect(text, spelling).not.toContain('refresh_token');
  }
}

/** Returns the number of renewals at the service. */
async function renewals(control: ServiceControl): Promise<number> {
  const calls = await control.journal();
  return calls.filter(({ grant, status }) => grant === 'refresh_token' && status === 200).length;
}

/** Starts a server like a company's in front of `npm start`. It terminates TLS and removes the base path. */
async function startProxy(basePath: string) {
  const altNames = [{ type: 2 as const, value: 'localhost' }];
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  let target = '';
  const server = https.createServer(
    { key: certificate.private, cert: certificate.cert },
    (request, response) => {
      const onward = http.request(
        target + (request.url ?? '').replace(basePath, '/'),
        { method: request.method, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    },
  );
  await once(server.listen(0, 'localhost'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    handOnTo: (origin: string) => {
      target = origin;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
