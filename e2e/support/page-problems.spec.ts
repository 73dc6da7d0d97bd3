import { expectNoAxeViolations } from './axe';
import { test } from './test';

/** The net under all other tests has no holes: each of these must fail. */
test.describe('a test fails', () => {
  test.beforeEach(async ({ page }) => {
    test.fail();
    await page.goto('/');
  });

  test('on a console warning', async ({ page }) => {
    await page.evaluate('console.warn("planted")');
  });

  test('on an uncaught error', async ({ page }) => {
    await page.evaluate(
      'setTimeout(() => { throw new Error("planted"); }); new Promise(requestAnimationFrame)',
    );
  });

  test('on an answer that is an error', async ({ page }) => {
    await page.evaluate('fetch("/assets/planted.js")');
  });

  test('on a request that fails', async ({ page, context }) => {
    await context.setOffline(true);
    await page.evaluate('fetch("/planted").catch(() => undefined)');
  });

  test('on a breach of the Content-Security-Policy', async ({ page }) => {
    await page.evaluate(
      'document.head.append(document.createElement("style")), document.querySelector("style").append("a {}")',
    );
  });

  test('on a breach of Trusted Types', async ({ page }) => {
    await page.evaluate('try { document.body.innerHTML = "<p>planted</p>"; } catch {}');
  });

  test('on an accessibility violation', async ({ page }) => {
    await page.evaluate('document.documentElement.removeAttribute("lang")');
    await expectNoAxeViolations(page);
  });
});

test('what a test allows does not fail it', async ({ page, problems }) => {
  problems.allowConsole(/planted/);
  problems.allowResponse(404, /planted/);
  await page.goto('/');
  await page.evaluate('console.warn("planted"); fetch("/assets/planted.js")');
});
