import type { Page } from '@playwright/test';
import { expectChangeCounts, expectedChanges } from '../support/changes-oracle';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// These tests compare, row by row, two snapshots of a price column: one from before and one from after a change to the source.

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'View of the snapshot' }).getByRole('tab', { name, exact: true });

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
}

async function changeSource(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Demo controls' }).click();
  await page.getByRole('button', { name: 'Change source data' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Prices changed at/)).toBeVisible();
}

const cacheKeyOf = (page: Page) => new URL(page.url()).searchParams.get('cacheKey') ?? '';

/** Takes a snapshot, changes the source, and takes another one. Returns the key of the first snapshot. */
async function takeTwo(page: Page): Promise<string> {
  await run(page);
  const earlier = cacheKeyOf(page);
  await changeSource(page);
  await run(page);
  await expect.poll(() => cacheKeyOf(page)).not.toBe(earlier);
  return earlier;
}

/** Opens the **Changes** view, which compares with the previous snapshot. */
async function compareWithEarlier(page: Page): Promise<void> {
  await tab(page, 'Changes').click();
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toHaveValue(/240 rows$/);
}

/** The changes with all digits of the service, computed independently from its rows. */
const EXPECTED = expectedChanges('PromotionPrice', 'PromotionCode', [0, 1]);

const expectCounts = (page: Page) => expectChangeCounts(page, EXPECTED);

test('two snapshots are compared, row by row @promise', async ({ page, signIn }) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await takeTwo(page);
  await compareWithEarlier(page);
  await expectCounts(page);
});

test('what changed is one press away from the notice, again and again, and in the history', async ({
  page,
  signIn,
}) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await run(page);
  const shown = cacheKeyOf(page);
  await changeSource(page);
  const see = page.getByRole('button', { name: 'See what changed' });
  await see.click();
  await expect(tab(page, 'Changes')).toHaveAttribute('aria-selected', 'true');
  await expectCounts(page);
  // The new rows are on screen, compared with the earlier ones, and the notice disappears.
  expect(cacheKeyOf(page)).not.toBe(shown);
  expect(new URL(page.url()).searchParams.get('with')).toBe(`snapshot~${shown}`);
  await expect(page.getByText(/^Later taken .*, 245 rows$/)).toBeVisible();
  await expect(page.getByText(/^Prices changed at/)).toBeHidden();
  // The button has disappeared, so the focus moves to the results around it.
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();

  await test.step('Back leads to the rows before, without the notice', async () => {
    await page.goBack();
    await expect.poll(() => cacheKeyOf(page)).toBe(shown);
    await new Grid(page).expectRowCount(240);
    await expect(page.getByText(/^Prices changed at/)).toBeHidden();
    await page.goForward();
    await expectCounts(page);
  });

  await test.step('a reload opens the same comparison, with a record of both sides', async () => {
    await page.reload();
    await expectCounts(page);
    await expect(page.getByRole('combobox', { name: 'Price' })).toHaveValue('PromotionValue');
    const grid = new Grid(page, 'Changes');
    await grid.expectRowLoaded(0);
    const cell = await grid.cell({ row: 0, column: 'PromotionCode' });
    const key = (await cell.textContent()) ?? '';
    await grid.header('Δ %').click();
    await expect(grid.header('Δ %')).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('textbox', { name: 'Find in changes' }).fill(key);
    await expect(page.getByRole('status', { name: 'Rows shown' })).toHaveText('1 row');
    await (await grid.cell({ row: 0, column: 'PromotionCode' })).click();
    await page.keyboard.press('Enter');
    const record = page.getByRole('region', { name: 'Record' });
    await expect(record.getByRole('table', { name: 'Values of both sides' })).toContainText(key);
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
  });

  const sides = page.url();
  await changeSource(page);
  // The comparison stays the same until the user asks for another one.
  await expectCounts(page);

  await test.step('Show leads to the new rows, and leaves both sides alone', async () => {
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(tab(page, 'Rows')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText(/^Prices changed at/)).toBeHidden();
    await new Grid(page).expectRowCount(250);
    await page.goBack();
    await expectCounts(page);
    expect(page.url()).toBe(sides);
  });

  await changeSource(page);
  await see.click();
  // The new rows are compared with the rows that were on screen before.
  await expectChangeCounts(page, expectedChanges('PromotionPrice', 'PromotionCode', [1, 3]));
});
