import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { browserLaunchOptions } from '../scripts/browser-launch-options.mjs';
import { provideBuild } from '../scripts/build-product.mjs';
import { serve } from '../server/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';
import { measureHeapOfTravel, measureScrolling } from './grid-measures.mjs';
import { workbenchProbe } from './workbench-probe.mjs';

// Measures scrolling in the real workbench: the production build in Chromium, with the reference service as a separate process.
//
// npm run bench:grid -- --rows 1000000,1000000000 [--latency 50]

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,1000000000' },
    latency: { type: 'string', default: '50' },
  },
});
const latencyMs = Number(values.latency);

const service = await startServiceProcess([]);
const product = await serve({ directory: await provideBuild('production'), service: service.upstream });
const browser = await chromium.launch({
  ...browserLaunchOptions(),
  ignoreDefaultArgs: ['--hide-scrollbars'],
});
try {
  console.log(
    `Chromium ${browser.version()}, Node ${process.version}, latency of the service ${latencyMs} ms`,
  );
  /** @type {Record<string, Record<string, string | number>>} the value of each figure, by number of rows */
  const lines = {};
  for (const rowCount of values.rows.split(',').map(Number)) {
    const figures = await measureWorkbench(rowCount);
    for (const [figure, value] of Object.entries(figures)) {
      (lines[figure] ??= {})[`${rowCount.toLocaleString('en')} rows`] = value;
    }
    console.table(lines);
  }
} finally {
  await browser.close();
  await product.close();
  await service.close();
}

/** @param {number} rowCount */
async function measureWorkbench(rowCount) {
  await order({ do: 'change-settings', settings: { rowCount, latencyMs } });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const cdp = await page.context().newCDPSession(page);
  await page.goto(`${product.origin}/prices/SalesPrice`);
  await page.getByRole('textbox', { name: 'User name' }).fill('manager');
  await page.getByLabel('Password', { exact: true }).fill('demo-manager');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Results' });
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.waitFor();
  const runAtMs = performance.now();
  await run.click();
  await grid.locator('[data-row="0"]:not([aria-busy])').waitFor();
  const toFirstRowMs = performance.now() - runAtMs;
  await page.evaluate(workbenchProbe);
  const box = await grid.boundingBox();
  if (box === null) throw new Error('The grid is not there.');
  const figures = await measureScrolling({ page, cdp, box, rowCount, latencyMs, order, goToRow: byDialog });
  await order({ do: 'change-settings', settings: { rowCount, latencyMs: 0 } });
  const heap = await measureHeapOfTravel({ page, cdp, box, rowCount, goToRow: byDialog });
  await page.close();
  return { ...figures, ...heap, 'Run to first row, ms': Math.round(toFirstRowMs) };

  /** Jumps as users do: with a text field, a number and Enter. @param {number} row */
  async function byDialog(row) {
    await page.keyboard.press('Control+g');
    await page.getByRole('textbox', { name: 'Go to row' }).fill(String(row + 1));
    return () => page.keyboard.press('Enter');
  }
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
