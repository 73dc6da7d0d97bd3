import { rowAt } from '@mocks/data/price-sources';
import { expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { listen } from '../support/listen';
import { expect, test } from '../support/test';

const ROW_PX = 32;

test('cells and columns have menus: what they do is done, said, and leaves the focus in the grid', async ({
  page,
  signIn,
}) => {
  await signIn({
    at: '/prices/SalesPrice?v=1&fields=EntryNo;ItemNumber;PriceList;Value;_dtLastModifiedDate',
  });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const cell = await grid.cell({ row: 3, column: 'PriceList' });
  await cell.click({ button: 'right' });
  await expectNoAxeViolations(page, page.getByRole('menu'));
  await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
  await expect(page.getByRole('group', { name: 'Filter 1' })).toBeVisible();
  await expect(page).toHaveURL(/filter=/);
  await expect.poll(() => grid.rowCount()).toBeLessThan(1_000_000);
  // The header shows that its column is filtered.
  await expect(page.getByRole('columnheader', { name: /^PriceList.*filtered/ })).toBeVisible();
  await grid.header('PriceList').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('menuitem', { name: 'Remove the filter' }).press('Enter');
  await expect.poll(() => grid.rowCount()).toBe(1_000_000);
  await expect(page.getByRole('columnheader', { name: 'PriceList', exact: true })).toBeFocused();

  // The menu is opened by the menu key. Escape leads back to the cell, and F2 opens the record.
  const value = await grid.cell({ row: 0, column: 'Value' });
  await value.click();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Cell' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(value).toBeFocused();
  // After scrolling, the focused cell is out of view. The menu key brings the cell into view and opens the menu there.
  await value.hover();
  await page.mouse.wheel(0, 3_000);
  await expect(value).not.toBeInViewport();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Cell' })).toBeVisible();
  await expect(value).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(value).toBeFocused();
  // Enter is pressed before another element can take the focus, so the cell gets the focus back.
  const watched = await page.evaluateHandle(submitAtOnce, '1');
  await page.keyboard.press('Control+g');
  await watched.evaluate(({ submitted }) => submitted);
  await expect(page.getByRole('textbox', { name: 'Go to row' })).toHaveCount(0);
  await expect(value).toBeFocused();
  await test.step('the record stands beside the grid, which keeps its focus and its position', async () => {
    await grid.root.evaluate((root) => {
      root.dataset['mark'] = 'same';
    });
    await page.mouse.wheel(0, 5 * ROW_PX);
    await expect(grid.row(5)).toBeInViewport();
    const shown = await grid.cell({ row: 8, column: 'Value' });
    await shown.click();
    const before = await shown.boundingBox();
    await page.keyboard.press('F2');
    const record = page.getByRole('region', { name: 'Record', exact: true });
    await expect(record.getByRole('heading', { name: 'Record 9' })).toBeVisible();
    await expect(shown).toBeFocused();
    const after = await shown.boundingBox();
    expect(after?.y).toBe(before?.y);
    expect(await grid.root.evaluate((root) => root.dataset['mark'])).toBe('same');
    await expect(record.getByRole('definition')).toHaveCount(5);
    await expect(record).toContainText('_dtLastModifiedDate');
    await expectNoAxeViolations(page);

    // The record follows the active cell; its own buttons move the active cell and keep the focus.
    await page.keyboard.press('ArrowDown');
    await expect(record.getByRole('heading', { name: 'Record 10' })).toBeVisible();
    await expect(record).toContainText(String(rowAt('SalesPrice', 9)['ItemNumber']));
    const next = record.getByRole('button', { name: 'Next row' });
    await next.press('Enter');
    await expect(record.getByRole('heading', { name: 'Record 11' })).toBeVisible();
    await expect(next).toBeFocused();
    // The record also follows a row that is selected by its number.
    await grid.row(3).locator('[data-gutter]').click();
    await expect(record.getByRole('heading', { name: 'Record 4' })).toBeVisible();

    // The width can be set by keyboard and is remembered.
    const separator = page.getByRole('separator', { name: 'Record width' });
    const widthPx = async () => (await record.boundingBox())?.width ?? 0;
    const narrowPx = await widthPx();
    await separator.press('ArrowLeft');
    await expect.poll(widthPx).toBeGreaterThan(narrowPx);

    // Escape closes the record from within, and F2 closes it from the grid.
    await next.press('Escape');
    await expect(record).toHaveCount(0);
    await expect(await grid.cell({ row: 3, column: 'Value' })).toBeFocused();
    await page.keyboard.press('F2');
    await expect.poll(widthPx).toBeGreaterThan(narrowPx);
    await page.keyboard.press('F2');
    await expect(record).toHaveCount(0);
    await expect(await grid.cell({ row: 3, column: 'Value' })).toBeFocused();
  });

  await test.step('in a narrow window the record is a sheet', async () => {
    await page.setViewportSize({ width: 640, height: 800 });
    await page.keyboard.press('F2');
    const sheet = page.getByRole('dialog', { name: 'Record 4' });
    await expect(sheet.getByRole('definition')).toHaveCount(5);
    await sheet.getByRole('button', { name: 'Next row' }).click();
    await expect(page.getByRole('dialog', { name: 'Record 5' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('F2');
    await expect(await grid.cell({ row: 4, column: 'Value' })).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const choose = async (column: string, item: string) => {
    await grid.header(column).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    // After the menu closes, the focus goes back to a column.
    await expect(grid.root.locator('[data-column]:focus')).toHaveCount(1);
  };

  const heard = await listen(page);
  const expectHeard = (words: string) => expect.poll(async () => (await heard()).join('\n')).toContain(words);
  await choose('Value', 'Pin left');
  await expect(grid.header('Value')).toHaveAttribute('aria-colindex', '1');
  await expectHeard('Value is pinned at the left');
  // A disabled item explains why, also to users who reach it by keyboard, and does nothing.
  await grid.header('Value').focus();
  await page.keyboard.press('Shift+F10');
  const moveLeft = page.getByRole('menuitem', { name: 'Move left Already the first column' });
  await moveLeft.press('Enter');
  await expect(moveLeft).toHaveAttribute('aria-disabled', 'true');
  await expect(moveLeft).toBeFocused();
  // On Windows, releasing the menu key asks for a menu again.
  expect(await moveLeft.evaluate(asksForMenu)).toBe(false);
  await page.keyboard.press('Escape');
  await choose('Value', 'Unpin');
  await expect(grid.header('Value')).toHaveAttribute('aria-colindex', '4');
  await expectHeard('Value is no longer pinned');

  await choose('PriceList', 'Hide column');
  await expect(grid.header('PriceList')).toHaveCount(0);
  await expectHeard('PriceList is hidden');
  await expect(grid.header('Value')).toBeFocused();
  // After a reload, the columns of this tab stay as they were, like the query.
  await page.reload();
  await grid.expectRowLoaded(0);
  await expect(grid.header('Value')).toHaveAttribute('aria-colindex', '3');
  await choose('Value', 'Show the hidden column');
  await expect(grid.header('PriceList')).toHaveCount(1);

  await test.step('the toolbar says what is hidden and pinned, and changes it', async () => {
    await choose('PriceList', 'Hide column');
    await choose('Value', 'Pin left');
    await page.getByRole('button', { name: /^1 pinned/ }).press('Enter');
    await expect(page.getByRole('tab', { name: 'View', exact: true })).toBeFocused();
    const columns = page.getByRole('group', { name: 'Columns', exact: true });
    await expect(columns.getByText('4 of 5 shown')).toBeVisible();
    await columns.getByRole('button', { name: 'Unpin all' }).press('Enter');
    await expect(page.getByRole('button', { name: /pinned/ })).toHaveCount(0);
    await expectNoAxeViolations(page);
    const priceList = columns.getByRole('checkbox', { name: 'PriceList' });
    await priceList.press('Space');
    await expect(grid.header('PriceList')).toHaveCount(1);
    await expect(priceList).toBeFocused();
    await priceList.press('Space');
    await expect(grid.header('PriceList')).toHaveCount(0);
    await page.getByRole('button', { name: /^1 hidden/ }).press('Enter');
    await expect(grid.header('PriceList')).toHaveCount(1);
    await expect(page.getByRole('button', { name: /hidden/ })).toHaveCount(0);
    await expect(grid.root.locator(':focus')).toHaveCount(1);
    await columns.getByRole('button', { name: 'Column Value' }).press('Enter');
    await expect(page.getByRole('menu', { name: 'Column Value' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(columns.getByRole('button', { name: 'Column Value' })).toBeFocused();
    await grid.header('Value').focus();
    await page.getByRole('button', { name: 'Statistics', exact: true }).press('Enter');
    await expect(grid.header('Value')).toHaveAttribute('aria-selected', 'true');
    await (await grid.cell({ row: 0, column: 'Value' })).click();
  });

  await choose('EntryNo', 'Sort descending');
  await expect(grid.header('EntryNo')).toHaveAttribute('aria-sort', 'descending');
  await expect(await grid.cell({ row: 0, column: 'EntryNo' })).toHaveText(
    String(rowAt('SalesPrice', 999_999)['EntryNo']),
  );
  await expect(grid.header('EntryNo')).toBeFocused();

  // Only the rows have changed: focus and scroll position are the same.
  const leftPx = () => grid.root.evaluate((root) => root.scrollLeft);
  await page.setViewportSize({ width: 900, height: 800 });
  await grid.header('Value').focus();
  await grid.root.evaluate((root) => root.scrollTo({ left: 50 }));
  await expect.poll(leftPx).toBe(50);
  await page.keyboard.press('Enter');
  await expect(grid.header('Value')).toHaveAttribute('aria-sort', 'ascending');
  await expect(grid.header('Value')).toBeFocused();
  expect(await leftPx()).toBe(50);
  await page.setViewportSize({ width: 1280, height: 800 });
  const refresh = page.getByRole('button', { name: 'Refresh snapshot' });
  const address = page.url();
  await refresh.press('Enter');
  await expect.poll(() => page.url()).not.toBe(address);
  await grid.expectRowLoaded(0);
  await expect(refresh).toBeFocused();
  await page.setViewportSize({ width: 900, height: 800 });

  // If there is no room for a pinned column, this is announced.
  for (const column of ['EntryNo', 'Value', 'PriceList', 'ItemNumber']) await choose(column, 'Pin left');
  // The live region announces the lack of room first. The notice with its button follows.
  const noRoom = page.getByText(/ItemNumber (is|are) pinned, but there is no room/).last();
  await expect(noRoom).toBeVisible();
  await choose('EntryNo', 'Unpin');
  await choose('Value', 'Unpin');
  await expect(noRoom).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });

  await choose('EntryNo', 'Statistics');
  const status = page.getByRole('status').filter({ hasText: 'Snapshot taken' });
  await expect(status.getByRole('progressbar', { name: 'Adding up all selected rows' })).toBeVisible();
  await status.getByRole('button', { name: 'Cancel' }).click();
  await expect(status).toContainText('of 1,000,000 selected rows');
});

/** Whether the browser would show its own menu for an element. */
function asksForMenu(element: Element): boolean {
  return element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
}

/** Submits the next dialog that asks for a row, as soon as the dialog appears. */
function submitAtOnce(row: string): { readonly submitted: Promise<void> } {
  const submitted = new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>('input[inputmode="numeric"]');
      if (field === null) return;
      observer.disconnect();
      field.focus();
      document.execCommand('insertText', false, row);
      // A microtask waits until the form has the typed text.
      queueMicrotask(() => {
        field.form?.requestSubmit();
        resolve();
      });
    }).observe(document.body, { childList: true, subtree: true });
  });
  return { submitted };
}
