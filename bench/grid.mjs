import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { browserLaunchOptions } from '../scripts/browser-launch-options.mjs';
import { distDirectory } from '../scripts/project-paths.mjs';
import { serve } from '../scripts/serve.mjs';
import { startServiceProcess } from '../scripts/service-process.mjs';

// Scrolling in the real workbench: production build, real Chromium, the reference service as a process of its own.
// node bench/grid.mjs --rows 1000000,1000000000 [--latency 50]

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,1000000000' },
    latency: { type: 'string', default: '50' },
  },
});
const latencyMs = Number(values.latency);
const ROW_PX = 32;
const JUMPS = 15;

const service = await startServiceProcess([]);
const product = await serve({ directory: distDirectory, service: { address: new URL(service.address) } });
const browser = await chromium.launch({
  ...browserLaunchOptions(),
  ignoreDefaultArgs: ['--hide-scrollbars'],
});
try {
  /** @type {Record<string, Record<string, string | number>>} */
  const table = {};
  for (const rows of values.rows.split(',').map(Number))
    table[rows.toLocaleString('en')] = await measure(rows);
  console.log(
    `Chromium ${browser.version()}, Node ${process.version}, latency of the service ${latencyMs} ms`,
  );
  console.table(table);
} finally {
  await browser.close();
  await product.close();
  await service.close();
}

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').Locator} Locator
 * @typedef {import('@playwright/test').CDPSession} CdpSession
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 * @typedef {{ frames: { atMs: number, isBusy: boolean }[], longTasks: number, mostNodes: number, arrival: Promise<number> }} Notes what the page notes
 * @typedef {{ intervalsMs: number[], longTasks: number, busyShare: number }} Frames
 */

/** @param {number} rowCount */
async function measure(rowCount) {
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
  const toFirstRowMs = await timeMs(async () => {
    await run.click();
    await grid.locator('[data-row="0"]:not([aria-busy])').waitFor();
  });
  await page.evaluate(watchFrames);

  await goToRow(page, Math.floor(rowCount / 2));
  const box = await grid.boundingBox();
  if (box === null) throw new Error('The grid is not there.');
  await page.mouse.move(box.x + 300, box.y + 300);
  const before = await offsetPx(grid);
  await page.mouse.wheel(0, 120);
  await page.waitForTimeout(600);
  const rowsPerTick = ((await offsetPx(grid)) - before) / ROW_PX;

  const heapBefore = await heapMb(cdp);
  const steady = await framesDuring(page, () => wheel(cdp, box, 120, 300));
  const fast = await framesDuring(page, () => wheel(cdp, box, 12_800, 300));
  await page.waitForTimeout(500);

  /** @type {number[]} */
  const jumpsMs = [];
  for (let jump = 1; jump <= JUMPS; jump += 1) {
    jumpsMs.push(await goToRow(page, Math.floor((rowCount * ((jump * 7) % 16)) / 16)));
  }

  await order({ do: 'clear-journal' });
  const x = box.x + box.width - 7;
  await page.mouse.move(x, box.y + 40);
  await page.mouse.down();
  for (let step = 1; step <= 60; step += 1) {
    await page.mouse.move(x, box.y + 40 + ((box.height - 100) * step) / 60);
    await page.waitForTimeout(12);
  }
  await page.mouse.up();
  await page.waitForTimeout(800);
  const drag = (await order({ do: 'report' })).journal.filter(({ endpoint }) => endpoint === 'extraction');
  const heapAfter = await heapMb(cdp);
  const nodes = await page.evaluate(
    () => /** @type {Notes} */ (/** @type {unknown} */ (globalThis)).mostNodes,
  );
  await page.close();
  return {
    'rows per wheel tick': round(rowsPerTick, 3),
    'wheel: frame p50 / p95 / p99, ms': quantiles(steady.intervalsMs),
    'wheel: long tasks': steady.longTasks,
    'wheel: frames with placeholders, %': share(steady),
    '12,800 px: frame p50 / p95 / p99, ms': quantiles(fast.intervalsMs),
    '12,800 px: long tasks': fast.longTasks,
    'jump − latency p50, ms': round(quantile(jumpsMs, 0.5) - latencyMs, 0),
    'drag of a second: asked / aborted': `${drag.length} / ${drag.filter(({ isAborted }) => isAborted).length}`,
    'heap before / after, MB': `${round(heapBefore, 1)} / ${round(heapAfter, 1)}`,
    'elements in the grid, most': nodes,
    'Run to first row, ms': round(toFirstRowMs, 0),
  };
}

