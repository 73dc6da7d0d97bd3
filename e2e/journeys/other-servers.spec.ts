import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { contentSecurityPolicy } from '../../scripts/content-security-policy.mjs';
import { builtDirectories } from '../../scripts/project-paths.mjs';
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

    // A link into the console leads back to it after the sign-in.
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
    // The worker of the analysis, and its WebAssembly.
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
      cookie: 'other-program=secret',
      origin,
      referer: `${origin}/secret`,
      'sec-fetch-dest': 'empty',
      'sec-fetch-site': 'same-origin',
      'x-upstream-address': upstream.address,
    },
  });
  const headers = { ...passed.headers() };
  // Of the connection, and of the server itself.
  for (const name of ['connection', 'content-length', 'date', 'keep-alive', 'server', 'transfer-encoding'])
    delete headers[name];
  expect(headers).toEqual({ ...sandboxed, 'content-type': 'text/html', 'x-request-id': 'r-1' });
  const seen: Record<string, string> = await passed.json();
  expect(seen).toMatchObject({ authorization: 'Bearer t', host: new URL(upstream.address).host });
  for (const name of ['cookie', 'origin', 'referer', 'x-upstream-address'])
    expect(seen).not.toHaveProperty(name);
  expect(JSON.stringify(seen)).not.toContain('x-forwarded');

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
