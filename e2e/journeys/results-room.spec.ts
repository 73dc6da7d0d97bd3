import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInAllColours, expectNoAxeViolations } from '../support/axe';
import { Grid } from '../support/grid';
import { messagesOf } from '../support/message-catalogue';
import { expect, test } from '../support/test';

// The share of the page's height that the answer of a view has at least, even with the query panel open.

const SMALLEST_SHARE = 0.6;

/** Returns the share of the page's height from the top of the answer to the status line. */
async function shareOf(page: Page, answer: Locator): Promise<number> {
  const top = (await answer.boundingBox())?.y ?? Infinity;
  const grid = page.getByRole('main');
  const bottom = await grid.getByText(/expires in/).boundingBox();
  return ((bottom?.y ?? 0) - top) / (page.viewportSize()?.height ?? Infinity);
}

test('every view has most of the page for its answer, in all colours, and the grid stays where it was', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn({ at: '/prices/PromotionPrice' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const views = page.getByRole('tablist', { name: 'View of the snapshot' });
  const panel = page.getByRole('tablist', { name: 'Query panel' });
  expect(await shareOf(page, grid.root)).toBeGreaterThan(SMALLEST_SHARE);
  // The **Changes** view needs a second snapshot to compare with.
  const before = page.url();
  await page.getByRole('button', { name: 'Refresh snapshot' }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  await grid.expectRowLoaded(0);
  await grid.goToRow(150);
  await grid.expectRowLoaded(150);
  await (await grid.cell({ row: 150, column: 'PromotionValue' })).click();
  const fullValue = page.getByText('Full value');
  await expect(fullValue).toBeVisible();

  const answers = [
    ['Columns', page.getByRole('table', { name: 'Column profile' })],
    ['Pivot', page.getByRole('table', { name: 'Pivot' })],
    ['Changes', page.getByRole('button', { name: /^Added/ })],
    ['Checks', page.getByRole('grid', { name: 'Findings' })],
  ] as const;
  for (const [view, answer] of answers) {
    await test.step(view, async () => {
      await views.getByRole('tab', { name: view, exact: true }).click();
      await expect(panel.getByRole('tab', { name: 'View', exact: true })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await expect(answer).toBeVisible();
      await expect.poll(() => shareOf(page, answer)).toBeGreaterThan(SMALLEST_SHARE);
      if (view === 'Columns') await openProfileAndPictures(page);
      if (view === 'Pivot') await openChart(page);
      await expectAccessibleInAllColours(page);
    });
  }
  await test.step('the rows show their query again, where they were', async () => {
    await expect(grid.root).toBeHidden();
    // The full value belongs to a cell of the results, which are hidden.
    await expect(fullValue).toBeHidden();
    await views.getByRole('tab', { name: 'Rows', exact: true }).click();
    await expect(panel.getByRole('tab', { name: 'Builder', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await grid.expectRowLoaded(150);
    await expect(grid.row(150)).toBeInViewport();
    // The active cell is the one that Tab leads to.
    await expect(grid.row(150).locator('[tabindex="0"]')).toHaveCount(1);
  });
});

/** Shows the profile of a column, and then all columns as charts, one of them also as a table. */
async function openProfileAndPictures(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile of StartsOn', exact: true }).click();
  const region = page.getByRole('region', { name: 'Profile of StartsOn' });
  await expect(region.getByRole('img', { name: 'Distribution of StartsOn' })).toBeVisible();
  await expect(region.getByRole('table', { name: 'Days' })).toBeVisible();
  await expectAccessibleInAllColours(page);
  await region.getByRole('button', { name: 'Close profile' }).click();
  await page.getByRole('group', { name: 'Layout' }).getByRole('button', { name: 'Pictures' }).click();
  const currency = page.getByRole('region', { name: 'Currency', exact: true });
  await currency
    .getByRole('listbox', { name: 'Bars of Currency' })
    .getByRole('option', { name: /^CHF/ })
    .click();
  await expect(page.getByRole('status', { name: 'Selection' })).toContainText('rows selected');
  await currency.getByRole('button', { name: 'Bars as a table' }).click();
}

/** Opens a chart, checks that the table's totals stay in view, and saves the chart as an image. */
async function openChart(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Chart' }).click();
  const chart = page.getByRole('figure', { name: /^Chart of / });
  await expect(chart).toBeVisible();
  const totals = page.getByRole('table', { name: 'Pivot' }).getByRole('row', { name: /^Total/ });
  // Only the row's header is checked, because its numbers may be out of view at the side.
  await expect(totals.getByRole('rowheader')).toBeInViewport({ ratio: 1 });
  await chart.getByRole('button', { name: 'Save picture' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'PNG' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Pivot of .*\.png$/);
  expect((await readFile(await file.path())).subarray(1, 4).toString('latin1')).toBe('PNG');
}

test.describe('in a narrow window, in German', () => {
  test.use({ locale: 'de-DE', viewport: { width: 320, height: 720 } });

  test('tabs, coverage and every view have room', async ({ page, signIn }) => {
    const t = messagesOf('de-DE');
    await signIn({ at: '/prices/PromotionPrice', t });
    const run = page.getByRole('button', { name: t('workbench.query.run'), exact: true }).first();
    await run.click();
    await new Grid(page, t('results.results')).expectRowLoaded(0);
    // The **Changes** view needs a second snapshot to compare with.
    const shown = page.url();
    await run.click();
    await expect(page).not.toHaveURL(shown);
    const answers = [
      ['Spalten', page.getByRole('columnheader', { name: 'Mittelwert' })],
      ['Pivot', page.getByRole('table', { name: 'Pivot' })],
      ['Änderungen', page.getByRole('button', { name: /^Neu/ })],
      ['Prüfungen', page.getByRole('grid', { name: 'Befunde' })],
      ['Vorschlag', page.getByRole('group', { name: 'Zahlen des Vorschlags' })],
    ] as const;
    for (const [view, answer] of answers) {
      await test.step(view, async () => {
        await page.getByRole('tab', { name: view, exact: true }).click();
        await expect(answer).toBeAttached();
        if (view === 'Spalten') {
          const coverage = page.getByRole('status', { name: 'Abdeckung' });
          await expect(coverage).toHaveText('Alle 240 Zeilen des Snapshots');
        }
        await expect
          .poll(() =>
            page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          )
          .toBe(0);
        await expectNoAxeViolations(page);
      });
    }
  });
});
