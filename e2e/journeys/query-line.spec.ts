import type { Locator } from '@playwright/test';
import { expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';

const QUERY =
  '/prices/SalesPrice?v=1&fields=EntryNo,PriceList,Value,ValidFrom&filter=PriceList~is-any-of~DE~AT;' +
  'Value~between~10.00~20.00;ValidFrom~this-year;ItemNumber~starts-with~A&sort=-Value,EntryNo';

test('the query line holds what fits, and everything at 320 pixels', async ({ page, signIn }) => {
  await signIn({ at: QUERY });
  const form = new QueryForm(page);
  const line = page.getByRole('group', { name: 'Query line' });
  const fitsSideways = () =>
    expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await test.step('a chip leads to its editor in the builder, and opens it without', async () => {
    const chip = line.getByRole('button', { name: 'Value from 10.00 to 20.00', exact: true });
    await chip.click();
    await expect(form.filter(2).getByLabel('From', { exact: true })).toBeFocused();
    await expect(form.filter(2)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Collapse the query' }).click();
    await chip.click();
    const editor = page.getByRole('dialog', { name: 'Filter 2' });
    await expect(editor.getByLabel('From', { exact: true })).toBeFocused();
    await expect(editor.getByLabel('To', { exact: true })).toBeInViewport({ ratio: 1 });
    await expectNoAxeViolations(page, editor);
    await page.keyboard.press('Escape');
    await expect(editor).toHaveCount(0);
    await expect(chip).toBeFocused();
    await line.getByRole('button', { name: 'Show the query' }).click();
  });

  await test.step('the edge of the panel has a menu of widths, and a problem is above the footer', async () => {
    const edge = page.getByRole('separator', { name: 'Width of the query' });
    await edge.click();
    await page.getByRole('menuitem', { name: 'Wide' }).click();
    await expect(edge).toHaveAttribute('aria-valuenow', '560');
    await expect(edge).toBeFocused();
    // A filter takes only one line if there is room.
    const filter = form.filter(4);
    const [field, value] = [filter.getByRole('combobox').first(), filter.getByRole('textbox')];
    const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
    await expect.poll(async () => (await topOf(field)) - (await topOf(value))).toBe(0);
    await page.setViewportSize({ width: 1280, height: 480 });
    await value.fill('x'.repeat(200));
    await expect(filter.getByText(/At most/)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Control+z');
  });

  await test.step('at 320 pixels the query is a sheet, and Run is in view', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(form.root).toBeHidden();
    await fitsSideways();
    await expect(line.getByRole('button', { name: 'Run', exact: true })).toBeInViewport({ ratio: 1 });
    await line.getByRole('button', { name: 'Show the query' }).click();
    const sheet = page.getByRole('dialog', { name: 'Query' });
    await expect(sheet.getByRole('button', { name: 'Run', exact: true })).toBeInViewport({ ratio: 1 });
    await fitsSideways();
    await expectNoAxeViolations(page, sheet);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(line.getByRole('button', { name: 'Show the query' })).toBeFocused();

    await line.getByRole('button', { name: /^6 rules$|more$/ }).click();
    const rules = page.getByRole('dialog', { name: 'Filters, sort rules and columns' });
    await rules.getByRole('button', { name: 'ItemNumber starts with A', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Filter 4' });
    await expect(editor.getByLabel('Value', { exact: true })).toBeFocused();
    await fitsSideways();
    await editor.getByRole('button', { name: 'Remove filter 4' }).click();
    await page.keyboard.press('Control+Enter');
    await new Grid(page).expectRowLoaded(0);
    await expect(page).not.toHaveURL(/ItemNumber/);
    await fitsSideways();
  });
});
