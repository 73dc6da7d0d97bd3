import type { Page } from '@playwright/test';
import { plantedAt } from '@mocks/data/price-sources';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// The demo's prices have errors in known rows. The checks must say which rows they are, and why.

/** Returns the query for the first `rowCount` rows of the price column. */
const queryOf = (rowCount: number) => `v=1&filter=EntryNo~less-than~${1_000_000 + rowCount}`;

const countOf = (rowCount: number, ...kinds: readonly ReturnType<typeof plantedAt>[]) =>
  Array.from({ length: rowCount }, (_, row) => plantedAt('SalesPrice', row)).filter((error) =>
    kinds.includes(error),
  ).length;
const rowsText = (count: number) => (count === 1 ? '1 row' : `${count} rows`);

const check = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Checks' }).getByRole('group', { name, exact: true });

async function openChecks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  await page.getByRole('tab', { name: 'Checks', exact: true }).click();
}

/** Waits for the findings of the checks, which run without a click. */
async function expectFindings(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: 'Result of the checks' })).toContainText('found by');
  await expect(page.getByRole('button', { name: /^Run checks/ })).toHaveCount(0);
}

/** Expects the findings that concern a single price, in the rows where the demo has planted errors. */
async function expectPlanted(page: Page, rowCount: number): Promise<void> {
  await expectFindings(page);
  await expect(check(page, 'No price')).toContainText(rowsText(countOf(rowCount, 'missing')));
  await expect(check(page, 'Zero or negative price')).toContainText(
    rowsText(countOf(rowCount, 'zero', 'negative')),
  );
  await expect(check(page, 'Several currencies')).toContainText(
    rowsText(countOf(rowCount, 'wrong-currency')),
  );
}

test('checks find the errors in the prices @promise', async ({ page, signIn }) => {
  await signIn({ at: `/prices/SalesPrice?${queryOf(2_000)}` });
  await openChecks(page);
  await expectPlanted(page, 2_000);
});
