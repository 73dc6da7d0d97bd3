import type { Page } from '@playwright/test';
import { Grid } from '../support/grid';
import type { ServiceControl } from '../support/service-control';
import { signOut } from '../support/session-steps';
import { expect, test } from '../support/test';

// The views of a snapshot read its rows into this browser, say how many they have read, and release them.

/** The rows are few enough for a slow machine, but fill more pages than are requested at the same time. */
const ROWS = 90_000;
const ALL_ROWS = 'All 90,000 rows of the snapshot';
/** The query has few fields, because only the pages matter here. Other tests check the values. */
const FEW_FIELDS = '/prices/SalesPrice?v=1&fields=EntryNo,Value,ValidFrom';

const coverage = (page: Page) => page.getByRole('status', { name: 'Coverage' });
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'View of the snapshot' }).getByRole('tab', { name, exact: true });

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
}

async function runManyRows(
  page: Page,
  control: ServiceControl,
  signIn: (at: { at: string }) => Promise<void>,
) {
  await control.order({ do: 'change-settings', settings: { rowCount: ROWS } });
  await signIn({ at: FEW_FIELDS });
  await run(page);
}

/** Returns the running workers of the engine. */
const engines = (page: Page) => page.workers().filter((worker) => worker.url().includes('analysis-worker'));

test('each tab reads for itself, and the rows go with the tab, the snapshot, the workbench and the session @service-only', async ({
  page,
  context,
  signIn,
  serviceControl,
}) => {
  let engineLoads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('.wasm')) engineLoads += 1;
  });
  await runManyRows(page, serviceControl, signIn);
  expect(engines(page)).toHaveLength(0);
  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText(ALL_ROWS);
  expect(engines(page)).toHaveLength(1);

  await test.step('the engine of another tab ends with it, and not this one', async () => {
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(coverage(other)).toHaveText(ALL_ROWS);
    expect([engines(page).length, engines(other).length]).toEqual([1, 1]);
    await other.close();
    await page.getByRole('button', { name: 'Profile of Value', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Quantiles' })).toBeVisible();
  });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Price columns' }).click();
  await expect(page.getByRole('heading', { name: 'Price columns', exact: true })).toBeVisible();
  await expect.poll(() => engines(page).length).toBe(0);

  await page.goBack();
  await expect(coverage(page)).toHaveText(ALL_ROWS);
  await tab(page, 'Rows').click();
  expect(engines(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'Refresh snapshot' }).click();
  await expect.poll(() => engines(page).length).toBe(0);

  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText(ALL_ROWS);
  // Engines that start later reuse the module that the first one has loaded.
  expect(engineLoads).toBe(1);
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(() => engines(page).length).toBe(0);
});
