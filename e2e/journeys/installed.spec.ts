import type { Page } from '@playwright/test';
import { expectAccessibleInLongRun } from '../support/axe';
import { copyRow, keepCopy, openSnapshots } from '../support/kept-copies';
import { openSnapshot } from '../support/exports';
import { Grid } from '../support/grid';
import { serveConsole } from '../support/served-console';
import { MANAGER } from '../support/session-steps';
import { expect, test } from '../support/test';

test.use({ serviceWorkers: 'allow' });

const ROW = 'PROMO-5000';
/** Matches every request. Without a network each one fails, even if the service worker then answers it. */
const ANY = /^http:\/\/localhost:/;

test('installed, the console starts without a network, opens kept copies, and goes on with it @service-only @promise', async ({
  page,
  context,
  problems,
}) => {
  // This test has no installation secret. The last test has a secret that only the server knows.
  const served = await serveConsole('service', { hasSecret: false });
  problems.allowFailedRequest(ANY);
  try {
    const sent: string[] = [];
    context.on('request', (request) => {
      sent.push(request.headers()['authorization'] ?? '');
      if (/\/papi\/.*token/i.test(request.url())) sent.push(request.postData() ?? '');
    });
    await signInAndKeep(page, served.origin);
    await page.reload();
    await expect(page.getByText('even after the browser was closed')).toBeVisible();
    // The tokens are those of the renewal after the reload, and of requests before and after it.
    const tokens = new Set(sent.join(' ').match(/[\w.-]{30,}/g));
    expect(tokens.size).toBeGreaterThan(1);
    await expectNothingInCaches(page, [ROW, MANAGER.password, ...tokens]);

    await context.setOffline(true);
    await page.close();
    const cold = await context.newPage();
    await test.step('a cold start says Offline, and what needs the service says so', async () => {
      await cold.goto(served.origin);
      await expect(cold.getByText('Offline', { exact: true })).toBeVisible();
      await expect(cold.getByRole('main')).toContainText('You are offline');
    });
    const goOn = cold.getByRole('region', { name: 'Go on' });
    await test.step('Go on opens a kept copy; what needs the service is not there yet', async () => {
      await expectAccessibleInLongRun(cold);
      await expect(goOn.getByRole('link', { name: /^Recent run: / })).toHaveCount(0);
      await goOn.getByRole('link', { name: /^Kept copy: .*For the train/ }).click();
      await new Grid(cold).expectRowLoaded(0);
      await expect(new Grid(cold).row(0)).toContainText(ROW);
    });
    await test.step('a kept copy opens with its views', async () => {
      await cold.reload();
      await new Grid(cold).expectRowLoaded(0);
      await cold.getByRole('tab', { name: 'Columns' }).click();
      await expect(cold.getByRole('table', { name: 'Column profile' })).toBeVisible();
      await cold.getByRole('tab', { name: 'Pivot' }).click();
      await expect(cold.getByRole('table', { name: 'Pivot' })).toBeVisible();
    });
    await test.step('with the network it goes on by itself', async () => {
      await cold.getByRole('link', { name: 'Price columns' }).click();
      await expect(cold.getByRole('main')).toContainText('You are offline');
      await context.setOffline(false);
      await expect(cold.getByRole('link', { name: 'Sales price', exact: true })).toBeVisible();
      await expect(cold.getByText('Offline', { exact: true })).toBeHidden();
    });
    await test.step('a recent run says what it waits for, runs by itself, and takes a new snapshot', async () => {
      await expect(goOn.getByRole('link', { name: /^Kept copy: .*For the train/ })).toBeVisible();
      await context.setOffline(true);
      await goOn.getByRole('link', { name: /^Recent run: Promotion price/ }).click();
      await expect(cold.getByRole('main')).toContainText('You are offline');
      await context.setOffline(false);
      await new Grid(cold).expectRowLoaded(0);
      expect(cold.url()).not.toContain('copy');
      await cold.getByRole('link', { name: 'Price columns' }).click();
    });
  } finally {
    await served.close();
  }
});

