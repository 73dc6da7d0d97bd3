import { Grid } from '../support/grid';
import { seenRows } from '../support/seen-rows';
import { expect, test } from '../support/test';

// A sideways swipe past an end of the grid must lose nothing. Browsers take it for "back", which would leave the results.

/** The movement of a swipe in px. Like that of a finger, it is not quite horizontal. */
const SWIPE = [-330, -8] as const;

test('a swipe past the left end goes nowhere, wherever the pointer is', async ({ page, signIn }) => {
  await signIn();
  await page.getByRole('link', { name: 'Sales price', exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowLoaded(0);
  const address = page.url();
  const cdp = await page.context().newCDPSession(page);
  /** Expects that the page is still open. Rows react to the wheel only after the previous swipe and its effects are over. */
  const expectStillHere = async () => {
    await grid.root.hover();
    await page.mouse.wheel(0, 64);
    await expectOffsetPx(64);
    await page.mouse.wheel(0, -64);
    await expectOffsetPx(0);
    expect(page.url()).toBe(address);
  };
  const expectOffsetPx = (offsetPx: number) =>
    expect.poll(async () => (await seenRows(grid.root)).offsetPx, { intervals: [30] }).toBe(offsetPx);

  for (const scale of [1, 1.25]) {
    const size = { width: 1280 / scale, height: 800 / scale };
    await cdp.send('Emulation.setDeviceMetricsOverride', {
      ...size,
      deviceScaleFactor: scale,
      mobile: false,
    });
    await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(scale);
    const places = {
      'the rows': grid.root,
      'the row numbers': grid.row(8).getByText('9', { exact: true }),
      'the header': grid.header('EntryNo'),
      'the top bar': page.getByRole('banner'),
      'the query': page.getByRole('group', { name: 'Fields' }).getByRole('checkbox').nth(3),
      'the status line': page.getByRole('status').filter({ hasText: 'rows' }),
    };
    for (const [where, place] of Object.entries(places)) {
      await test.step(`over ${where}, ${scale} device px to a px`, async () => {
        await place.hover();
        await page.mouse.wheel(...SWIPE);
        await expectStillHere();
      });
    }
    await test.step(`over a dialog, ${scale} device px to a px`, async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('option').first().hover();
      await page.mouse.wheel(...SWIPE);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectStillHere();
    });
  }
});
