import type { Locator, Page } from '@playwright/test';
import { Grid } from '../support/grid';
import { expect, test } from '../support/test';

// A view is opened for its answer: with the query panel open, most of the page's height shows it.

const SMALLEST_SHARE = 0.6;

/** The share of the page's height from the top of the answer to the status line. */
async function shareOf(page: Page, answer: Locator): Promise<number> {
  const top = (await answer.boundingBox())?.y ?? Infinity;
  const grid = page.getByRole('main');
  const bottom = await grid.getByText(/expires in/).boundingBox();
  return ((bottom?.y ?? 0) - top) / (page.viewportSize()?.height ?? Infinity);
}

test('every view has most of the page for its answer', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn({ at: '/prices/PromotionPrice' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const views = page.getByRole('tablist', { name: 'View of the snapshot' });
  const panel = page.getByRole('tablist', { name: 'Query panel' });
  expect(await shareOf(page, grid.root)).toBeGreaterThan(SMALLEST_SHARE);
  // Something to compare with.
  await page.getByRole('button', { name: 'Refresh snapshot' }).click();
  await grid.expectRowLoaded(0);

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
    });
  }
  await test.step('the rows show their query again', async () => {
    await views.getByRole('tab', { name: 'Rows', exact: true }).click();
    await expect(panel.getByRole('tab', { name: 'Builder', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });
});
