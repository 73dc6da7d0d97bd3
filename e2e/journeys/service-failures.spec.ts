import { createServer, type AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { ControlOrder } from '@mocks/service/control-endpoint';
import { expectAccessibleInBothSchemes } from '../support/axe';
import { Grid } from '../support/grid';
import { submitCredentials } from '../support/sign-in';
import { expect, test } from '../support/test';

type FaultRule = Extract<ControlOrder, { do: 'add-fault' }>['rule'];
type Fault = FaultRule['fault'];

const SALES = '/prices/SalesPrice';

test('a service that is not there is named by its host', async ({ page, problems }) => {
  const address = `https://localhost:${await closedPort()}/papi`;
  problems.allowFailedRequest(/\/papi\/token /);
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'Service address' }).fill(address);
  await submitCredentials(page, 'manager', 'demo-manager');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The service cannot be reached');
  await expect(alert).toContainText(new URL(address).host);
  await expectAccessibleInBothSchemes(page);
});

test('a service that breaks is reported, and Try again goes on @service-only', async ({
  page,
  signIn,
  serviceControl,
  problems,
}) => {
  problems.allowResponse(500, /\/papi\//);
  await signIn();
  const fault: Fault = { kind: 'status', status: 500, messages: ['Disk full'] };
  const alert = page.getByRole('alert');

  await serviceControl.order({ do: 'add-fault', rule: { on: 'prices', fault } });
  await page.reload();
  await expect(alert).toContainText('The service failed');
  await expect(alert).toContainText('Disk full');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Sales price', exact: true }).click();
  await expectFirstRows(page);

  await serviceControl.order({ do: 'add-fault', rule: { on: 'extraction', fault } });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(alert).toContainText('Disk full');
  await page.getByRole('button', { name: 'Try again' }).click();
  await new Grid(page).expectRowLoaded(0);
  await expect(alert).toBeHidden();

  await serviceControl.order({ do: 'add-fault', rule: { on: 'item-table', fault } });
  const refused = page.waitForResponse((response) => response.status() === 500);
  await page.getByRole('link', { name: 'Item schema' }).click();
  await expect(alert).toContainText('Disk full');
  await test.step('and names the request as the servers on its way have seen it', async () => {
    const { traceparent } = await refused.then((response) => response.request().allHeaders());
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    await expect(alert).toContainText(`Trace ID: ${traceparent?.slice(3, 35)}`);
  });
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Columns' })).toBeVisible();
});

test('empty lists, pages of a proxy and refusals each have words of their own @service-only', async ({
  page,
  signIn,
  serviceControl,
  problems,
}) => {
  problems.allowResponse(403, /\/papi\/api\//);
  await signIn();
  const add = (on: FaultRule['on'], fault: Fault) =>
    serviceControl.order({ do: 'add-fault', rule: { on, fault } });

  await add('prices', { kind: 'data', data: [] });
  await page.goto('/prices');
  await expect(page.getByRole('heading', { name: 'No price columns are configured' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await add('item-table', { kind: 'data', data: [] });
  await page.goto('/schema/item');
  await expect(page.getByRole('heading', { name: 'The item table has no columns' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await add('item-table', { kind: 'html' });
  await page.goto('/schema/item');
  await expect(page.getByRole('heading', { name: 'The answer cannot be read' })).toBeVisible();

  await add('item-table', { kind: 'not-succeeded', errors: [{ code: 42 }, 'Locked for maintenance'] });
  await page.goto('/schema/item');
  await expect(page.getByRole('alert')).toContainText('Locked for maintenance');
  await expect(page.getByRole('alert')).toContainText('42');
  await expect(page.getByRole('alert')).not.toContainText('[object');

  await add('prices', { kind: 'status', status: 403 });
  await page.goto(SALES);
  await expect(page.getByRole('heading', { name: 'No access to price extraction' })).toBeVisible();
});

test('an overloaded service is waited for, as long as it asks @service-only', async ({
  page,
  signIn,
  serviceControl,
  problems,
}) => {
  problems.allowResponse(429, /\/papi\/api\//);
  await signIn({ at: SALES });
  await expectFirstRows(page);
  await serviceControl.order({ do: 'clear-journal' });
  const fault: Fault = { kind: 'status', status: 429, retryAfterS: 1 };
  await serviceControl.order({ do: 'add-fault', rule: { on: 'extraction', fault } });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  const statuses = (await serviceControl.journal())
    .filter(({ endpoint }) => endpoint === 'extraction')
    .map(({ status }) => status);
  expect(statuses.slice(0, 2)).toEqual([429, 200]);

  const forWeeks: Fault = { kind: 'status', status: 429, retryAfterS: 2_147_484 };
  await serviceControl.order({ do: 'add-fault', rule: { on: 'item-table', fault: forWeeks } });
  await page.getByRole('link', { name: 'Item schema' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(/The service asks to wait until .+\. You can try sooner\./);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Columns' })).toBeVisible();
});

test('a run without a network says so, and goes on once there is one @service-only', async ({
  page,
  context,
  signIn,
  problems,
}) => {
  problems.allowFailedRequest(/\/papi\//);
  await signIn({ at: SALES });
  await expectFirstRows(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await context.setOffline(false);
  await new Grid(page).expectRowLoaded(0);
});

/** Waits for the look at the first rows, which would meet a fault in place of the run. */
async function expectFirstRows(page: Page): Promise<void> {
  await expect(page.getByRole('table', { name: 'First rows' })).toBeVisible();
}

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
