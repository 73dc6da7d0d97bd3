import type { Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../server/content-security-policy.mjs';
import { expectNoAxeViolations } from './axe';
import type { PageProblems } from './page-problems';
import { expect, test } from './test';

// These tests check that `PageProblems`, which guards all other tests, misses no kind of problem. The page has the product's policy.

test.beforeEach(async ({ page }) => {
  await page.route('/blank', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': contentSecurityPolicy({ asHeader: true }) },
      body: '<!doctype html><html lang="en"><title>Blank</title><main><h1>Blank</h1></main></html>',
    }),
  );
  await page.goto('/blank');
});

const warn = (page: Page) =>
  // eslint-disable-next-line no-console -- this code runs in the page
  page.evaluate(() => console.warn('planted'));

const PLANTED: {
  what: string;
  plant: (page: Page) => Promise<unknown>;
  expected: RegExp;
  allow: (problems: PageProblems) => void;
}[] = [
  {
    what: 'a console warning',
    plant: warn,
    expected: /^console: planted /,
    allow: (problems) => problems.allowConsole(/planted/),
  },
  {
    what: 'an uncaught error',
    plant: (page) =>
      page.evaluate(() => {
        setTimeout(() => {
          throw new Error('planted');
        });
      }),
    expected: /^page error: Error: planted/,
    allow: (problems) => problems.allowPageError(/planted/),
  },
  {
    what: 'a response that is an error',
    plant: (page) => page.evaluate(async () => (await fetch('/assets/planted.js')).status),
    expected: /^response: 404 .*planted/,
    allow: (problems) => problems.allowResponse(404, /planted/),
  },
  {
    what: 'a request that fails',
    plant: async (page) => {
      await page.context().setOffline(true);
      await page.evaluate(() => fetch('/planted').catch(() => undefined));
      await page.context().setOffline(false);
    },
    expected: /^failed request: .*planted/,
    allow: (problems) => problems.allowFailedRequest(/planted/),
  },
  {
    what: 'an inline style sheet',
    plant: (page) =>
      page.evaluate(() => {
        const style = document.createElement('style');
        style.append('p { color: red }');
        document.head.append(style);
      }),
    expected: /^console: .*Content Security Policy/,
    allow: (problems) => problems.allowConsole(/inline style/),
  },
  {
    what: 'text put in as HTML',
    plant: (page) =>
      page.evaluate(() => {
        try {
          document.createElement('p').innerHTML = '<b>planted</b>';
        } catch {
          // The error is caught here, because a page could catch it, too.
        }
      }),
    expected: /^console: .*TrustedHTML/,
    allow: (problems) => problems.allowConsole(/TrustedHTML/),
  },
];

test('whatever a page reports is a problem until it is allowed', async ({ page, problems }) => {
  for (const { what, plant, expected, allow } of PLANTED) {
    await test.step(what, async () => {
      await plant(page);
      await expect.poll(() => problems.unexpected()).toEqual([expect.stringMatching(expected)]);
      allow(problems);
      expect(problems.unexpected()).toEqual([]);
    });
  }
});

test('a test with a problem fails', async ({ page }) => {
  test.fail();
  await warn(page);
});

test('an accessibility violation is found', async ({ page }) => {
  await expectNoAxeViolations(page);
  await page.evaluate(() => document.documentElement.removeAttribute('lang'));
  await expect(expectNoAxeViolations(page)).rejects.toThrow('html-has-lang');
});
