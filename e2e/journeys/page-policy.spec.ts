import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { contentSecurityPolicy } from '../../server/content-security-policy.mjs';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import { serve } from '../../server/serve.mjs';
import { expectNoAxeViolations } from '../support/axe';
import { expect, test } from '../support/test';

test('the page carries its policy itself, keeps its secret from who opens the file, and reaches a fixed service alone', async ({
  page,
  request,
  problems,
}) => {
  problems.allowConsole(/TrustedTypePolicy|trusted-types|Content Security Policy/);
  const documentResponse = await request.get('/');
  expect(documentResponse.headers()['content-security-policy']).toBe(
    contentSecurityPolicy({ asHeader: true }),
  );
  await page.goto('/config.json');
  await expect(page.getByText('"demo": true')).toBeVisible();
  await expect(page.getByText('installationSecret')).toHaveCount(0);

  await page.goto('/');
  const signIn = page.getByRole('heading', { name: 'Sign in', exact: true });
  await expect(signIn).toBeVisible();
  await test.step('for hosts that send no headers', async () => {
    const metaPolicy = page.locator('head > meta[http-equiv="Content-Security-Policy"]');
    await expect(metaPolicy).toHaveAttribute('content', contentSecurityPolicy());
    // The policy is the first element, because a policy applies only to elements after it.
    const isFirst = await metaPolicy.evaluate((meta) => meta.parentElement?.firstElementChild === meta);
    expect(isFirst).toBe(true);
  });
  await test.step('no script can make a Trusted Types policy beside the one there is', async () => {
    const made = await page.evaluate(() =>
      ['default', 'dompurify', 'own'].map((name) => {
        try {
          window.trustedTypes?.createPolicy(name, { createHTML: (html) => html });
          return name;
        } catch {
          return null;
        }
      }),
    );
    expect(made).toEqual([null, null, null]);
  });
  const config: unknown = await page.evaluate(async () => (await fetch('/config.json')).json());
  expect(config).toMatchObject({ installationSecret: expect.any(String) });

  await test.step('where the installation fixes the service, the page reaches that one alone', async () => {
    const elsewhere = await startNeighbour();
    // The page is served as on a static host: config.json says where the service is, and the policy is the one in the build.
    const fixed = {
      demo: false,
      serviceAddress: 'https://prices.example.com/papi',
      serviceAddressFixed: true,
    };
    await page.route('/config.json', (route) => route.fulfill({ json: fixed }));
    await page.goto('/');
    await expect(signIn).toBeVisible();
    expect(await page.evaluate(isReached, `${elsewhere.origin}/page`)).toBe(false);
    expect(await page.evaluate(isReached, '/favicon.svg')).toBe(true);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });
});

test('every screen runs under it, and asks nothing of other origins @service @promise', async ({
  page,
  signIn,
  baseURL,
}) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));

  await signIn();
  await page.getByRole('link', { name: 'Item schema' }).click();
  await expect(page.getByRole('heading', { name: 'Item table' })).toBeVisible();
  await page.getByRole('link', { name: 'Price columns' }).click();
  await page.getByRole('table', { name: 'Price columns' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible();

  expect([...origins]).toEqual([baseURL]);
});

test('a worker reaches no other origin than the page, and what the service answers is data, never a page or a script', async ({
  page,
  problems,
}) => {
  problems.allowConsole(/Content Security Policy/);
  problems.allowResponse(403, /\/papi\//);
  problems.allowFailedRequest(/\/papi\/worker\.js /);
  const elsewhere = await startNeighbour();
  const service = await startNeighbour('<script>document.title = "Run"</script>');
  const served = await serve({
    directory: builtDirectories.production,
    service: { address: new URL(`${service.origin}/papi`) },
  });
  const opened = await page.goto(`${served.origin}/papi/page`);
  expect(opened?.status()).toBe(403);
  await expect(page).not.toHaveTitle('Run');
  await page.goto(served.origin);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  const isStarted = await page.evaluate(async () => {
    const worker = new Worker('/papi/worker.js');
    return new Promise((resolve) => {
      worker.addEventListener('message', () => resolve(true));
      worker.addEventListener('error', () => resolve(false));
    });
  });
  expect(isStarted).toBe(false);
  expect(service.requests).toEqual([]);
  expect(await page.evaluate(isReached, '/papi/data')).toBe(true);
  expect(service.requests).toEqual(['/papi/data']);

  const [script] = readdirSync(path.join(builtDirectories.production, 'assets')).filter((name) =>
    /^export-worker-.*\.js$/.test(name),
  );
  const [worker] = await Promise.all([
    page.waitForEvent('worker'),
    page.evaluate((address) => {
      // The reference from `window` keeps the worker from being garbage-collected.
      Object.assign(window, { worker: new Worker(address, { type: 'module' }) });
    }, `/assets/${script}`),
  ]);
  expect(await worker.evaluate(isReached, `${elsewhere.origin}/worker`)).toBe(false);
  expect(await worker.evaluate(isReached, '/favicon.svg')).toBe(true);
  expect(elsewhere.requests).toEqual([]);
  // Closing the server would cut off a font that is still loading.
  await page.evaluate(async () => void (await document.fonts.ready));
  await elsewhere.close();
  await service.close();
  await served.close();
});

test('inside another page it shows nothing but the way out, and in a browser that is too old what is needed', async ({
  page,
  context,
  baseURL,
}) => {
  // The routing simulates a host that sends no headers.
  await context.route(`${baseURL}/**`, async (route) => {
    // The request is repeated if the server has just closed an idle connection, as browsers do.
    const response = await route.fetch({ maxRetries: 3 });
    const headers = { ...response.headers() };
    delete headers['content-security-policy'];
    await route.fulfill({ response, headers });
  });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const neighbour = await startNeighbour(`<iframe src="${baseURL}/prices/SalesPrice?sort=Value"></iframe>`);
  await page.goto(neighbour.origin);

  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('main')).toHaveText(
    'To keep your password safe, Colonnade does not run inside another page. Open it in a tab of its own',
  );
  await expect(frame.getByRole('textbox')).toHaveCount(0);
  expect(asked).not.toContain('/config.json');

  const opening = page.waitForEvent('popup');
  await frame.getByRole('link', { name: 'Open it in a tab of its own' }).click();
  const own = await opening;
  await expect(own.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await own.evaluate(() => window.opener === null)).toBe(true);
  await neighbour.close();

  await test.step('in a browser that is too old nothing else is loaded', async () => {
    asked.length = 0;
    await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'));
    await page.goto(`${baseURL}/prices/SalesPrice`, { waitUntil: 'networkidle' });
    await expect(page.getByRole('main')).toHaveText(
      /^This browser is too old for Colonnade, which needs Chrome \d+, .* or newer\.$/,
    );
    await expect(page.locator('body > :not(script)')).toHaveCount(1);
    await expectNoAxeViolations(page);
    expect(asked).not.toContain('/config.json');
  });
});

/** Starts another program on this machine, which serves a page and lets every origin call it. */
async function startNeighbour(body = '') {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    response.end(`<!doctype html><title>Neighbour</title><link rel="icon" href="data:,">${body}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** This function runs in the page or in the worker. */
async function isReached(address: string): Promise<boolean> {
  return fetch(address).then(
    () => true,
    () => false,
  );
}
