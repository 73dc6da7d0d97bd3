import { recordExtractions } from '../support/extraction-requests';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';
import { messagesOf } from '../support/message-catalogue';

const t = messagesOf('en-GB');

test('fields and sort rules are moved by key, button and pointer; nothing is sent before Run, and all can be taken back', async ({
  page,
  signIn,
  servedConsole,
}) => {
  const requests = await recordExtractions(page, servedConsole.servedWith);
  await page.setViewportSize({ width: 1280, height: 600 });
  await signIn({ at: '/prices/SalesPrice', t });
  const form = new QueryForm(page, t);

  await test.step('a field that is picked up by key moves with the first arrow, and its list stays', async () => {
    const field = 'ValidFrom';
    const handle = form.handle(field);
    await expect(handle).toBeVisible();
    const fields = await form.chosenFields();
    const place = fields.indexOf(field) + 1;
    // The handle is in the middle of a scrolled list, where the library for dragging would begin to scroll the list.
    const scrollTop = () =>
      handle.evaluate((element) => {
        let scroller = element.parentElement;
        while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1) {
          scroller = scroller.parentElement;
        }
        return scroller?.scrollTop ?? 0;
      });
    await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    // The code for moving is loaded when the handle gets the focus.
    await handle.focus();
    await page.waitForLoadState('networkidle');
    const before = await scrollTop();
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press('Space');
    await expect(page.locator('[data-dragging="true"]')).toContainText(field);
    expect(await scrollTop()).toBe(before);
    const over = page.getByText(`${field} over position ${place + 1} of ${fields.length}`);
    // The arrow key has an effect only after the positions of the other fields have been measured, so it is pressed again.
    await expect(async () => {
      if ((await over.count()) === 0) await page.keyboard.press('ArrowDown');
      await expect(over).toBeAttached({ timeout: 500 });
    }).toPass();
    expect(await scrollTop()).toBe(before);
    await page.keyboard.press('Space');
    await expect.poll(async () => (await form.chosenFields()).indexOf(field) + 1).toBe(place + 1);
  });

  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('the calendar opens within the window, on today, and is used by keyboard at once', async () => {
    const open = await form.addFilter('ValidTo', 'on or after', null);
    await open.getByRole('button', { name: t('conditions.editor.chooseDate') }).click();
    const picker = page.getByRole('dialog', { name: t('conditions.editor.chooseDate') });
    await expect(picker.locator('[aria-current="date"]')).toBeFocused();
    await expect(picker).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Home');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    const chosen = open.getByRole('textbox', { name: t('conditions.editor.value') });
    await expect(chosen).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
    await form.button(t('conditions.editor.remove', { number: 1 })).click();
  });

  await page.goto('/prices/SalesPrice?v=1&fields=EntryNo,PriceList,Value,ValidFrom');
  await expect.poll(() => form.chosenFields()).toEqual(['EntryNo', 'PriceList', 'Value', 'ValidFrom']);
  const state = (count: number) =>
    expect(form.root.getByText(t('workbench.query.changes', { count }), { exact: true })).toBeVisible();
  const [up, down] = [t('workbench.sort.ascending'), t('workbench.sort.descending')];
  await form.addSort('Value', down);
  await form.addSort('EntryNo', up);
  await form.addSort('PriceList', up);
  const fieldOf = (number: number) =>
    form.sort(number).getByRole('combobox', { name: t('workbench.sort.field') });
  const order = async (...names: string[]) => {
    for (const [index, name] of names.entries()) await expect(fieldOf(index + 1)).toHaveValue(name);
  };
  // A field can be sorted by only once, so the list omits the fields of other rules.
  await fieldOf(3).click();
  await expect(page.getByRole('option', { name: 'ValidFrom', exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Value', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await form.button(t('workbench.sort.moveUp', { number: 3 })).click();
  await expect(form.button(t('workbench.sort.moveUp', { number: 2 }))).toBeFocused();
  await order('Value', 'PriceList', 'EntryNo');
  const handle = (number: number) => form.handle(t('workbench.sort.rule', { number }));
  await handle(2).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(handle(1)).toBeFocused();
  await order('PriceList', 'Value', 'EntryNo');
  await form.drag(handle(3), handle(2));
  await order('PriceList', 'EntryNo', 'Value');
  await state(3);
  expect(requests).toEqual([]);
  await form.run();
  await expect(page).toHaveURL(/sort=PriceList,EntryNo,-Value&cacheKey=/);
  const grid = new Grid(page, t('results.results'));
  await grid.expectRowLoaded(0);
  await expect(grid.header('PriceList')).toHaveAttribute('aria-sort', 'ascending');
  expect(requests.find(({ body }) => 'useCache' in body)?.body['orderby']).toEqual([
    'PriceList',
    'EntryNo',
    'Value desc',
  ]);
  await expect(form.root.getByText(t('workbench.query.asRun'))).toBeVisible();

  await form.button(t('workbench.sort.remove', { number: 2 })).click();
  await form.fields.getByRole('checkbox', { name: 'ValidFrom', exact: true }).uncheck();
  await state(2);
  await page.keyboard.press('Control+z');
  await state(1);
  await page.keyboard.press('Control+Shift+z');
  await state(2);
  await form.button(t('workbench.query.reset')).click();
  await expect(form.root.getByText(t('workbench.query.asRun'))).toBeVisible();
  await order('PriceList', 'EntryNo', 'Value');
  await form.button(t('workbench.query.undo')).click();
  await state(2);
});
