import type { Locator, Page } from '@playwright/test';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';
import { messagesOf } from '../support/message-catalogue';

const t = messagesOf('en-GB');

test('all of it works by keyboard alone, and is said; the panel is as wide as it was left', async ({
  page,
  signIn,
}) => {
  // The test is slow, because it has many steps, and each run takes time.
  test.slow();
  await signIn({ at: '/prices/SalesPrice', t });
  const form = new QueryForm(page, t);
  const grid = new Grid(page, t('results.results'));
  const said = (text: string) =>
    expect(page.locator('[aria-live="polite"]').filter({ hasText: text })).toHaveCount(1);
  const choose = async (combobox: Locator, text: string) => {
    await expect(combobox).toBeFocused();
    await page.keyboard.type(text);
    await expect(page.getByRole('option', { name: text, exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(combobox).toHaveValue(text);
    await expect(combobox).toHaveAttribute('aria-expanded', 'false');
  };
  await tabTo(page, form.button(t('workbench.filters.add')));
  await page.keyboard.press('Enter');
  await said(t('workbench.filters.added', { number: 1 }));
  const filter = form.filter(1);
  await choose(filter.getByRole('combobox', { name: t('conditions.editor.field') }), 'PriceList');
  await page.keyboard.press('Tab');
  await choose(
    filter.getByRole('combobox', { name: t('conditions.editor.operator') }),
    t('conditions.operator.is-any-of'),
  );
  await tabTo(page, filter.getByRole('textbox', { name: t('conditions.editor.values') }));
  await page.keyboard.type('DE');
  await page.keyboard.press('Enter');
  await said(
    t('conditions.list.added', {
      added: '1',
      duplicateCount: 0,
      duplicates: '0',
      unreadableCount: 0,
      unreadable: '0',
    }),
  );
  await page.keyboard.type('AT');
  await tabTo(page, form.button(t('workbench.sort.add')));
  await page.keyboard.press('Enter');
  await choose(form.sort(1).getByRole('combobox', { name: t('workbench.sort.field') }), 'Value');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/filter=PriceList~is-any-of~DE~AT&sort=Value&cacheKey=/);
  await grid.expectRowLoaded(0);
  await tabTo(page, form.button(t('conditions.editor.remove', { number: 1 })), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(form.button(t('workbench.filters.add'))).toBeFocused();
  await said(t('workbench.filters.removed', { number: 1 }));
  await page.keyboard.press('Control+z');
  await expect(filter).toBeVisible();

  // A filter without a value disappears when it loses the focus. Only Run keeps it, and asks for the missing value.
  const empty = form.filter(2);
  const emptyField = empty.getByRole('combobox', { name: t('conditions.editor.field') });
  await form.button(t('workbench.filters.add')).click();
  await expect(emptyField).toBeFocused();
  await (await grid.cell({ row: 0, column: 'Value' })).click();
  await expect(empty).toBeHidden();
  await form.button(t('workbench.filters.add')).click();
  await expect(emptyField).toBeFocused();
  await form.run();
  await expect(emptyField).toHaveAttribute('aria-invalid', 'true');
  await expect(emptyField).toBeFocused();
  await form.button(t('conditions.editor.remove', { number: 2 })).click();
  await expect(empty).toBeHidden();

  const { height: gridPx = 0 } = (await grid.root.boundingBox()) ?? {};
  expect(gridPx).toBeGreaterThanOrEqual((800 * 2) / 3);
  const edge = page.getByRole('separator', { name: t('workbench.query.resize') });
  const widthPx = async () => Number(await edge.getAttribute('aria-valuenow'));
  const before = await widthPx();
  await tabTo(page, edge);
  await page.keyboard.press('ArrowRight');
  await expect.poll(widthPx).toBeGreaterThan(before);
  const byKey = await widthPx();
  const at = await edge.boundingBox();
  if (at === null) throw new Error('The edge is there.');
  await page.mouse.move(at.x, at.y + 200);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y + 200, { steps: 3 });
  await page.mouse.up();
  await expect.poll(widthPx).toBe(byKey + 60);
  await page.reload();
  await expect.poll(widthPx).toBe(byKey + 60);
  await form.button(t('workbench.query.collapse')).click();
  const expand = page.getByRole('button', { name: t('workbench.query.expand') });
  await expect(expand).toBeFocused();
  await page.reload();
  await expect(form.root).toBeHidden();
  await expand.click();
  await expect(form.root).toBeVisible();

  await page.setViewportSize({ width: 1024, height: 768 });
  await grid.expectRowLoaded(0);
  await expect(form.button(t('workbench.query.run'))).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await grid.root.boundingBox())?.width ?? 0).toBeGreaterThan(1024 / 2);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
});

/** Presses a key until the element has the focus. */
async function tabTo(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  const isFocused = () => element.evaluate((node) => node === document.activeElement);
  await expect(element).toBeVisible();
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1) await page.keyboard.press(key);
  await expect(element).toBeFocused();
}
