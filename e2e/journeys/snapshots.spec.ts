import { rowAt } from '@mocks/data/price-sources';
import { expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { expectTrueRows, seenRows, settledOffsetPx } from '../support/seen-rows';
import { expect, test } from '../support/test';

test('a refreshed snapshot opens where one was, by the key of the rows @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await signIn({ at: '/prices/SalesPrice?v=1&fields=EntryNo;Value' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await grid.goToRow(4_000);
  await grid.expectRowLoaded(4_000);
  await (await grid.cell({ row: 4_002, column: 'EntryNo' })).click();
  await page.keyboard.press('Shift+ArrowDown');
  const key = String(rowAt('SalesPrice', 4_002)['EntryNo']);
  // This row is in another range, which is out of view.
  const far = 4_628;
  const wheelTo = async (deltaPx: number, firstRow: number) => {
    await page.mouse.wheel(0, deltaPx);
    await expect.poll(async () => (await seenRows(grid.root)).rows[0]?.row).toBe(firstRow);
    await expectTrueRows(grid.root);
  };
  await grid.root.hover();
  await wheelTo(20_000, 4_625);
  await (await grid.cell({ row: far, column: 'Value' })).click({ modifiers: ['Control'] });
  // After this, half of the first row is out of view.
  await wheelTo(-19_984, 4_000);
  const offsetPx = await settledOffsetPx(grid.root);
  expect(offsetPx).toBe(4_000.5 * 32);

  // The new snapshot has seven more rows at the beginning.
  await serviceControl.order({ do: 'change-source-data' });
  await serviceControl.order({ do: 'expire-snapshots' });
  await page.getByRole('button', { name: 'Refresh snapshot' }).click();
  await grid.expectRowLoaded(4_009);
  // The earlier rows stay until the new ones arrive. This row is in both snapshots.
  await expect(await grid.cell({ row: 4_009, column: 'EntryNo' })).toHaveText(key);
  expect(await settledOffsetPx(grid.root)).toBe(offsetPx + 7 * 32);
  await expect(await grid.cell({ row: 4_009, column: 'EntryNo' })).toHaveAttribute('aria-selected', 'true');
  await expect(await grid.cell({ row: 4_010, column: 'EntryNo' })).toHaveAttribute('aria-selected', 'true');
  const farRow = far + 7;
  await grid.root.hover();
  await page.mouse.wheel(0, 20_000);
  await grid.expectRowLoaded(farRow);
  await expect(await grid.cell({ row: farRow, column: 'Value' })).toHaveAttribute('aria-selected', 'true');
  await expect(await grid.cell({ row: farRow, column: 'EntryNo' })).not.toHaveAttribute('aria-selected');
  await expect(await grid.cell({ row: farRow, column: 'EntryNo' })).toHaveText(
    String(rowAt('SalesPrice', far)['EntryNo']),
  );
  await expect(grid.root.locator('[tabindex="0"]')).toHaveAttribute('data-column', 'Value');
});

test('changed prices are announced without moving anything, and shown on demand', async ({
  page,
  signIn,
}) => {
  await signIn({ at: '/prices/SalesPrice' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await grid.goToRow(3_000);
  await grid.expectRowLoaded(3_000);
  await (await grid.cell({ row: 3_000, column: 'EntryNo' })).click();
  const key = await (await grid.cell({ row: 3_000, column: 'EntryNo' })).textContent();
  const before = await grid.root.boundingBox();

  await page.getByRole('button', { name: 'Demo controls' }).click();
  await page.getByRole('button', { name: 'Change source data' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Prices changed at \d\d:\d\d$/)).toBeVisible();
  expect(await grid.root.boundingBox()).toEqual(before);
  await expect(page.getByRole('button', { name: 'Later', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(await grid.cell({ row: 3_000, column: 'EntryNo' })).toHaveText(key ?? '');
  await expectNoAxeViolations(page);

  await page.keyboard.press('Alt+n');
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await grid.expectRowLoaded(3_007);
  await expect(await grid.cell({ row: 3_007, column: 'EntryNo' })).toHaveText(key ?? '');
  // The button disappears, and the focus returns to the row.
  await expect(await grid.cell({ row: 3_007, column: 'EntryNo' })).toBeFocused();
  await expect(page.getByText(/^Prices changed at/)).toBeHidden();

  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('link', { name: 'Open the new prices of Sales price' })).toBeVisible();

  // Snapshots that no one has opened yet are listed as well.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Demo controls' }).click();
  await page.getByRole('button', { name: 'Change source data' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Prices changed at \d\d:\d\d$/)).toBeVisible();
  await page.getByRole('link', { name: 'Snapshots', exact: true }).click();
  const table = page.getByRole('table', { name: 'Snapshots' });
  const received = table.getByRole('row').filter({ hasText: 'Received when prices changed' });
  await expect(received.getByRole('link', { name: /^Open Sales price,/ })).toBeVisible();
  // The snapshot that was opened before is identified by its query.
  await expect(
    table
      .getByRole('row')
      .filter({ hasText: 'All rows' })
      .filter({ hasText: /Received at \d\d:\d\d/ }),
  ).toHaveCount(1);

  // After a reload, the bell and the list of price columns still know of the change.
  await page.reload();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText(/^Sales price\s*Prices changed at \d\d:\d\d$/)).toBeVisible();
  await page.getByRole('link', { name: 'Price columns', exact: true }).click();
  const changedRow = page
    .getByRole('table', { name: 'Price columns' })
    .getByRole('row', { name: /^Sales price/ });
  await expect(changedRow.getByText(/^changed \d\d:\d\d$/)).toBeVisible();
  await page.getByRole('link', { name: 'Snapshots', exact: true }).click();
  await received.getByRole('link', { name: /^Open Sales price,/ }).click();
  await grid.expectRowLoaded(0);
});
