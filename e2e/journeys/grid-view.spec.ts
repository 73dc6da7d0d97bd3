import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { Finger } from '../support/finger';
import { Grid } from '../support/grid';
import { expectTrueRows, seenRows, settledOffsetPx } from '../support/seen-rows';
import { expect, test } from '../support/test';

const FIELDS = ['EntryNo', 'ItemNumber', 'Name', 'PriceList', 'Value'];

test.beforeEach(async ({ page, signIn }) => {
  await signIn({ at: `/prices/SalesPrice?v=1&fields=${FIELDS.join(';')}` });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expectTrueRows(new Grid(page).root);
});

test('rows and columns are shown as somebody likes them, and a saved view keeps that', async ({ page }) => {
  const grid = new Grid(page);
  const rowHeightPx = async () => (await seenRows(grid.root)).rows[0]?.bottomPx ?? 0;
  const firstRow = async () => (await seenRows(grid.root)).rows[0]?.row;
  await grid.goToRow(500_000);
  await expect.poll(firstRow).toBe(500_000);

  await page.getByRole('tab', { name: 'View', exact: true }).click();
  const wraps = page.getByRole('checkbox', { name: 'Wrap text, up to 3 lines' });
  await wraps.click();
  // Every name fits into one line until its column is narrow.
  await expect.poll(rowHeightPx).toBe(32);
  await expect(wraps).toBeFocused();
  await grid.header('Name').focus();
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(rowHeightPx).toBe(64);
  await expect.poll(firstRow).toBe(500_000);
  await page.getByText('Compact', { exact: true }).click();
  await expect.poll(rowHeightPx).toBe(55);
  await expect.poll(firstRow).toBe(500_000);
  await expectNoAxeViolations(page);
  await wraps.click();
  await expect.poll(rowHeightPx).toBe(28);
  await expect.poll(firstRow).toBe(500_000);

  await grid.header('Name').focus();
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Alt+ArrowRight');
  // Columns are moved by pointer, key and menu.
  await dragTo(page, grid.header('Name'), grid.header('ItemNumber'));
  await expectOrder(grid, ['EntryNo', 'Name', 'ItemNumber', 'PriceList', 'Value']);
  await grid.header('PriceList').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expectOrder(grid, ['EntryNo', 'Name', 'ItemNumber', 'Value', 'PriceList']);
  await expect(page.getByText('PriceList is now column 5 of 5')).toBeAttached();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('menuitem', { name: 'Move left' }).click();
  await expect(grid.header('PriceList')).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('menuitem', { name: 'Pin right' }).click();
  await expectOrder(grid, ['EntryNo', 'Name', 'ItemNumber', 'Value', 'PriceList']);

  await test.step('the set-up moves columns, too, and shows as many digits as somebody wants', async () => {
    const handle = (column: string) => page.getByRole('button', { name: `Move ${column}`, exact: true });
    await handle('Value').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expectOrder(grid, ['EntryNo', 'Name', 'Value', 'ItemNumber', 'PriceList']);
    await expect(page.getByText('Value moved to position 3 of 5')).toBeAttached();
    await expect(handle('Value')).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByText('Cannot move past pinned columns')).toBeAttached();
    await expectOrder(grid, ['EntryNo', 'Name', 'ItemNumber', 'Value', 'PriceList']);
    await dragTo(page, handle('Value'), handle('Name'));
    await expectOrder(grid, ['EntryNo', 'Value', 'Name', 'ItemNumber', 'PriceList']);
    const value = await grid.cell({ row: 500_000, column: 'Value' });
    await expect(value).toHaveText(/^[\d,]+\.\d\d$/);
    await page.getByRole('combobox', { name: 'Digits of Value' }).click();
    await page.getByRole('option', { name: '0.000', exact: true }).click();
    await expect(value).toHaveText(/^[\d,]+\.\d{3}$/);
    await expectAccessibleInAllColours(page);
  });

  await page.getByRole('button', { name: 'Saved views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Compact');
  await page.getByRole('checkbox', { name: 'Open with this price column' }).check();
  await page.getByRole('checkbox', { name: 'Run when opened' }).check();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Saved views: Compact' })).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('colonnade.workbench.results'));
  await page.goto('/prices/SalesPrice');
  await expect(page.getByRole('button', { name: 'Saved views: Compact' })).toBeVisible();
  await expectOrder(grid, ['EntryNo', 'Value', 'Name', 'ItemNumber', 'PriceList']);
  await expect(await grid.cell({ row: 0, column: 'Value' })).toHaveText(/\.\d{3}$/);
  await page.getByRole('tab', { name: 'View', exact: true }).click();
  await page.getByRole('combobox', { name: 'Digits of Value' }).click();
  await page.getByRole('option', { name: 'Auto', exact: true }).click();
  await expectTrueRows(grid.root);
  await expect.poll(rowHeightPx).toBe(28);
});

