import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { browserLaunchOptions } from '../../scripts/browser-launch-options.mjs';
import { findSystemBrowser } from '../../scripts/find-browser.mjs';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { signInOn } from '../support/sign-in';
import { expect, test } from '../support/test';

test('a page that comes back from the cache for Back goes on as if nobody had left', async ({
  playwright,
  servedConsole,
  problems,
}) => {
  // Headless Chromium has no back/forward cache, so this test needs a Chromium with windows.
  const executablePath = findSystemBrowser({ hasWindows: true });
  test.skip(executablePath === undefined, 'There is no Chromium that has a cache for Back.');
  const elsewhere = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">');
  });
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  // Playwright turns the back/forward cache off, but the browsers of users have it.
  const browser = await playwright.chromium.launch({
    ...browserLaunchOptions(),
    ...(executablePath !== undefined && { executablePath }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const context = await browser.newContext({ baseURL: servedConsole.origin, locale: 'en-GB' });
    problems.watch(context);
    const page = await context.newPage();
    await signInOn(page, servedConsole.servedWith);
    await page.getByRole('link', { name: 'Sales price', exact: true }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const grid = new Grid(page);
    await grid.expectRowLoaded(0);
    await new QueryForm(page).addFilter('PriceList', 'is empty', null);
    const address = page.url();

    /** Leaves the page and comes back. Resolves to whether the browser has kept the page instead of loading it again. */
    const comesBack = async () => {
      await grid.expectRowLoaded(0);
      await page.evaluate(() => {
        const { dataset } = document.documentElement;
        dataset['left'] = '';
        window.addEventListener('pageshow', ({ persisted }) => {
          dataset['persisted'] = String(persisted);
        });
      });
      await page.goto(`http://localhost:${port}/`);
      await expect(page).toHaveTitle('Elsewhere');
      await page.evaluate(() => {
        history.back();
      });
      await expect(page).toHaveURL(address);
      const root = page.locator('html');
      await expect(root.and(page.locator('[data-persisted], :not([data-left])'))).toBeVisible();
      return (await root.getAttribute('data-persisted')) === 'true';
    };
    // A browser that is short of time or memory may discard a page that it could keep, so this is repeated.
    await expect.poll(comesBack, { timeout: 120_000 }).toBe(true);

    // The unfinished query is kept, further rows are loaded, and a run gets its snapshot.
    await expect(page.getByRole('group', { name: 'Filter 1' })).toBeVisible();
    await grid.goToRow(499_999);
    await grid.expectRowLoaded(499_999);
    await page.getByRole('button', { name: 'Remove filter 1' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page).not.toHaveURL(address);
    await grid.expectRowLoaded(0);
  } finally {
    await browser.close();
    elsewhere.close();
  }
});
