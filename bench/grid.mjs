import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { browserLaunchOptions } from '../scripts/browser-launch-options.mjs';
import { provideBuild } from '../scripts/build-product.mjs';
import { serve } from '../scripts/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { buildComparedGrids, COMPARED_GRIDS } from './compared-grids.mjs';
import { heapMb, measureHeapOfTravel, measureScrolling, timeMs } from './grid-measures.mjs';
import { workbenchProbe } from './workbench-probe.mjs';

// Scrolling in the real workbench: production build, real Chromium, the reference service as a process of its own.
// node bench/grid.mjs --rows 1000000,1000000000 [--latency 50] [--compare] [--only ag-grid]
// --compare needs `npm ci` in bench/ once.

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,1000000000' },
    latency: { type: 'string', default: '50' },
    compare: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const latencyMs = Number(values.latency);
const WORKBENCH = 'workbench';

const service = await startServiceProcess([]);
const ways = { service: service.upstream };
const product = await serve({ directory: await provideBuild('production'), ...ways });
const compared = values.compare ? await serve({ directory: await buildComparedGrids(), ...ways }) : null;
const browser = await chromium.launch({
  ...browserLaunchOptions(),
  ignoreDefaultArgs: ['--hide-scrollbars'],
});
try {
  const names = [WORKBENCH, ...(compared === null ? [] : COMPARED_GRIDS)].filter(
    (name) => values.only === undefined || name === values.only,
  );
  console.log(
    `Chromium ${browser.version()}, Node ${process.version}, latency of the service ${latencyMs} ms`,
  );
  for (const rowCount of values.rows.split(',').map(Number)) {
    /** @type {Record<string, Record<string, string | number>>} */
    const table = {};
    for (const name of names) {
      await order({ do: 'change-settings', settings: { rowCount, latencyMs } });
      try {
        table[name] =
          name === WORKBENCH ? await measureWorkbench(rowCount) : await measureCompared(name, rowCount);
      } catch (error) {
        table[name] = { failed: String(error).split('\n')[0] ?? '' };
      }
    }
    console.log(`${rowCount.toLocaleString('en')} rows`);
    console.table(transposed(table));
  }
} finally {
  await browser.close();
  await product.close();
  await compared?.close();
  await service.close();
}

/** @param {number} rowCount */
async function measureWorkbench(rowCount) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const cdp = await page.context().newCDPSession(page);
  await page.goto(`${product.origin}/prices/SalesPrice`);
  await page.getByRole('textbox', { name: 'User name' }).fill('manager');
  await page.getByLabel('Password', { exact: true }).fill('demo-manager');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Results' });
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.waitFor();
  const toFirstRowMs = await timeMs(async () => {
    await run.click();
    await grid.locator('[data-row="0"]:not([aria-busy])').waitFor();
  });
  await page.evaluate(workbenchProbe);
  const box = await grid.boundingBox();
  if (box === null) throw new Error('The grid is not there.');
  const figures = await measureScrolling({ page, cdp, box, rowCount, latencyMs, order, goToRow: byDialog });
  await order({ do: 'change-settings', settings: { rowCount, latencyMs: 0 } });
  const heap = await measureHeapOfTravel({ page, cdp, box });
  await page.close();
  return { ...figures, ...heap, 'Run to first row, ms': Math.round(toFirstRowMs) };

  /** The way people have: a field, a number, Enter. @param {number} row */
  async function byDialog(row) {
    await page.keyboard.press('Control+g');
    await page.getByRole('textbox', { name: 'Go to row' }).fill(String(row + 1));
    return () => page.keyboard.press('Enter');
  }
}

/**
 * @param {string} name
 * @param {number} rowCount
 */
async function measureCompared(name, rowCount) {
  // Two of them write style elements.
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, bypassCSP: true });
  const cdp = await page.context().newCDPSession(page);
  const toFirstRowMs = await timeMs(async () => {
    await page.goto(`${compared?.origin}/?grid=${name}`);
    await page.waitForFunction(() => 'probe' in globalThis && globalThis.probe.isThere(0), undefined, {
      polling: 'raf',
    });
  });
  // As large as the workbench's.
  const box = { x: 0, y: 0, width: 919, height: 680 };
  await page.setViewportSize({ width: box.width, height: box.height });
  const goToRow = async (/** @type {number} */ row) => () =>
    page.evaluate((index) => globalThis.probe.jumpTo?.(index), row);
  const figures = await measureScrolling({ page, cdp, box, rowCount, latencyMs, order, goToRow });
  const heapAfter = await heapMb(cdp);
  await page.close();
  return {
    ...figures,
    'heap after all that, MB': heapAfter,
    'page opened to first row, ms': Math.round(toFirstRowMs),
  };
}

/** @type {import('./grid-measures.mjs').Order} */
async function order(what) {
  const response = await fetch(new URL('/__control', service.address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(what),
  });
  return response.json();
}

/**
 * @param {Record<string, Record<string, string | number>>} table
 * @returns {Record<string, Record<string, string | number>>} a line for each figure
 */
function transposed(table) {
  /** @type {Record<string, Record<string, string | number>>} */
  const lines = {};
  for (const [name, figures] of Object.entries(table)) {
    for (const [figure, value] of Object.entries(figures)) (lines[figure] ??= {})[name] = value;
  }
  return lines;
}
