import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleInBothSchemes } from '../support/axe';
import { DemoService } from '../support/demo-service';
import { bytesOf } from '../support/exports';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

async function saveView(page: Page, at: string, name: string): Promise<void> {
  await page.goto(at);
  await page.getByRole('button', { name: /^Saved views/ }).click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Saved views: ${name}` })).toBeVisible();
}

test('saved views are found, opened, renamed, deleted, brought back and taken along as a file', async ({
  page,
  signIn,
}) => {
  const table = page.getByRole('table', { name: 'Saved views' });
  const row = (name: string) =>
    table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
  await signIn({ as: 'Analyst', at: '/views' });
  await expect(page.getByRole('heading', { name: 'Saved views', level: 1 })).toBeVisible();
  await expect(page.getByText('Nothing saved yet')).toBeVisible();

  await saveView(page, '/prices/SalesPrice?v=1&filter=PriceList~is~DE&show=columns', 'German prices');
  await saveView(page, '/prices/SalesPrice?v=1&filter=PriceList~is~AT', 'Austrian prices');
  await saveView(page, '/prices/PromotionPrice?v=1', 'All promotions');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Saved views', exact: true })
    .click();
  await expect(table.getByRole('rowheader')).toHaveText([
    'All promotions',
    'Austrian prices',
    'German prices',
  ]);
  await expect(row('German prices')).toContainText('PriceList is DE');
  await expect(row('German prices')).toContainText('Columns');
  await expect(row('German prices')).toContainText('Not run here');
  await expectAccessibleInBothSchemes(page);

  await test.step('search, and a reload keeps it', async () => {
    const search = page.getByRole('searchbox', { name: 'Search saved views' });
    await search.fill('sales austrian');
    await expect(table.getByRole('rowheader')).toHaveText(['Austrian prices']);
    await expect(page.getByText('1 of 3 saved views')).toBeVisible();
    await page.reload();
    await expect(table.getByRole('rowheader')).toHaveText(['Austrian prices']);
    await search.fill('nothing of the kind');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(table.getByRole('rowheader')).toHaveCount(3);
  });

  await test.step('rename; delete, and bring back', async () => {
    await page.getByRole('button', { name: 'Rename: German prices' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Austrian prices');
    await expect(page.getByText('A view of this price column has that name.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Prices of Germany');
    await page.keyboard.press('Enter');
    await expect(row('Prices of Germany')).toBeVisible();
    await page.getByRole('button', { name: 'Delete: Prices of Germany' }).click();
    await expect(row('Prices of Germany')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Saved views', level: 1 })).toBeFocused();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(row('Prices of Germany')).toContainText('PriceList is DE');
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  });

  await test.step('a file of them is read where they are unknown', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as file', exact: true }).click();
    const path = await (await download).path();
    await page.getByRole('button', { name: 'Delete: Prices of Germany' }).click();
    await expect(row('Prices of Germany')).toHaveCount(0);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open a file' }).click();
    const buffer = await readFile(path);
    await (await chooser).setFiles([{ name: 'views.json', mimeType: 'application/json', buffer }]);
    await expect(page.getByRole('main').getByText('1 view imported, 2 known already')).toBeVisible();
    await expect(row('Prices of Germany')).toContainText('Columns');
  });

  await test.step('from the start page and the palette; opened, it is as it was saved', async () => {
    await page.goto('/prices');
    await page.getByRole('link', { name: 'All 3 saved views' }).click();
    await expect(page).toHaveURL(/\/views$/);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Snapshots');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/snapshots$/);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Saved views');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open: Austrian prices' }).click();
    await expect(page.getByRole('button', { name: 'Saved views: Austrian prices' })).toBeVisible();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await new Grid(page).expectRowLoaded(0);
    await page.goBack();
    await page.goBack();
    await expect(row('Austrian prices')).toContainText(/rows/);
  });
});

test('the routine runs the ticked views, compares them with the last time, and tells what is new', async ({
  page,
  context,
  signIn,
}) => {
  const region = page.getByRole('region', { name: 'What is new' });
  const card = (name: string) => region.getByRole('article', { name });
  const run = page.getByRole('button', { name: 'Run my routine' });
  const runToItsEnd = async () => {
    await run.click();
    await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
    await expect(run).toBeVisible();
  };
  await signIn({ at: '/views' });
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
  await saveView(page, '/prices/SalesPrice?v=1&filter=ItemNumber~starts-with~A-1000000', 'Fasteners');
  await saveView(page, '/prices/PromotionPrice?v=1', 'All promotions');
  await page.goto('/views');
  await expect(run).toBeDisabled();
  await page.getByRole('checkbox', { name: 'In my routine: Fasteners' }).check();
  await expect(run).toBeEnabled();

  await test.step('a view that cannot be run stops no other', async () => {
    const gone = {
      id: 'gone',
      priceColumn: 'NoSuchPrice',
      name: 'Prices of long ago',
      query: { v: '1' },
      arrangement: null,
      isDefault: false,
      runsOnOpen: false,
      isInRoutine: true,
      savedAtMs: 0,
    };
    const text = JSON.stringify({ format: 'colonnade-views', version: 1, views: [gone] });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open a file' }).click();
    const file = { name: 'views.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await (await chooser).setFiles([file]);
    await expect(page.getByRole('checkbox', { name: 'In my routine: Prices of long ago' })).toBeChecked();
    await runToItsEnd();
    await expect(region.getByRole('alert')).toContainText('Prices of long ago');
    await expect(region.getByRole('alert')).toContainText('is gone, or you may not read it');
    await expect(card('Fasteners')).toContainText('3,200 rows. Nothing to compare with yet');
    await expect(page.getByRole('row', { name: /^Fasteners/ })).toContainText(/(now|ago) · 3,200 rows/);
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Delete: Prices of long ago' }).click();
  });

  const changed = card('Fasteners').getByRole('link', { name: /^[\d,]+ changed$/ });
  let changedText = '';
  await test.step('the next run goes on while its person is elsewhere, and tells what has changed, to the row', async () => {
    await page.getByRole('button', { name: 'Demo controls' }).click();
    await page.getByRole('button', { name: 'Change source data' }).click();
    await page.keyboard.press('Escape');
    await run.click();
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Item schema' }).click();
    await expect(page).toHaveURL(/\/schema\/item$/);
    const asksBeforeClosing = await page.evaluate(
      () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    );
    expect(asksBeforeClosing).toBe(true);
    await main.getByRole('link', { name: 'Saved views', exact: true }).click();
    await expect(run).toBeVisible();
    await expect(changed).toBeVisible();
    changedText = ((await changed.textContent()) ?? '').replace(' changed', '');
    await expect(card('Fasteners')).toContainText('3,200 rows now');
    await expect(card('Fasteners')).toContainText(/Effect of one of each: EUR \+/);
    const findings = card('Fasteners').getByRole('table', { name: 'Findings' });
    await expect(findings.getByRole('row', { name: /^Validity overlaps 8 rows 0 0$/ })).toBeVisible();
    await page.reload();
    await expect(changed).toHaveText(`${changedText} changed`);
  });

  await test.step('one tab runs it at a time, and a run that is cancelled leaves what was found', async () => {
    const other = await context.newPage();
    await other.goto('/views');
    const otherRun = other.getByRole('button', { name: 'Run my routine' });
    await expect(otherRun).toBeEnabled();
    const demo = new DemoService(page);
    await demo.holdResponses();
    await run.click();
    await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
    await otherRun.click();
    await expect(other.getByRole('alert')).toHaveText(/^Your routine is running in another tab/);
    await expect(otherRun).toBeVisible();
    await other.close();
    await demo.respondAtOnce();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(run).toBeVisible();
    await expect(changed).toHaveText(`${changedText} changed`);
  });

  await test.step('the report is a workbook with a sheet of what is new, and one per view', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export report' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Routine of \d{4}-\d{2}-\d{2}\.xlsx$/);
    const content = bytesOf(await readFile(await file.path()));
    for (const sheet of ['What is new', 'Effect', 'Findings', 'Fasteners', 'About']) {
      expect(content).toContain(`<sheet name="${sheet}"`);
    }
    // The table has one row for the header and one for each changed row.
    const lastRow = Number(changedText.replaceAll(',', '')) + 1;
    expect(content).toMatch(new RegExp(`ref="A1:[A-Z]+${lastRow}"`));
  });

  await test.step('the start page tells when it was run, and copies of it are no recent work', async () => {
    await page.goto('/prices');
    const goOn = page.getByRole('region', { name: 'Go on' });
    await expect(goOn.getByRole('link', { name: /saved views · routine run/ })).toBeVisible();
    await expect(goOn.getByRole('listitem')).toHaveCount(2);
    await goOn.getByRole('link', { name: /saved views · routine run/ }).click();
  });

  await test.step('a figure opens the comparison, of rows that are kept', async () => {
    const raised = card('Fasteners').getByRole('link', { name: /^[\d,]+ prices? raised$/ });
    const raisedText = ((await raised.textContent()) ?? '').replace(/ prices? raised$/, '');
    await raised.click();
    await expect(page.getByText('Raised prices only')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Rows shown' })).toHaveText(
      new RegExp(`^${raisedText} rows?$`),
    );
    await page.goBack();
    await card('Fasteners').getByRole('link', { name: '8 rows' }).click();
    await expect(page.getByRole('button', { name: /^Validity overlaps/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.goBack();
    await changed.click();
    await expect(page).toHaveURL(/cacheKey=copy/);
    await expect(page.getByRole('button', { name: `Changed ${changedText}` })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.goto('/snapshots');
    const copies = page.getByRole('table', { name: 'Kept copies' });
    // The copies have the current rows, and the rows with which they were compared.
    await expect(copies.getByRole('rowheader', { name: 'Routine: Fasteners' })).toHaveCount(2);
  });

  await test.step('figures whose rows were deleted stay, and lead nowhere', async () => {
    await page.getByRole('button', { name: 'Delete Routine: Fasteners' }).first().click();
    const question = page.getByRole('dialog', { name: 'Delete this copy?' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(question).toBeHidden();
    await page.goto('/views');
    await expect(card('Fasteners')).toContainText('no longer kept in this browser');
    await expect(card('Fasteners')).toContainText(`${changedText} changed`);
    await expect(changed).toHaveCount(0);
  });
});
