import { readFile } from 'node:fs/promises';
import type { Region } from '../support/expected-cells';
import { Grid } from '../support/grid';
import { QueryForm } from '../support/query-form';
import { expect, test } from '../support/test';
import { messagesOf, type Translate } from '../support/message-catalogue';

// How a query outlasts the moment it was built in: as words, as a link, as a view with a name.
const FILTER = 'PriceList~is-any-of~DE~AT;Value~between~10.00~1200.50';
const WORDS: Record<Region, string> = {
  'en-GB': 'PriceList is any of DE, AT · Value from 10.00 to 1,200.50 · Value highest first',
  'de-DE': 'PriceList ist eines von DE, AT · Value von 10,00 bis 1.200,50 · Value absteigend',
};

for (const region of ['en-GB', 'de-DE'] as const) {
  test.describe(region, () => {
    test.use({ locale: region });
    const t = messagesOf(region);

    test('a link is said in words, its broken parts one by one; it is copied with its snapshot or without', async ({
      page,
      context,
      signIn,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const broken = `${FILTER};Gone~is~x;Value~like~1&sort=-Value,Gone`;
      await signIn({ at: `/prices/SalesPrice?v=1&filter=${broken}`, t });
      const form = new QueryForm(page, t);
      const notice = page.getByRole('alert');
      await expect(notice).toContainText(t('resultsTools.addressTitle', { count: 3 }));
      await expect(notice.getByRole('listitem')).toHaveText([
        problemText(t, 'unknown-field', 'Gone'),
        problemText(t, 'unknown-operator', 'Value like 1'),
        problemText(t, 'unknown-field', 'Gone'),
      ]);
      await expect(page).toHaveTitle(`Sales price: ${WORDS[region]} · Colonnade`);
      await expect(form.filter(2)).toContainText('= 1200.50');
      await form.run();
      const grid = new Grid(page, t('results.results'));
      await grid.expectRowLoaded(0);
      const line = page.getByRole('group', { name: t('queryLine.group'), exact: true });
      for (const part of WORDS[region].split(' · ')) {
        await expect(line.getByRole('button', { name: part, exact: true })).toBeVisible();
      }
      // What is run is whole again.
      await expect(notice).toHaveCount(0);
      const address = page.url();
      expect(address).toContain(`?v=1&filter=${FILTER}&sort=-Value&cacheKey=`);

      const copied = async (item: string) => {
        await page.evaluate(() => navigator.clipboard.writeText(''));
        await form.button(t('workbench.query.copyLink')).click();
        await page.getByRole('menuitem', { name: item }).click();
        await expect(page.getByText(t('workbench.query.linkCopied'))).toBeVisible();
        // The note of an earlier copy may still be there.
        const read = () => page.evaluate(() => navigator.clipboard.readText());
        await expect.poll(read).not.toBe('');
        return read();
      };
      expect(await copied(t('workbench.query.linkToSnapshot'))).toBe(address);
      const link = await copied(t('workbench.query.linkToQuery'));
      expect(link).toBe(address.replace(/&cacheKey=.*/, ''));

      // The person who opens it has the query, and takes a snapshot of their own.
      await page.goto(link);
      await expect(form.filter(2)).toContainText('= 1200.50');
      await expect(page.getByText(t('workbench.query.notRunYet'))).toBeVisible();
      await page.goto('/prices/SalesPrice?v=9&filter=x');
      await expect(page.getByRole('alert')).toContainText(problemText(t, 'unknown-version', '9'));
    });

    test(`a view is saved with its columns, changed, renamed, handed on, and opens with what is left of it`, async ({
      page,
      signIn,
    }) => {
      // Many steps, and reloads among them.
      test.slow();
      await signIn({ as: 'Analyst', at: `/prices/SalesPrice?v=1&filter=${FILTER}`, t });
      const form = new QueryForm(page, t);
      const grid = new Grid(page, t('results.results'));
      const menu = async (item: string | RegExp) => {
        await page.getByRole('button', { name: new RegExp(`^${t('views.button')}`) }).click();
        await page.getByRole('menuitem', { name: item }).click();
      };
      const current = (name: string) => page.getByRole('button', { name: t('views.buttonOf', { name }) });
      await form.run();
      await grid.expectRowLoaded(0);
      await grid.header('PriceList').focus();
      await page.keyboard.press('Alt+ArrowDown');
      await page.getByRole('menuitem', { name: t('resultsTools.menu.pinLeft') }).click();

      await menu(t('views.saveAs'));
      await page.getByRole('textbox', { name: t('views.name') }).fill('Mine');
      await page.getByRole('checkbox', { name: t('views.makeDefault') }).check();
      await page.getByRole('checkbox', { name: t('views.runOnOpen') }).check();
      await page.keyboard.press('Enter');
      await expect(current('Mine')).toBeVisible();

      await form.button(t('conditions.editor.remove', { number: 1 })).click();
      await expect(page.getByText(t('views.changed'), { exact: true })).toBeVisible();
      await menu(t('views.revert'));
      await expect(form.filter(2)).toBeVisible();
      await menu(t('views.rename'));
      await page.getByRole('textbox', { name: t('views.name') }).fill('Ours');
      await page.keyboard.press('Enter');
      await expect(current('Ours')).toBeVisible();

      // The price column opens with it, and runs it.
      await page.getByRole('link', { name: t('shell.priceColumns') }).click();
      await page.getByRole('link', { name: 'Sales price', exact: true }).click();
      await grid.expectRowLoaded(0);
      await expect(grid.header('PriceList')).toHaveAttribute('aria-colindex', '1');
      await menu(t('views.delete'));
      await form.button(t('views.undo')).click();
      await expect(page.getByText(t('views.broughtBack', { name: 'Ours' })).first()).toBeVisible();

      const downloading = page.waitForEvent('download');
      await menu(t('views.export'));
      const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
      const [view] = file.views;
      file.views.push(
        { ...view, name: 'Older', isDefault: false, query: { v: '1', filter: `Gone~is~1;${FILTER}` } },
        {
          ...view,
          name: 'Costs',
          priceColumn: 'CostForPricing',
          query: { v: '1', sort: 'CostForPricing,Name' },
        },
        { name: 'no view' },
      );
      await page.getByLabel(t('views.importFile')).setInputFiles({
        name: 'views.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(file)),
      });
      const imported = t('views.imported', { added: 2, known: 1, broken: 1 });
      await expect(page.getByText(imported).first()).toBeVisible();

      const notice = page.getByRole('alert');
      await menu('Older');
      await expect(notice).toContainText(t('views.problemsTitle', { count: 1 }));
      await expect(notice).toContainText(problemText(t, 'unknown-field', 'Gone'));
      await expect(form.filter(2)).toBeVisible();
      // Not run: something is missing.
      await expect(page.getByText(t('workbench.query.notRunYet'))).toBeVisible();

      await page.getByRole('link', { name: t('shell.priceColumns') }).click();
      await page.getByRole('link', { name: 'Cost for pricing', exact: true }).click();
      await expect(notice).toContainText(problemText(t, 'locked-field', 'CostForPricing'));
      const sorted = form.sort(1).getByRole('combobox', { name: t('workbench.sort.field') });
      await expect(sorted).toHaveValue('Name');
    });
  });
}

/** A message of the catalogue without its markup, which shows the part of the link as code. */
function problemText(
  t: Translate,
  kind: 'locked-field' | 'unknown-field' | 'unknown-operator' | 'unknown-version',
  part: string,
): string {
  return t(`resultsTools.addressProblem.${kind}`).replace('<code>{text}</code>', part);
}
