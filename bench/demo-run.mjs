// How long a person waits in the demo: `node bench/demo-run.mjs`. The production build in Chromium, the reference
// service in the page, a million rows: from Run to the first rows on screen, unfiltered and with a filter and a sort,
// and how evenly the page draws meanwhile.
import { chromium } from 'playwright';
import { browserLaunchOptions } from '../scripts/browser-launch-options.mjs';
import { provideBuild } from '../scripts/build-product.mjs';
import { serve } from '../scripts/serve.mjs';

const RUNS = 5;
// Each run another limit, so that no response can come from an earlier one.
/** @param {number} run */
const QUERIES = (run) => ({
  'no filter': '/prices/SalesPrice?',
  'filter and sort': `/prices/SalesPrice?v=1&filter=Value~between~${10 + run}.00~500.00&sort=-Value,ItemNumber&`,
});

const { origin, close } = await serve({ directory: await provideBuild('demo'), config: { offline: false } });
const browser = await chromium.launch(browserLaunchOptions());
try {
  /** @type {Record<string, { firstRowsMs: number, longestFrameMs: number }[]>} */
  const measured = {};
  for (let run = 0; run < RUNS; run += 1) {
    for (const [name, address] of Object.entries(QUERIES(run)))
      (measured[name] ??= []).push(await measure(address));
  }
  console.table(
    Object.entries(measured).map(([query, runs]) => ({
      query,
      'first run (cold), ms': runs[0]?.firstRowsMs,
      'median, ms': median(runs.map(({ firstRowsMs }) => firstRowsMs)),
      'longest, ms': Math.max(...runs.map(({ firstRowsMs }) => firstRowsMs)),
      'longest frame meanwhile, ms': Math.max(...runs.map(({ longestFrameMs }) => longestFrameMs)),
    })),
  );
} finally {
  await browser.close();
  await close();
}

/**
 * In a page of its own, so that the service in it knows nothing of earlier runs.
 * @param {string} address
 */
async function measure(address) {
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(origin + address);
    await page.getByRole('button', { name: 'Pricing manager' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    return await page.evaluate(async () => {
      const run = [...document.querySelectorAll('button')].find((button) =>
        button.textContent.trim().startsWith('Run'),
      );
      const startedMs = performance.now();
      run?.click();
      let longestFrameMs = 0;
      let lastMs = startedMs;
      for (;;) {
        const nowMs = await new Promise((resolve) => void requestAnimationFrame(resolve));
        longestFrameMs = Math.max(longestFrameMs, nowMs - lastMs);
        lastMs = nowMs;
        const firstRow = document.querySelector(
          '[role="grid"] [role="row"][aria-rowindex="2"]:not([aria-busy])',
        );
        if (firstRow !== null) break;
      }
      return {
        firstRowsMs: Math.round(performance.now() - startedMs),
        longestFrameMs: Math.round(longestFrameMs),
      };
    });
  } finally {
    await page.close();
  }
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
