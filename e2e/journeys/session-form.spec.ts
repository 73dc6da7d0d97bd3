import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../support/axe';
import { submitCredentials } from '../support/sign-in';
import { expect, test } from '../support/test';

/** Runs the work with a server on a port of its own, and ends it afterwards. */
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

test.describe('the connection check', () => {
  test('reports what it found', async ({ page, problems }) => {
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
  });

  test('names what cannot be distinguished, with a block to copy that contains no secret', async ({
    page,
    context,
    problems,
  }) => {
    problems.allowFailedRequest(/\/papi\//);
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

  test('finds the service @service-only', async ({ page, problems }) => {
    // What a stranger gets is the proof.
    problems.allowResponse(401, /\/papi\/api\//);
    problems.allowResponse(400, /\/papi\/token$/);
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Check connection' }).click();
    await expect(page.getByText('The connection works')).toBeVisible();
  });
});

test('plain http to this computer is refused by names that the page may not use', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'Service address' }).fill('http://[::1]:8780/papi');
  await submitCredentials(page, 'manager', 'demo-manager');
  await expect(page.getByRole('alert')).toContainText('localhost or 127.0.0.1');
  await expect(page.getByRole('textbox', { name: 'Service address' })).toBeFocused();
  // Nothing was sent, so the password need not be typed again.
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('demo-manager');
});

test('a throttled sign-in counts down and can then be tried again @service-only', async ({
  page,
  serviceControl,
  problems,
}) => {
  problems.allowResponse(429, /\/papi\/token$/);
  await page.goto('/sign-in');
  await serviceControl.order({
    do: 'add-fault',
    rule: { on: 'token', fault: { kind: 'status', status: 429, retryAfterS: 3 } },
  });
  await submitCredentials(page, 'manager', 'demo-manager');
  await expect(page.getByRole('alert')).toContainText('Too many attempts');
  await expect(page.getByRole('timer')).toContainText(/You can try again in \d seconds?\./);
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(submit).toBeDisabled();
  await expectNoAxeViolations(page);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(submit).toBeEnabled();
  await submitCredentials(page, 'manager', 'demo-manager');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('a sign-in on its way can be cancelled @service-only', async ({ page, serviceControl }) => {
  await page.goto('/sign-in');
  await serviceControl.order({
    do: 'add-fault',
    rule: { on: 'token', fault: { kind: 'delay', delayMs: 120_000 } },
  });
  await submitCredentials(page, 'manager', 'demo-manager');
  await expect(page.getByRole('button', { name: 'Signing in' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect.poll(async () => (await serviceControl.journal()).at(-1)?.isAborted).toBe(true);
});
