import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import { serve } from '../../server/serve.mjs';
import { expect, test } from '../support/test';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('what nothing handles is reported where the configuration says, and copied on request, without values', async ({
  page,
  signIn,
  problems,
}) => {
  const collector = await startCollector();
  // The policy of this page is the narrowest one: the page may reach the collector only because the configuration names it.
  const config = { demo: true, serviceAddressFixed: true, reportTo: `${collector.origin}/console` };
  const served = await serve({ directory: builtDirectories.demo, config });
  await signIn({ at: `${served.origin}/schema/item?search=99.95` });
  await expect(page.getByRole('heading', { name: 'Item table' })).toBeVisible();

  problems.allowPageError(/99\.95/);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('Bolt M8 costs 99.95');
    });
  });
  await expect.poll(collector.kinds).toEqual(['fault']);

  problems.allowConsole(/Content Security Policy/);
  await page.evaluate(async () => fetch('https://prices.example.com/99.95').catch(() => undefined));
  await expect.poll(collector.kinds).toEqual(['fault', 'policy']);

  problems.allowFailedRequest(/\/assets\/about-dialog/);
  await page.route('**/assets/about-dialog-*.js', (route) => route.abort());
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'About' }).click();
  const failure = page.getByRole('group', { name: 'This part could not be loaded' });
  await failure.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(failure).toContainText('Diagnostics copied.');
  await expect.poll(collector.kinds).toEqual(['fault', 'policy', 'file']);

  const [fault] = collector.reports;
  expect(fault).toMatchObject({
    format: 'colonnade-error-report',
    text: expect.stringMatching(/^RangeError/),
    build: { id: expect.any(String) },
    screen: { path: '/schema/item', parameters: ['search'] },
    events: expect.arrayContaining([expect.objectContaining({ kind: 'request' })]),
  });
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/ policy: refused by connect-src$/m);
  expect(copied).toMatch(/ file: about-dialog-[\w-]+\.js was not loaded$/m);
  expect(copied).toMatch(
    / request: GET \/…\/api\/tables\/item: 200 after \d+ ms, request \w+, trace [0-9a-f]{32}$/m,
  );
  expect(copied + JSON.stringify(collector.reports)).not.toMatch(/99\.95|Bolt|prices\.example|manager/);
  await served.close();
  await collector.close();
});

/** Starts a server that receives error reports on another origin, including preflight requests. */
async function startCollector() {
  const reports: { readonly kind: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      if (request.method === 'POST') reports.push(JSON.parse(body));
      response.writeHead(204, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'content-type',
      });
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    reports,
    kinds: () => reports.map(({ kind }) => kind),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
