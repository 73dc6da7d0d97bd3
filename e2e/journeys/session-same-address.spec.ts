import { randomBytes } from 'node:crypto';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import { serve } from '../../server/serve.mjs';
import { startServiceProcess } from '../../scripts/service-process.mjs';
import { ServiceControl } from '../support/service-control';
import { MANAGER } from '../support/session-steps';
import { submitCredentials } from '../support/sign-in';
import { expect, test } from '../support/test';

const directory = builtDirectories.production;

test('a kept session goes to no other service, and to no other installation, that the same address leads to later @service-only', async ({
  page,
  context,
  problems,
}) => {
  problems.allowResponse(421, /\/papi\//);
  problems.allowFailedRequest(/\/papi\//);
  const installationSecret = newSecret();
  const [first, second] = await Promise.all([startServiceProcess(['--tls']), startServiceProcess(['--tls'])]);
  let served = await serve({ directory, installationSecret, service: first.upstream });
  const { origin, port } = served;
  await page.goto(`${origin}/schema/item`);
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await submitCredentials(page, MANAGER.userName, MANAGER.password);
  await expect(page.getByRole('table', { name: 'Columns', exact: true })).toBeVisible();

  await served.close();
  served = await serve({ directory, port, installationSecret, service: second.upstream });
  const control = await ServiceControl.connect(second.address);
  // The open page names the other service, and sends it no request.
  await page.getByRole('link', { name: 'Price columns' }).click();
  await expect(page.getByText('This address now leads to another service')).toBeVisible();
  const next = await context.newPage();
  await next.goto(origin);
  await expect(next.getByText('This console now works with another service')).toBeVisible();
  await expect(next.getByText(`You were signed in to ${first.address}.`)).toContainText(second.address);
  expect((await control.journal()).map(({ status }) => status)).toEqual([]);

  await served.close();
  served = await serve({ directory, port, installationSecret, service: first.upstream });
  await next.goto(origin);
  await expect(next.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.close();

  await test.step('nor to another installation on the same port', async () => {
    await expect(next.getByText('A program on this computer')).toBeHidden();
    await next.getByRole('checkbox', { name: 'Keep me signed in' }).check();
    await submitCredentials(next, MANAGER.userName, MANAGER.password);
    await expect(next.getByRole('heading', { name: 'Price columns' })).toBeVisible();
    await next.reload();
    await expect(next.getByRole('heading', { name: 'Price columns' })).toBeVisible();
    await next.goto('about:blank');
    await served.close();
    // An installation without a secret cannot protect stored data from other programs, and says so.
    served = await serve({ directory, port, service: first.upstream });
    await next.goto(origin);
    await expect(next.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(next.getByText('A program on this computer')).toBeVisible();
  });
  await next.close();
  await control.close();
  await Promise.all([served, first, second].map((server) => server.close()));
});

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
