import type { Page } from '@playwright/test';
import { browserLaunchOptions } from '../../scripts/browser-launch-options.mjs';
import { expectWholeFrames, watchFrames } from '../support/frame-watch';
import { Grid } from '../support/grid';
import { seededRandom } from '../support/random-walk';
import { expectTrueRows, seenRows, settledOffsetPx } from '../support/seen-rows';
import { expect, test } from '../support/test';

// Every kind of input must reach every row exactly. Tests with fewer rows, without scaling: row-scroll.test.ts, data-grid.browser.test.tsx.

test.use({
  // Half of these tests need scrollbars.
  launchOptions: { ...browserLaunchOptions(), ignoreDefaultArgs: ['--hide-scrollbars'] },
});

const ROW_PX = 32;
const ROWS = 1_000_000_000;

async function runWith(page: Page): Promise<Grid> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const grid = new Grid(page);
  await grid.expectRowCount(ROWS);
  await grid.expectRowLoaded(0);
  await (await grid.cell({ row: 0, column: 'EntryNo' })).click();
  return grid;
}

test('1,000,000,000 rows: each means of scrolling is exact @service-only @promise', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: ROWS } });
  await signIn({ at: '/prices/SalesPrice' });
  const grid = await runWith(page);
  const lastRow = ROWS - 1;
  await watchFrames(grid.root);

  await test.step('the wheel moves px for px', async () => {
    await grid.goToRow(Math.floor(ROWS / 2));
    await expectTrueRows(grid.root);
    await grid.root.hover();
    const before = await settledOffsetPx(grid.root);
    for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, 120);
    await expect.poll(() => settledOffsetPx(grid.root)).toBe(before + 600);
    await page.mouse.wheel(0, -120);
    await expect.poll(() => settledOffsetPx(grid.root)).toBe(before + 480);
    await expectTrueRows(grid.root);
    // One wheel event scrolls further than a hand can, and further than the scrollbar has room. A second event follows immediately.
    const nearEnd = Math.max(0, ROWS - 10_000);
    await grid.goToRow(nearEnd);
    const start = await settledOffsetPx(grid.root);
    await page.mouse.wheel(0, 100_000);
    await page.mouse.wheel(0, 100_000);
    const end = Math.min(start + 200_000, ROWS * ROW_PX - (await seenRows(grid.root)).viewHeightPx);
    await expect.poll(() => settledOffsetPx(grid.root)).toBe(end);
    await page.mouse.wheel(0, -100_000);
    await expect.poll(() => settledOffsetPx(grid.root)).toBe(Math.max(0, end - 100_000));
    await expectTrueRows(grid.root);
  });

  await test.step('keys land exactly', async () => {
    await page.keyboard.press('Control+End');
    const end = await expectTrueRows(grid.root);
    expect(end.rows.at(-1)?.row).toBe(lastRow);
    expect(end.rows.at(-1)?.bottomPx).toBeCloseTo(end.viewHeightPx, 1);
    await expect(grid.row(lastRow).locator(':focus')).toBeVisible();
    const perPage = Math.floor(end.viewHeightPx / ROW_PX) - 1;
    await page.keyboard.press('PageUp');
    await expect(grid.row(lastRow - perPage).locator(':focus')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(grid.row(lastRow - perPage + 1).locator(':focus')).toBeVisible();
    await page.keyboard.press('Control+Home');
    await expect(grid.row(0).locator(':focus')).toBeVisible();
    expect((await expectTrueRows(grid.root)).offsetPx).toBe(0);
  });

  await test.step('the scrollbar is proportional, and ends at the ends', async () => {
    const box = await grid.root.boundingBox();
    if (box === null) throw new Error('The grid is not there.');
    const x = box.x + box.width - 7;
    await page.mouse.move(x, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(x, box.y + box.height / 2, { steps: 10 });
    await page.mouse.up();
    const middle = await expectTrueRows(grid.root);
    expect((middle.rows[0]?.row ?? 0) / ROWS).toBeGreaterThan(0.3);
    expect((middle.rows[0]?.row ?? 0) / ROWS).toBeLessThan(0.7);
    // Wheel and scrollbar are used in turns. Each continues where the other left the rows.
    await page.mouse.move(box.x + 300, box.y + 200);
    const before = await settledOffsetPx(grid.root);
    await page.mouse.wheel(0, 120);
    await expect.poll(() => settledOffsetPx(grid.root)).toBe(before + 120);
    // The wheel turns down and sideways at the same time, as on a trackpad.
    for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(turn < 5 ? 23 : -23, 37);
    await settledOffsetPx(grid.root);
    await expectWholeFrames(grid.root);
  });

  await test.step('a changed size keeps the row at the top', async () => {
    const top = (await seenRows(grid.root)).rows[0]?.row;
    await page.setViewportSize({ width: 1100, height: 620 });
    expect((await expectTrueRows(grid.root)).rows[0]?.row).toBe(top);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await expectTrueRows(grid.root)).rows[0]?.row).toBe(top);
  });

  await test.step('the zoom of the browser moves no row', async () => {
    const before = await settledOffsetPx(grid.root);
    const top = (await expectTrueRows(grid.root)).rows[0]?.row;
    const cdp = await page.context().newCDPSession(page);
    for (const zoom of [0.5, 1.5, 2]) {
      // For a page, zooming means fewer or more CSS px in the same window.
      await cdp.send('Emulation.setDeviceMetricsOverride', {
        width: Math.round(1280 / zoom),
        height: Math.round(800 / zoom),
        deviceScaleFactor: zoom,
        mobile: false,
      });
      await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(zoom);
      expect((await expectTrueRows(grid.root)).rows[0]?.row).toBe(top);
    }
    // The browser stops at whole screen pixels, some of which lie between two CSS px.
    const isAt = (offsetPx: number) => async () =>
      Math.abs((await settledOffsetPx(grid.root)) - offsetPx) <= 1;
    const zoomed = await settledOffsetPx(grid.root);
    await grid.root.hover();
    await page.mouse.wheel(0, 120);
    await expect.poll(isAt(zoomed + 120)).toBe(true);
    await page.mouse.wheel(0, -120);
    await expect.poll(isAt(zoomed)).toBe(true);
    await cdp.send('Emulation.setDeviceMetricsOverride', {
      width: 1280,
      height: 800,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(1);
    await expect.poll(isAt(before)).toBe(true);
    await expectTrueRows(grid.root);
  });

  await test.step('the document stays small', async () => {
    expect(await grid.root.locator('*').count()).toBeLessThanOrEqual(600);
  });
});

