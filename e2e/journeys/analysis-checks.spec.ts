import type { Page } from '@playwright/test';
import { plantedAt, rowAt } from '@mocks/data/price-sources';
import { expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';
import { typeValue } from '../support/type-into';

// The demo's prices have errors at known places; the checks say which rows they are, and why.

/** The first rows of the price column. */
const queryOf = (rowCount: number) => `v=1&filter=EntryNo~less-than~${1_000_000 + rowCount}`;
const QUERY = queryOf(6_000);

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

/** Waits for what the checks find, which nobody has to ask for. */
async function expectFindings(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: 'Result of the checks' })).toContainText('found by');
  await expect(page.getByRole('button', { name: /^Run checks/ })).toHaveCount(0);
}

const toggle = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Findings by check' })
    .getByRole('button', { name: new RegExp(`^${name}`) });

/** What is wrong with a price by itself, at the places where the demo has put it. */
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

test('a check without its column is off, and a dismissed finding stays dismissed', async ({
  page,
  signIn,
}) => {
  await signIn({ at: `/prices/SalesPrice?${QUERY}` });
  await openChecks(page);
  const roles = page.getByRole('group', { name: 'Roles of columns' });
  await expect(roles.getByRole('combobox', { name: 'Price', exact: true })).toHaveValue('Value');
  await expect(roles.getByRole('combobox', { name: 'Group', exact: true })).toHaveValue('cd_PriceGroup');
  await expect(check(page, 'Below cost')).toContainText('Off: no column for Cost');
  await expect(toggle(page, 'Below cost')).toHaveAccessibleName(/not run.*no column for Cost/);

  await expectPlanted(page, 6_000);
  await expectNoAxeViolations(page);

  const shifted = check(page, 'Shifted decimal');
  await toggle(page, 'Shifted decimal').click();
  const findings = page.getByRole('region', { name: 'Findings', exact: true });
  const grid = findings.getByRole('grid', { name: 'Findings' });
  // Until then the grid shows the findings of all checks.
  const found = await shifted.getByText(/^\d+ rows$/).textContent();
  await expect(findings.getByRole('status', { name: 'Rows shown' })).toHaveText(found ?? '');
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
    await expectFindings(page);
    await expect(shifted).toContainText('1 dismissed');
    await toggle(page, 'Shifted decimal').click();
    await findings.getByText('Dismissed', { exact: true }).click();
    await expect(grid).toHaveAttribute('aria-rowcount', '2');
    await grid.getByRole('gridcell').first().click();
    await page.keyboard.press('Enter');
    await expect(record).toContainText('Agreed with the supplier');
  });
});

test('prices are held against the costs of another price column, and a check of one’s own is written, run, removed and brought back', async ({
  page,
  signIn,
}) => {
  // The first hundred articles, with twelve customers each.
  const customers = Array.from({ length: 1_200 }, (_, row) => rowAt('CustomerPrice', row));
  const belowCost = customers.filter(({ ContractValue: price }, row) => {
    const cost = rowAt('CostForPricing', Math.floor(row / 12))['CostForPricing'] ?? null;
    return typeof price === 'string' && cost !== null && Number(price) < Number(cost);
  });
  const large = customers.filter(({ ContractVolume: volume }) => Number(volume) > 10_000);
  expect(belowCost.length).toBeGreaterThan(0);
  await signIn({ at: '/prices/CustomerPrice?v=1&filter=ItemNumber~starts-with~A-1000000' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);

  await test.step('writes a check', async () => {
    await page.getByRole('button', { name: 'Refine', exact: true }).click();
    const region = page.getByRole('region', { name: 'Refine here' });
    await region.getByRole('button', { name: 'Add condition' }).click();
    const condition = region.getByRole('group', { name: 'Condition 1' });
    for (const [name, option] of [
      ['Field', 'ContractVolume'],
      ['Operator', 'greater than'],
    ] as const) {
      await condition.getByRole('combobox', { name, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    }
    await typeValue(condition.getByRole('combobox', { name: 'Value', exact: true }), '10000');
    await region.getByRole('button', { name: 'Save as check…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as check' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Large contract');
    await dialog.getByRole('textbox', { name: 'What it means' }).fill('Asks for a second look.');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(region.getByRole('status', { name: 'Saved as check' })).toContainText('Large contract');
    await region.getByRole('button', { name: 'Close Refine here' }).click();
  });

  await page.getByRole('tab', { name: 'Checks', exact: true }).click();
  const below = check(page, 'Below cost');
  await below.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Price column Cost for pricing' }).click();
  await expect(below.getByRole('combobox', { name: 'Match Number with' })).toHaveValue('ItemNumber');
  await expectFindings(page);
  await expect(below).toContainText(rowsText(belowCost.length));
  await expect(below).toContainText('compared by key');
  const own = check(page, 'Large contract');
  await expect(own).toContainText(rowsText(large.length));
  await toggle(page, 'Large contract').click();
  const grid = page
    .getByRole('region', { name: 'Findings', exact: true })
    .getByRole('grid', { name: 'Findings' });
  await expect(grid.getByRole('gridcell', { name: /Asks for a second look/ }).first()).toBeVisible();

  await own.getByRole('button', { name: 'Remove Large contract' }).click();
  await expect(own).toBeHidden();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(own).toContainText(rowsText(large.length));
});
