import { expectAccessibleInAllColours } from '../support/axe';
import { QueryForm } from '../support/query-form';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';
import type { Locator, Page } from '@playwright/test';

test('every screen passes all rules in light and dark, and what has opened gives the focus back @promise', async ({
  page,
  signIn,
}) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessibleInAllColours(page);
  await signIn();
  await expect(page.getByRole('table', { name: 'Price columns' })).toBeVisible();
  await expectAccessibleInAllColours(page);
  await page.getByRole('link', { name: 'Item schema' }).click();
  await expect(page.getByRole('heading', { name: 'Item table', level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Columns', exact: true })).toBeVisible();
  await expectAccessibleInAllColours(page);
  await page.getByRole('link', { name: 'Snapshots' }).click();
  await expect(page.getByRole('heading', { name: 'Snapshots', level: 1 })).toBeVisible();
  await expectAccessibleInAllColours(page);
  const account = page.getByRole('button', { name: 'Account' });
  await account.click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();

  await page.getByRole('link', { name: 'Price columns', exact: true }).click();
  await page.getByRole('link', { name: 'Promotion price', exact: true }).click();
  await test.step('what a query is built with', async () => {
    const form = new QueryForm(page);
    await form.addFilter('ItemNumber', 'is not empty', null);
    await form.addFilter('PromotionValue', 'greater than', '0');
    await page.getByRole('region', { name: 'Query' }).getByRole('button', { name: 'Add sort' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('group', { name: 'Sort 1' })).toBeVisible();
    await expectAccessibleInAllColours(page);
    await page.getByRole('button', { name: 'Remove: New sort' }).click();
  });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  await expectAccessibleInAllColours(page);
  const cell = await grid.cell({ row: 1, column: 'PromotionCode' });
  await cell.click();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cell).toBeFocused();
});

test('menus and dialogs pass all rules in light, dark and forced colours, and give the focus back', async ({
  page,
  signIn,
}) => {
  await signIn();
  await expect(page.getByRole('table', { name: 'Price columns' })).toBeVisible();
  const account = page.getByRole('button', { name: 'Account' });
  await test.step('menu of the account', async () => {
    await expectToReturnFocus(page, account, page.getByRole('menu'));
  });
  await test.step('bell', async () => {
    await expectToReturnFocus(
      page,
      page.getByRole('button', { name: 'Notifications' }),
      page.getByRole('dialog', { name: 'Notifications' }),
    );
  });
  await test.step('demo controls', async () => {
    await expectToReturnFocus(
      page,
      page.getByRole('button', { name: 'Demo controls' }),
      page.getByRole('dialog', { name: 'Demo controls' }),
    );
  });
  await test.step('formats, which a menu opens', async () => {
    await account.click();
    await page.getByRole('menuitem', { name: 'Language and formats' }).click();
    const dialog = page.getByRole('dialog', { name: 'Language and formats' });
    await expect(dialog).toBeVisible();
    await expectAccessibleInAllColours(page, dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(account).toBeFocused();
  });
  await test.step('palette, whose active option is seen in forced colours, too', async () => {
    const search = page.getByRole('button', { name: 'Search or jump to' });
    await search.click();
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await expectAccessibleInAllColours(page, palette);
    await page.emulateMedia({ forcedColors: 'active' });
    const options = palette.getByRole('option');
    expect(await backgroundOf(options.first())).not.toBe(await backgroundOf(options.nth(1)));
    await page.emulateMedia({ forcedColors: 'none' });
    await page.keyboard.press('Escape');
    await expect(search).toBeFocused();
  });
  await page.getByRole('link', { name: 'Item schema' }).click();
  await expect(page.getByRole('heading', { name: 'Item table', level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Columns', exact: true })).toBeVisible();
  await expectToReturnFocus(page, page.getByRole('button', { name: 'Export' }), page.getByRole('menu'));
});

test('what opens over results passes all rules in light, dark and forced colours; nothing covers the focus', async ({
  page,
  signIn,
}) => {
  await signIn({ at: '/prices/PromotionPrice' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);

  const cell = await grid.cell({ row: 1, column: 'PromotionCode' });
  await cell.click();
  await test.step('menu of a cell', async () => {
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await expectAccessibleInAllColours(page, page.getByRole('menu'));
    await page.keyboard.press('Escape');
    await expect(cell).toBeFocused();
  });
  await test.step('menu of a column, and the names of saved views', async () => {
    const header = grid.header('PromotionCode');
    await header.click({ button: 'right' });
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await expectAccessibleInAllColours(page, page.getByRole('menu'));
    await page.keyboard.press('Escape');
    await expect(header).toBeFocused();
    await page.getByRole('button', { name: /^Saved views/ }).click();
    await page.getByRole('menuitem', { name: 'Save as…' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expectAccessibleInAllColours(page, page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await cell.click();
  });
  await test.step('going to a row, and moving a field', async () => {
    await page.keyboard.press('Control+G');
    const goTo = page.getByRole('form', { name: 'Go to row' });
    await expect(goTo.getByRole('textbox')).toBeFocused();
    await expectAccessibleInAllColours(page, goTo);
    await page.keyboard.press('Escape');
    await cell.click();
    const handle = page.getByRole('button', { name: 'Move PromotionCode' });
    await handle.focus();
    await page.keyboard.press('Enter');
    // The focus is on the first enabled item of the menu.
    await expect(page.getByRole('menuitem').and(page.locator(':focus'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(handle).toBeFocused();
    await cell.click();
  });
  await test.step('export and its tray', async () => {
    await page.keyboard.press('Control+Shift+E');
    const start = page.getByRole('button', { name: 'Start export' });
    await expect(start).toBeVisible();
    await expectAccessibleInAllColours(page, page.getByRole('dialog'));
    await start.click();
    const chip = page.getByRole('button', { name: /^Exports/ });
    await expect(chip).toHaveAttribute('aria-expanded', 'false');
    await expect(cell).toBeFocused();
    await chip.click();
    const tray = page.getByRole('region', { name: 'Exports' });
    await expect(tray.getByText('Complete', { exact: true })).toBeVisible();
    await expectAccessibleInAllColours(page, tray);
    await page.keyboard.press('Escape');
    await expect(tray).toBeHidden();
    await expect(chip).toBeFocused();
    await chip.click();
    await expect(tray).toBeVisible();
    await cell.click();
    await expect(tray).toBeHidden();
  });
  await test.step('notice of a copy', async () => {
    await page.keyboard.press('Control+c');
    const notice = page.getByText('1 cell copied');
    await expect(notice).toBeVisible();
    expect(await intersects(notice.locator('../..'), page.locator(':focus'))).toBe(false);
    await page.keyboard.press('Escape');
    await expect(notice).toBeHidden();
    await expect(cell).toBeFocused();
  });
});

/** Opens an element, checks that its first focused element has a name, scans it, and closes it by Escape. */
async function expectToReturnFocus(page: Page, opener: Locator, opened: Locator): Promise<void> {
  await opener.click();
  await expect(opened).toBeVisible();
  await expect(opened.locator(':focus').or(opened.and(page.locator(':focus')))).toHaveAccessibleName(/\S/);
  await expectAccessibleInAllColours(page, opened);
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
  await expect(opener).toBeFocused();
}

async function backgroundOf(element: Locator): Promise<string> {
  return element.evaluate((node) => getComputedStyle(node).backgroundColor);
}

async function intersects(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (a === null || b === null) throw new Error('One of them is not shown.');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
