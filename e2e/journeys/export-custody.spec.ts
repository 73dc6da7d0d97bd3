import type { BrowserContext, Page } from '@playwright/test';
import { rowAt } from '@mocks/data/price-sources';
import { openSnapshot, stagedContents, startExport } from '../support/exports';
import { HELD_BACK, LEAST_ROWS_OF_READING } from '../support/service-control';
import { MANAGER, signOut } from '../support/session-steps';
import { submitCredentials } from '../support/sign-in';
import { expect, test } from '../support/test';

/** Names and values that the export contains. */
const KNOWN = [
  'SalesPrice',
  'Sales price',
  'EntryNo',
  'totalRecords',
  'cacheKey',
  MANAGER.userName,
  String(rowAt('SalesPrice', 0)['ItemNumber']),
  String(rowAt('SalesPrice', 20_000)['Name']),
];

test('what an export leaves on disk is noise, and gone with the session @service-only', async ({
  page,
  context,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: 60_000 } });
  await signIn();
  await stagePart(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Price columns' })).toBeVisible();
  await page.close();
  await expectNoise(other);

  await signOut(other);
  await expect.poll(() => stagedContents(other)).toBe('');

  await serviceControl.order({ do: 'clear-faults' });
  await submitCredentials(other, MANAGER.userName, MANAGER.password);
  await stagePart(other);
  const outside = await outsideOf(context);
  await other.close();
  await expectNoise(outside);

  const next = await context.newPage();
  await next.goto('/');
  await expect(next.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(() => stagedContents(outside)).toBe('');

  /** Starts an export of which only some pages arrive. */
  async function stagePart(tab: Page): Promise<void> {
    await openSnapshot(tab, 'Sales price');
    await serviceControl.order({
      do: 'add-fault',
      rule: {
        on: 'extraction',
        fault: HELD_BACK,
        skip: 3,
        leastRows: LEAST_ROWS_OF_READING,
        times: null,
      },
    });
    await startExport(tab);
    await expect(tab.getByText(/^[1-9]\d,000 of 60,000 rows/)).toBeVisible();
  }
});

/** Opens a page of the same origin that does not contain the console. */
async function outsideOf(context: BrowserContext): Promise<Page> {
  const outside = await context.newPage();
  await outside.goto('/config.json');
  return outside;
}

async function expectNoise(page: Page): Promise<void> {
  const staged = await stagedContents(page);
  expect(staged.length).toBeGreaterThan(1_000_000);
  for (const known of KNOWN) expect(staged.includes(known)).toBe(false);
}
