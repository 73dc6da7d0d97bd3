import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/axe';
import { expect, test } from '../support/test';

/** Calls `work` with a server on a separate port, and stops the server afterwards. */
async function withServer(server: Server, work: (host: string) => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  try {
    const { port } = server.address() as AddressInfo;
    await work(`127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function checkConnection(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Service address' }).fill(address);
  await page.getByRole('button', { name: 'Check connection' }).click();
}

const ALLOWED = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, client_id, content-type',
};

const FINDINGS: readonly { name: string; respond: RequestListener; title: string }[] = [
  {
    name: 'no leave for the origin',
    respond: (_, response) => response.end('{}'),
    title: 'does not allow requests from this page',
  },
  {
    name: 'no leave for the headers',
    respond: (_, response) => response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('{}'),
    title: 'does not allow the headers of this page',
  },
  {
    name: 'another kind of service',
    respond: (request, response) =>
      response.writeHead(request.method === 'OPTIONS' ? 204 : 404, ALLOWED).end('<html>Not here</html>'),
    title: 'This is not a pricing data service',
  },
  {
    name: 'a gateway',
    respond: (request, response) =>
      response.writeHead(request.method === 'OPTIONS' ? 204 : 502, ALLOWED).end('<html>Bad gateway</html>'),
    title: 'the service behind it does not',
  },
  {
    name: 'a redirect',
    respond: (request, response) =>
      response
        .writeHead(request.method === 'OPTIONS' ? 204 : 302, { ...ALLOWED, Location: 'https://sso.example' })
        .end(),
    title: 'The address leads somewhere else',
  },
];

test('the connection check reports what it found, and what cannot be distinguished, without a secret', async ({
  page,
  context,
  problems,
}) => {
  problems.allowConsole(/CORS policy/);
  problems.allowFailedRequest(/\/papi\//);
  problems.allowResponse(404, /\/papi\//);
  problems.allowResponse(502, /\/papi\//);
  for (const { name, respond, title } of FINDINGS) {
    await test.step(name, async () => {
      await page.goto('/sign-in');
      await withServer(createHttpServer(respond), async (host) => {
        await checkConnection(page, `http://${host}/papi`);
        await expect(page.getByRole('region', { name: 'Connection check' })).toContainText(title);
      });
    });
  }

  await test.step('what cannot be distinguished, with a block to copy', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    await page.goto('/sign-in');
    await page.getByRole('textbox', { name: 'User name' }).fill('some-name');
    await page.getByLabel('Password', { exact: true }).fill('some-password');
    await withServer(createHttpsServer({ key, cert }), async (host) => {
      await checkConnection(page, `${host}/papi/token?user=x`);
      const check = page.getByRole('region', { name: 'Connection check' });
      await expect(check).toContainText(`Nothing answers at ${host}`);
      await expect(check).toContainText('does not trust its certificate');
      await expect(check.getByRole('link')).toHaveAttribute('href', `https://${host}`);
      await expect(page.getByText('Corrected: https:// added')).toBeVisible();
      await check.getByText('Technical details').click();
      await expectNoAxeViolations(page);
      await check.getByRole('button', { name: 'Copy' }).click();
      await expect(check.getByRole('button', { name: 'Copied' })).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain(`Service address: https://${host}/papi\n`);
      expect(copied).toContain('Finding: no-answer');
      expect(copied).not.toMatch(/some-name|some-password|user=x/);
      await check.getByRole('button', { name: 'Close' }).click();
      await expect(check).toBeHidden();
    });
  });
});
