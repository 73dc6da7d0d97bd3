import { recordExtractions } from '../support/extraction-requests';
import type { Region } from '../support/expected-cells';
import { Grid } from '../support/grid';
import { paste } from '../support/paste';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';
import { messagesOf } from '../support/message-catalogue';

// The builder from its first field to its last rule, in both languages: what is typed differs, what is asked does not.
const TYPED: Record<Region, { readonly value: string; readonly fine: string; readonly foreign: string }> = {
  'en-GB': { value: '1,234.5', fine: '1.23456', foreign: '12,5' },
  'de-DE': { value: '1.234,5', fine: '1,23456', foreign: '12.5' },
};
const LAST_MONTH: Record<Region, string> = {
  'en-GB': '01/10/2026 to 31/10/2026',
  'de-DE': '01.10.2026 bis 31.10.2026',
};

// One month after the Monday of the week of 21 November.
const NEXT_MONTH: Record<Region, string> = { 'en-GB': '16/12/2026', 'de-DE': '16.12.2026' };

for (const region of ['en-GB', 'de-DE'] as const) {
  test.describe(region, () => {
    test.use({ locale: region });
    const t = messagesOf(region);

    test('fields are found, chosen and put in order; locked ones say what they need', async ({
      page,
      signIn,
      servedWith,
    }) => {
      const requests = await recordExtractions(page, servedWith);
      await signIn({ as: 'Analyst', at: '/prices/CostForPricing', t });
      const form = new QueryForm(page, t);
      const box = (name: string) => form.fields.getByRole('checkbox', { name, exact: true });
      // Locked fields are among the others, below the chosen ones.
      await form.fields.getByRole('button', { expanded: false }).click();
      await expect(box('CostForPricing')).toBeDisabled();
      await expect(box('CostForPricing')).toHaveAccessibleDescription(
        t('workbench.fields.locked', { right: t('rights.view', { column: 'CostForPricing' }) }),
      );
      await expect(box('Number')).toHaveAccessibleDescription(
        t('workbench.fields.description', { type: t('columnType.textUpTo', { count: 128 }), isKey: 'true' }),
      );
      for (const [add, rule] of [
        ['workbench.filters.add', form.filter(1)],
        ['workbench.sort.add', form.sort(1)],
      ] as const) {
        await form.button(t(add)).click();
        await expect(rule.getByRole('combobox').first()).toBeFocused();
        await page.keyboard.press('ArrowDown');
        await expect(page.getByRole('option', { name: 'Number', exact: true })).toBeVisible();
        await expect(page.getByRole('option', { name: 'CostForPricing' })).toHaveCount(0);
        await page.keyboard.press('Escape');
      }
      await form.button(t('workbench.query.reset')).click();

      // One has to stay.
      await form.button(t('workbench.fields.clear')).click();
      await form.run();
      const search = form.fields.getByRole('searchbox', { name: t('workbench.fields.search') });
      await expect(search).toBeFocused();
      await expect(search).toHaveAccessibleDescription(t('workbench.problem.no-field-selected'));
      await page.keyboard.type('n');
      await form.button(t('workbench.fields.selectFound')).click();
      await page.keyboard.press('Control+Enter');
      await new Grid(page, t('results.results')).expectRowLoaded(0);
      const asked = () => requests.filter(({ body }) => 'useCache' in body).map(({ body }) => body['fields']);
      expect(asked()).toEqual([['Number', 'Name', 'Currency', 'NeedsPrice', 'InsertDate']]);

      await search.fill('');
      await form.button(t('workbench.fields.clear')).click();
      for (const name of ['Number', 'Name', 'cd_PriceGroup', 'Supplier']) await box(name).check();
      // Folded, the list is the four chosen fields, without those that were just unticked.
      await form.button(t('queryLine.otherFields', { count: 3 })).click();
      // The code that moves things loads with the first press.
      await form.handle('Name').press('Space');
      await expect(page.locator('[data-dragging="true"]')).toContainText('Name');
      // Keys are read from when the positions of the others have been measured.
      await expect(async () => {
        await page.keyboard.press('ArrowUp');
        const over = page.getByText(t('reorder.over', { item: 'Name', place: 1, count: 4 }));
        await expect(over).toBeAttached({ timeout: 500 });
      }).toPass();
      await page.keyboard.press('Escape');
      await expect(page.locator('[data-dragging="true"]')).toHaveCount(0);
      await form.drag(form.handle('Supplier'), form.handle('Name'));
      await expect.poll(() => form.chosenFields()).toEqual(['Number', 'Supplier', 'Name', 'cd_PriceGroup']);
      await box('cd_PriceGroup').focus();
      await page.keyboard.press('Alt+ArrowUp');
      await expect(box('cd_PriceGroup')).toBeFocused();
      const order = ['Number', 'Supplier', 'cd_PriceGroup', 'Name'];
      await expect.poll(() => form.chosenFields()).toEqual(order);
      await form.run();
      await expect(page).toHaveURL(/fields=Number,Supplier,cd_PriceGroup,Name&cacheKey=/);
      const headers = new Grid(page, t('results.results')).root.getByRole('columnheader');
      await expect(headers).toHaveText(order.map((name) => new RegExp(`^${name}`)));
      expect(asked().at(-1)).toEqual(order);
    });

    test(`filters read what is typed here, refuse what is not sure, and can be arranged`, async ({
      page,
      signIn,
    }) => {
      await page.clock.setFixedTime('2026-11-21T10:00:00+01:00');
      await signIn({ at: '/prices/SalesPrice', t });
      const form = new QueryForm(page, t);
      const operator = (id: 'greater-than' | 'last-month' | 'is-any-of' | 'on-or-after') =>
        t(`conditions.operator.${id}`);
      const { value: typed, fine, foreign } = TYPED[region];
      const filter = await form.addFilter('Value', operator('greater-than'), fine);
      const value = filter.getByRole('textbox', { name: t('conditions.editor.value') });
      await form.run();
      await expect(value).toBeFocused();
      await expect(value).toHaveAccessibleDescription(
        new RegExp(t('workbench.problem.too-many-decimals', { scale: 4 })),
      );
      await value.fill(foreign);
      await filter
        .getByRole('button', { name: foreign.replace(/[.,]/, (sign) => (sign === '.' ? ',' : '.')) })
        .click();
      await expect(filter).toContainText('= 12.5');
      await value.fill(typed);
      await expect(filter).toContainText('= 1234.5');

      // The calendar opens within the window, on today, and is used by keyboard at once.
      const open = await form.addFilter('ValidTo', operator('on-or-after'), null);
      await open.getByRole('button', { name: t('conditions.editor.chooseDate') }).click();
      const picker = page.getByRole('dialog', { name: t('conditions.editor.chooseDate') });
      await expect(picker.locator('[aria-current="date"]')).toBeFocused();
      await expect(picker).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Home');
      await page.keyboard.press('PageDown');
      await page.keyboard.press('Enter');
      const chosen = open.getByRole('textbox', { name: t('conditions.editor.value') });
      await expect(chosen).toHaveValue(NEXT_MONTH[region]);
      await expect(open).toContainText(t('conditions.editor.emptyOmitted', { field: 'ValidTo' }));
      await form.button(t('conditions.editor.remove', { number: 2 })).click();

      const dated = await form.addFilter('ValidFrom', operator('last-month'), null);
      await expect(dated).toContainText(LAST_MONTH[region]);

      const listed = await form.addFilter('MinimumQuantity', operator('is-any-of'), null);
      const values = listed.getByRole('textbox', { name: t('conditions.editor.values') });
      await paste(values, '1\r\n10\r\n10\r\nten\r\n25');
      await expect(listed).toContainText(
        t('conditions.list.added', {
          added: '4',
          duplicateCount: 1,
          duplicates: '1',
          unreadableCount: 1,
          unreadable: '1',
        }),
      );
      await form.run();
      await expect(values).toHaveAccessibleDescription(
        t('workbench.problem.unreadable-list', { count: 1, formatted: '1', values: 'ten' }),
      );
      await listed.getByRole('button', { name: t('conditions.list.removeUnreadable') }).click();

      // The copy is turned off, and so not sent; the list goes to the front.
      await form.chooseForFilter(1, t('conditions.editor.duplicate'));
      await form.chooseForFilter(2, t('conditions.editor.disable'));
      await expect(form.filter(2)).toContainText(t('conditions.editor.disabled'));
      await form.button(t('conditions.editor.remove', { number: 3 })).click();
      const fieldOf = (number: number) =>
        form.filter(number).getByRole('combobox', { name: t('conditions.editor.field') });
      await expect(fieldOf(3)).toBeFocused();
      await expect(fieldOf(3)).toHaveValue('MinimumQuantity');
      await page.keyboard.press('Control+z');
      await expect(fieldOf(3)).toHaveValue('ValidFrom');
      await form.drag(
        form.handle(t('workbench.filters.rule', { number: 4 })),
        form.handle(t('workbench.filters.rule', { number: 3 })),
      );
      await expect(fieldOf(3)).toHaveValue('MinimumQuantity');
      await form.run();
      await expect(page).toHaveURL(
        /filter=Value~greater-than~1234\.5;!off~Value~greater-than~1234\.5;MinimumQuantity~is-any-of~1~10~25;ValidFrom~last-month&/,
      );
      await new Grid(page, t('results.results')).expectRowLoaded(0);
    });

    test('sort rules are moved three ways; nothing is sent before Run, and all can be taken back', async ({
      page,
      signIn,
      servedWith,
    }) => {
      const requests = await recordExtractions(page, servedWith);
      await signIn({ at: '/prices/SalesPrice?v=1&fields=EntryNo,PriceList,Value,ValidFrom', t });
      const form = new QueryForm(page, t);
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
      // A field is there once.
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
  });
}

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1280, height: 600 } });

  test('a field that is picked up by key moves with the first arrow, and its list stays', async ({
    page,
    signIn,
  }) => {
    await signIn({ at: '/prices/SalesPrice' });
    const form = new QueryForm(page);
    const field = 'ValidFrom';
    const handle = form.handle(field);
    await expect(handle).toBeVisible();
    const fields = await form.chosenFields();
    const place = fields.indexOf(field) + 1;
    // In the middle of a list that is scrolled, from where on the library would scroll it.
    const scrollTop = () =>
      handle.evaluate((element) => {
        let scroller = element.parentElement;
        while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1) {
          scroller = scroller.parentElement;
        }
        return scroller?.scrollTop ?? 0;
      });
    await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    // The code that moves things loads with the focus.
    await handle.focus();
    await page.waitForLoadState('networkidle');
    const before = await scrollTop();
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press('Space');
    await expect(page.locator('[data-dragging="true"]')).toContainText(field);
    expect(await scrollTop()).toBe(before);
    const over = page.getByText(`${field} over position ${place + 1} of ${fields.length}`);
    // Keys are read from when the positions of the others have been measured.
    await expect(async () => {
      if ((await over.count()) === 0) await page.keyboard.press('ArrowDown');
      await expect(over).toBeAttached({ timeout: 500 });
    }).toPass();
    expect(await scrollTop()).toBe(before);
    await page.keyboard.press('Space');
    await expect.poll(async () => (await form.chosenFields()).indexOf(field) + 1).toBe(place + 1);
  });
});
