import type { Page } from '@playwright/test';
import { plantedAt } from '@mocks/data/price-sources';
import { expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// The demo's prices have errors at known places; the checks say which rows they are, and why.

const ROW_COUNT = 6_000;
/** The first rows of the price column. */
const QUERY = 'v=1&filter=EntryNo~less-than~1006000';

const PLANTED = Array.from({ length: ROW_COUNT }, (_, row) => plantedAt('SalesPrice', row));
const countOf = (...kinds: readonly (typeof PLANTED)[number][]) =>
  PLANTED.filter((error) => kinds.includes(error)).length;
const rowsText = (count: number) => (count === 1 ? '1 row' : `${count} rows`);

const check = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Checks' }).getByRole('group', { name, exact: true });

async function openChecks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  await page.getByRole('tab', { name: 'Checks', exact: true }).click();
}

async function runChecks(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Run checks( again)?$/ }).click();
  await expect(page.getByRole('status', { name: 'Result of the checks' })).toContainText('found by');
}

test('checks find the errors in the prices, and a dismissed finding stays dismissed', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/SalesPrice?${QUERY}` });
  await openChecks(page);
  const roles = page.getByRole('group', { name: 'Roles of columns' });
  await expect(roles.getByRole('combobox', { name: 'Price', exact: true })).toHaveValue('Value');
  await expect(roles.getByRole('combobox', { name: 'Group', exact: true })).toHaveValue('ItemNumber');
  await expect(check(page, 'Below cost')).toContainText('Off: no column for Cost');

  await runChecks(page);
  await expect(check(page, 'No price')).toContainText(rowsText(countOf('missing')));
  await expect(check(page, 'Zero or negative price')).toContainText(rowsText(countOf('zero', 'negative')));
  await expect(check(page, 'Several currencies')).toContainText(rowsText(countOf('wrong-currency')));
  await expectNoAxeViolations(page);

  const shifted = check(page, 'Shifted decimal');
  await shifted.getByRole('button', { name: 'Show findings' }).click();
  const findings = page.getByRole('region', { name: 'Findings', exact: true });
  const grid = findings.getByRole('grid', { name: 'Findings' });
  const slip = grid.getByRole('gridcell', { name: /of its group’s median|times its group’s median/ }).first();
  await slip.click();
  await page.keyboard.press('Enter');
  const record = findings.getByRole('region', { name: 'Record' });
  const form = record.getByRole('form', { name: 'Shifted decimal' });
  await form.getByRole('textbox', { name: 'Note' }).fill('Agreed with the supplier');
  await form.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(shifted).toContainText('1 dismissed');

  await test.step('after a reload, with another snapshot', async () => {
    await page.goto(`/prices/SalesPrice?${QUERY}`);
    await openChecks(page);
    await runChecks(page);
    await expect(shifted).toContainText('1 dismissed');
    await shifted.getByRole('button', { name: 'Show findings' }).click();
    await findings.getByText('Dismissed', { exact: true }).click();
    await expect(grid).toHaveAttribute('aria-rowcount', '2');
    await grid.getByRole('gridcell').first().click();
    await page.keyboard.press('Enter');
    await expect(record).toContainText('Agreed with the supplier');
  });
});