test('1,000,000,000 rows: random walks end at rows that say the truth @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { rowCount: ROWS, latencyMs: 15 } });
  await signIn({ at: '/prices/SalesPrice' });
  const grid = await runWith(page);
  const box = await grid.root.boundingBox();
  if (box === null) throw new Error('The grid is not there.');
  const random = seededRandom(ROWS);
  const pick = (limit: number) => Math.floor(random() * limit);
  const body = { x: box.x + 300, y: box.y + 200 };
  const thumbX = box.x + box.width - 7;

  const actions: (() => Promise<void>)[] = [
    () => page.mouse.wheel(0, pick(4_000) - 2_000),
    () => page.mouse.wheel(0, pick(60_000) - 30_000),
    async () => {
      for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, 120);
    },
    () => page.mouse.wheel(pick(1_600) - 800, 0),
    () => page.keyboard.press('PageDown'),
    () => page.keyboard.press('PageUp'),
    () => page.keyboard.press('ArrowUp'),
    () => page.keyboard.press('Control+End'),
    () => page.keyboard.press('Control+Home'),
    () => grid.goToRow(pick(ROWS)),
    async () => {
      await page.mouse.move(thumbX, box.y + 50 + pick(box.height - 100));
      await page.mouse.down();
      await page.mouse.move(thumbX, box.y + 50 + pick(box.height - 100), { steps: 4 });
      await page.mouse.up();
      await page.mouse.move(body.x, body.y);
    },
    () =>
      grid.root.evaluate((scroller, share) => {
        scroller.scrollTop = share * scroller.scrollHeight;
      }, random()),
    () => page.setViewportSize({ width: 1000 + pick(300), height: 600 + pick(250) }),
  ];
  await page.mouse.move(body.x, body.y);
  for (let step = 0; step < 24; step += 1) {
    const which = pick(actions.length);
    await test.step(`step ${step}: action ${which}`, async () => {
      await actions[which]?.();
      // Every third time, a second action starts before the first has settled.
      if (step % 3 === 0) await actions[pick(actions.length)]?.();
      await settledOffsetPx(grid.root);
      await expectTrueRows(grid.root);
    });
  }
});