test('a finger scrolls rows and columns, and moves the column that it rests on', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const grid = new Grid(page);
  // Columns fit the window, so one column is widened to make the grid scroll sideways.
  await grid.header('Name').focus();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('Alt+ArrowRight');
  const finger = await Finger.on(page);
  const offsetPx = async () => (await seenRows(grid.root)).offsetPx;
  const leftPx = async () => grid.root.evaluate((root) => root.scrollLeft);
  const centre = async (of: Locator) => {
    const box = await of.boundingBox();
    if (box === null) throw new Error('It is not drawn.');
    return { x: box.x + Math.min(box.width / 2, 40), y: box.y + box.height / 2 };
  };

  await test.step('rows go with it, once it is no tap any more', async () => {
    const { x, y } = await centre(await grid.cell({ row: 14, column: 'ItemNumber' }));
    await finger.down(x, y);
    await finger.moveBy(0, -100);
    await expect.poll(offsetPx).toBeGreaterThan(70);
    const before = await settledOffsetPx(grid.root);
    await finger.moveBy(0, -120);
    // The browser predicts the movement of the finger, so the rows stop a little before or after the finger.
    await expect.poll(async () => Math.abs((await offsetPx()) - before - 120)).toBeLessThan(30);
    await finger.up();
    await settledOffsetPx(grid.root);
    await expectTrueRows(grid.root);
  });

  await test.step('at rest on a cell it asks for its menu, once, and lifting it chooses nothing', async () => {
    const { rows } = await seenRows(grid.root);
    const cell = await grid.cell({ row: rows[8]?.row ?? 0, column: 'ItemNumber' });
    // These listeners simulate a browser that does not open a menu after a long press.
    await page.evaluate(() => {
      const hide = (event: Event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      addEventListener('contextmenu', hide, { capture: true });
    });
    const { x, y } = await centre(cell);
    await finger.down(x, y);
    const menu = page.getByRole('menu', { name: 'Cell' });
    await expect(menu.getByRole('menuitem', { name: 'Show record' })).toBeVisible();
    await finger.up();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(cell).toBeFocused();
  });

  await test.step('sideways on the header as well', async () => {
    await expect(async () => {
      await grid.root.evaluate((root) => root.scrollTo({ left: 0 }));
      const { x, y } = await centre(grid.header('Name'));
      await finger.down(x, y);
      await finger.moveBy(-120, 0);
      await finger.up();
      // On a slow machine, the pause between touch and movement can count as a long press, so this is repeated.
      expect(await leftPx()).toBeGreaterThan(60);
    }).toPass();
    await grid.root.evaluate((root) => root.scrollTo({ left: 0 }));
  });

  await test.step('a column goes along, and the columns pass by at the edge until it is let go', async () => {
    const edge = await grid.root.evaluate((root) => root.getBoundingClientRect().left + root.clientWidth - 2);
    await expect(async () => {
      const { x, y } = await centre(grid.header('EntryNo'));
      await finger.down(x, y);
      try {
        await expect(grid.header('EntryNo')).toHaveAttribute('data-dragged', 'true', { timeout: 3_000 });
        await finger.moveBy(edge - x, 4);
        await expect.poll(leftPx, { timeout: 3_000 }).toBeGreaterThan(5);
      } catch (error) {
        // A finger that touches the columns while they still scroll counts as scrolling on, so it touches again.
        await finger.cancel();
        throw error;
      }
    }).toPass();
    await finger.up();
    await expect(grid.root.locator('[data-dragged]')).toHaveCount(0);
    const letGoAt = await leftPx();
    await expect(page.getByText(/^EntryNo is now /)).toBeAttached();
    await settledOffsetPx(grid.root);
    expect(await leftPx()).toBe(letGoAt);
    await expect(grid.root.locator('[data-dragged]')).toHaveCount(0);
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  await test.step('a header on which it rests and goes nowhere opens its menu', async () => {
    // How far the columns have scrolled depends on the machine, but the header must be in view.
    await grid.root.evaluate((root) => root.scrollTo({ left: 0 }));
    await expect.poll(leftPx).toBe(0);
    await expect(async () => {
      const { x, y } = await centre(grid.header('Name'));
      await finger.down(x, y);
      try {
        await expect(grid.header('Name')).toHaveAttribute('data-dragged', 'true', { timeout: 3_000 });
      } catch (error) {
        // The headers were still scrolling when the finger touched them, so it touches them again.
        await finger.cancel();
        throw error;
      }
    }).toPass();
    await finger.up();
    await expect(page.getByRole('menuitem', { name: 'Sort ascending' })).toBeVisible();
    await expect(grid.root.locator('[aria-sort]')).toHaveCount(0);
  });
});

async function expectOrder(grid: Grid, columns: readonly string[]): Promise<void> {
  await expect
    .poll(() =>
      grid.root
        .getByRole('columnheader')
        .evaluateAll((headers) => headers.map((header) => header.firstElementChild?.textContent)),
    )
    .toEqual(columns);
}

/** Drags the middle of a header to the near edge of an earlier header. */
async function dragTo(page: Page, from: Locator, before: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await before.boundingBox()];
  if (start === null || end === null) throw new Error('The headers are not there.');
  await page.mouse.move(start.x + start.width / 2, start.y + 12);
  await page.mouse.down();
  await page.mouse.move(end.x + 20, end.y + 12, { steps: 6 });
  await page.mouse.move(end.x + 10, end.y + 12);
  await page.mouse.up();
}