/** Runs in the page. Notes frames, long tasks, rows that are placeholders, and the most elements in the grid. */
function watchFrames() {
  const notes = /** @type {Notes} */ (/** @type {unknown} */ (globalThis));
  Object.assign(notes, { frames: [], longTasks: 0, mostNodes: 0 });
  new PerformanceObserver((list) => {
    notes.longTasks += list.getEntries().length;
  }).observe({ entryTypes: ['longtask'] });
  const note = (/** @type {number} */ atMs) => {
    const grid = document.querySelector('[role="grid"]');
    if (grid !== null) {
      notes.frames.push({ atMs, isBusy: grid.querySelector('[aria-busy="true"]') !== null });
      if (notes.frames.length % 10 === 0) {
        notes.mostNodes = Math.max(notes.mostNodes, grid.querySelectorAll('*').length);
      }
    }
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/**
 * Wheel events at 60 Hz, as an input device sends them: not waiting for what comes of them.
 * @param {CdpSession} cdp
 * @param {Box} box
 * @param {number} deltaY
 * @param {number} count
 */
async function wheel(cdp, box, deltaY, count) {
  const startedAtMs = performance.now();
  /** @type {Promise<unknown>[]} */
  const sent = [];
  for (let index = 0; index < count; index += 1) {
    const waitMs = startedAtMs + (index * 1000) / 60 - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    // Down and up by turns of two seconds, so that no end is reached at a million rows.
    const sign = Math.floor(index / 120) % 2 === 0 ? 1 : -1;
    const place = { x: box.x + 300, y: box.y + 300 };
    sent.push(
      cdp.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        ...place,
        deltaX: 0,
        deltaY: sign * deltaY,
      }),
    );
  }
  await Promise.all(sent);
}

/**
 * @param {Page} page
 * @param {() => Promise<void>} work
 * @returns {Promise<Frames>}
 */
async function framesDuring(page, work) {
  await page.evaluate(() => Object.assign(globalThis, { frames: [], longTasks: 0 }));
  await work();
  const { frames, longTasks } = await page.evaluate(() => {
    const notes = /** @type {Notes} */ (/** @type {unknown} */ (globalThis));
    return { frames: notes.frames, longTasks: notes.longTasks };
  });
  const intervalsMs = frames.slice(1).map((frame, index) => frame.atMs - (frames[index]?.atMs ?? 0));
  return { intervalsMs, longTasks, busyShare: frames.filter((frame) => frame.isBusy).length / frames.length };
}

/**
 * @param {Page} page
 * @param {number} row
 * @returns {Promise<number>} ms from Enter to the row's content, as the page itself saw it
 */
async function goToRow(page, row) {
  await page.keyboard.press('Control+g');
  await page.getByRole('textbox', { name: 'Go to row' }).fill(String(row + 1));
  await page.evaluate((index) => {
    const notes = /** @type {Notes} */ (/** @type {unknown} */ (globalThis));
    notes.arrival = new Promise((resolve) => {
      let startedAtMs = 0;
      const start = () => {
        startedAtMs = performance.now();
      };
      addEventListener('keydown', start, { capture: true, once: true });
      const look = () => {
        const found = document.querySelector(`[role="grid"] [data-row="${index}"]:not([aria-busy])`);
        if (startedAtMs > 0 && found !== null) resolve(performance.now() - startedAtMs);
        else requestAnimationFrame(look);
      };
      look();
    });
  }, row);
  await page.keyboard.press('Enter');
  return page.evaluate(() => /** @type {Notes} */ (/** @type {unknown} */ (globalThis)).arrival);
}

/**
 * @param {Locator} grid
 * @returns {Promise<number>}
 */
function offsetPx(grid) {
  return grid.evaluate((root) => {
    const top = root.querySelector('[aria-rowindex="1"]')?.getBoundingClientRect().bottom ?? 0;
    const rows = [...root.querySelectorAll('[data-row]:not([data-row="-1"])')];
    const row = rows.find((each) => {
      const { top: rowTop, bottom } = each.getBoundingClientRect();
      return bottom > top && rowTop <= top;
    });
    if (row === undefined) return 0;
    return Number(row.getAttribute('data-row')) * 32 - (row.getBoundingClientRect().top - top);
  });
}

/** @param {CdpSession} cdp */
async function heapMb(cdp) {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
}

/**
 * @param {object} what
 * @returns {Promise<{ journal: { endpoint: string | null, isAborted: boolean }[] }>}
 */
async function order(what) {
  const answer = await fetch(new URL('/__control', service.address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(what),
  });
  return answer.json();
}

/** @param {() => Promise<void>} work */
async function timeMs(work) {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

/**
 * @param {number[]} all
 * @param {number} share
 */
function quantile(all, share) {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** @param {number[]} all */
function quantiles(all) {
  return [0.5, 0.95, 0.99].map((share) => round(quantile(all, share), 1)).join(' / ');
}

/** @param {Frames} frames */
function share({ busyShare }) {
  return round(busyShare * 100, 1);
}

/**
 * @param {number} value
 * @param {number} places
 */
function round(value, places) {
  return Number(value.toFixed(places));
}