test('what is kept of the console is replaced once it is changed, and forgotten where it is not wanted @service-only', async ({
  page,
  context,
  problems,
}) => {
  const config: Record<string, unknown> = {};
  const served = await serveConsole('service', { hasSecret: false, config });
  problems.allowFailedRequest(ANY);
  try {
    await signInAndKeep(page, served.origin);
    await test.step('a kept page that has become another is not opened, and is replaced with the network', async () => {
      await changeKeptPage(page);
      await context.setOffline(true);
      await expect(page.goto(served.origin)).rejects.toThrow('ERR_FAILED');
      await context.setOffline(false);
      await page.goto(served.origin);
      await expect(page.getByRole('link', { name: 'Sales price', exact: true })).toBeVisible();
      await expect
        .poll(async () => (await cachesOf(page)).some(({ content }) => content.includes(CHANGED)))
        .toBe(false);
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByText('Offline', { exact: true })).toBeVisible();
      await context.setOffline(false);
      // The next reload could cut off the renewal of the session, so this waits for the renewal's end.
      await expect(page.getByRole('link', { name: 'Sales price', exact: true })).toBeVisible();
    });
    await test.step('an installation that does not want it has it forgotten', async () => {
      config['offline'] = false;
      await page.reload();
      await expect(page.getByRole('link', { name: 'Sales price', exact: true })).toBeVisible();
      await expect
        .poll(async () => (await cachesOf(page)).map(({ name }) => name))
        .toEqual(['colonnade-engine']);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
        0,
      );
    });
  } finally {
    await served.close();
  }
});

test('where the server has a secret, the console waits for it, and keeps none of it @service-only', async ({
  page,
  context,
  problems,
  servedConsole,
}) => {
  problems.allowFailedRequest(ANY);
  await signInAndKeep(page, servedConsole.origin);
  const { installationSecret } = await page.evaluate(async (): Promise<{ installationSecret: string }> =>
    (await fetch('/config.json')).json(),
  );
  expect(installationSecret).toHaveLength(43);
  await expectNothingInCaches(page, [ROW, installationSecret]);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Offline', level: 1 })).toBeVisible();
  await context.setOffline(false);
  await openSnapshots(page);
  await expect(copyRow(page, 'For the train')).toBeVisible();
});

/** Signs in for several days, keeps a copy, and waits until the console can open the copy without a network. */
async function signInAndKeep(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await page.getByRole('textbox', { name: 'User name' }).fill(MANAGER.userName);
  await page.getByLabel('Password', { exact: true }).fill(MANAGER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await openSnapshot(page, 'Promotion price');
  await keepCopy(page, 'For the train');
  await openSnapshots(page);
  await expect(page.getByText(/^They also open without the network/)).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated');
}

const CHANGED = 'Changed by somebody';

/** Changes the page in Cache Storage, as a script of the page could. */
async function changeKeptPage(page: Page): Promise<void> {
  await page.evaluate(async (changed) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!new URL(request.url).pathname.endsWith('/index.html')) continue;
        const text = (await (await cache.match(request))?.text()) ?? '';
        await cache.put(request, new Response(text.replace('</head>', `<!-- ${changed} --></head>`)));
      }
    }
  }, CHANGED);
}

async function expectNothingInCaches(page: Page, texts: readonly string[]): Promise<void> {
  const found = await cachesOf(page);
  expect(found.map(({ name }) => name.replace(/-http.*/, ''))).toContain('colonnade-program');
  const addresses = found.flatMap((cache) => cache.addresses);
  expect(addresses).not.toContainEqual(expect.stringMatching(/\/papi\//));
  for (const text of texts) expect(found.filter(({ content }) => content.includes(text))).toEqual([]);
}

/** Returns everything in Cache Storage except WebAssembly. */
async function cachesOf(page: Page): Promise<{ name: string; addresses: string[]; content: string }[]> {
  return page.evaluate(async () => {
    const read = async (name: string) => {
      const cache = await caches.open(name);
      const requests = await cache.keys();
      const texts = requests
        .filter(({ url }) => !url.endsWith('.wasm'))
        .map(async (request) => (await cache.match(request))?.text() ?? '');
      return {
        name,
        addresses: requests.map(({ url }) => url),
        content: (await Promise.all(texts)).join('\n'),
      };
    };
    return Promise.all((await caches.keys()).map(read));
  });
}
