import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import { serve } from '../../server/serve.mjs';
import { downloadsOf, openSnapshot, startExport } from '../support/exports';
import { expect, test } from '../support/test';

/** Starts the build's worker without the screens around it, and returns its response to a query. */
async function startEngine(page: Page, query: string): Promise<{ kind: string; answer: unknown }> {
  const assets = readdirSync(path.join(builtDirectories.demo, 'assets'));
  const script = assets.find((name) => /^analysis-worker-.*\.js$/.test(name));
  return page.evaluate(
    async ({ address, text }) => {
      const worker = new Worker(address, { type: 'module' });
      const answerOf = (message: { readonly id: number }) =>
        new Promise<{ kind: string; result?: { rows?: unknown }; trouble?: unknown }>((resolve, reject) => {
          // Before its first response, the worker reports that it has started. Only the response has the id of the request.
          worker.addEventListener('message', ({ data }) => {
            if (data.id === message.id) resolve(data);
          });
          worker.addEventListener('error', reject, { once: true });
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the rule is for windows; a worker has no origin
          worker.postMessage(message);
        });
      const request = {
        priceColumn: 'X',
        snapshot: { cacheKey: 'k', rowCount: 0 },
        columns: [],
        pageSize: 1,
      };
      const created = await answerOf({ id: 1, command: { kind: 'createTable', request } } as { id: number });
      if (created.kind !== 'done') return { kind: created.kind, answer: created.trouble };
      const { kind, result, trouble } = await answerOf({
        id: 2,
        command: { kind: 'query', query: { text }, maxRows: 10 },
      } as { id: number });
      worker.terminate();
      return { kind, answer: result?.rows ?? trouble };
    },
    { address: `/assets/${script}`, text: query },
  );
}

test('the engine runs under the policy, and everything of it comes from the own host', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  expect(asked.filter((address) => /duckdb|analysis/.test(address))).toEqual([]);
  expect(await startEngine(page, "SELECT sum(CAST('0.1' AS DECIMAL(38, 18))) FROM range(1000000)")).toEqual({
    kind: 'done',
    answer: [['100000.000000000000000000']],
  });
  // The engine requests nothing for an extension that it lacks.
  expect(
    await startEngine(page, "SELECT * FROM read_parquet('https://elsewhere.example/a.parquet')"),
  ).toMatchObject({
    kind: 'failed',
    answer: { failure: { kind: 'query-failed' } },
  });
  expect(asked.filter((address) => address.endsWith('.wasm'))).not.toEqual([]);
  expect(asked.filter((address) => new URL(address).origin !== new URL(baseURL ?? '').origin)).toEqual([]);
  // A page with the analysis may compile WebAssembly. The page of an installation without the analysis may not.
  expect(await page.evaluate(isCompiled)).toBe(true);
});

test('an installation without the analysis compiles no WebAssembly, and its exports are digested without', async ({
  page,
  problems,
}) => {
  // The worker records its own violations of the policy, because the browser reports them only to the worker, not to the page.
  await page.route(/\/export-worker-[^/]*\.js$/, async (route) => {
    // The request is repeated if the server has just closed an idle connection, as browsers do.
    const response = await route.fetch({ maxRetries: 3 });
    const told =
      "self.addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective));";
    await route.fulfill({ response, body: `${told}\n${await response.text()}` });
  });
  const served = await serve({ directory: builtDirectories.demo, config: { analysis: false } });
  await page.goto(served.origin);
  await page.getByRole('button', { name: 'Pricing manager' }).click();
  await openSnapshot(page, 'Promotion price');
  const downloads = downloadsOf(page);
  await startExport(page);
  await expect(page.getByText('All 240 rows written')).toBeVisible();
  await expect.poll(() => downloads.length).toBe(2);

  // So far, nothing has violated the policy.
  expect(problems.unexpected()).toEqual([]);
  problems.allowConsole(/Content Security Policy/);
  expect(await startEngine(page, 'SELECT 1')).toMatchObject({
    kind: 'failed',
    answer: { failure: { kind: 'unsupported' } },
  });
  // The policy in the page itself has the same effect, even if its host sends no headers.
  expect(await page.evaluate(isCompiled)).toBe(false);
  await served.close();
});

/** Whether the page may compile a module of WebAssembly, here an empty one. */
async function isCompiled(): Promise<boolean> {
  return WebAssembly.compile(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])).then(
    () => true,
    () => false,
  );
}
