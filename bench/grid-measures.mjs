/**
 * @typedef {import('playwright').Page} Page
 * @typedef {import('playwright').CDPSession} CdpSession
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 * @typedef {{ frames: { atMs: number, isBusy: boolean }[], longTasks: number, mostNodes: number, arrival: Promise<Arrival> }} Notes what the page records
 * @typedef {{ tookMs: number | null, responseMs: number | null }} Arrival
 * @typedef {{ intervalsMs: number[], longTasks: number, busyShare: number }} Frames
 * @typedef {(what: object) => Promise<{ journal: { endpoint: string | null, isAborted: boolean }[] }>} Order
 *
 * @typedef {object} Measured
 * @property {Page} page a page with the probe of `grid-probe.d.ts`
 * @property {CdpSession} cdp
 * @property {Box} box the grid's position and size
 * @property {number} rowCount
 * @property {number} latencyMs the service's latency
 * @property {Order} order controls the service
 * @property {(row: number) => Promise<() => Promise<void>>} goToRow prepares a jump and resolves with a function that jumps
 */

const JUMPS = 15;
/** The limit after which a jump counts as failed. */
const JUMP_LIMIT_MS = 5_000;
/** The number of times that a fast wheel, which is too fast for reading, is stopped and measured. */
const WHEEL_STOPS = 7;
/** Rows count as stopped once they have not moved for this time. */
const STILL_MS = 250;
const TRAVEL_STOPS = 1_000;
const TRAVEL_STEP_PX = 32_000;

/** Measures the wheel, jumps and scrollbar. @type {(measured: Measured) => Promise<Record<string, string | number>>} */
export async function measureScrolling({ page, cdp, box, rowCount, latencyMs, order, goToRow }) {
  await page.evaluate(watchFrames);
  await jump(page, goToRow, Math.floor(rowCount / 2));
  await page.mouse.move(box.x + 300, box.y + 300);
  await page.waitForTimeout(500);
  const before = await topRow(page);
  await page.mouse.wheel(0, 120);
  await page.waitForTimeout(600);
  const rowsPerTick = (await topRow(page)) - before;

  const steady = await framesDuring(page, () => wheel(cdp, box, 120, 300));
  const fast = await framesDuring(page, () => wheel(cdp, box, 12_800, 300));
  await page.waitForTimeout(500);
  const stopsMs = await stopsOfWheel(page, cdp, box);

  /** @type {Arrival[]} */
  const arrivals = [];
  for (let index = 1; index <= JUMPS; index += 1) {
    // Each jump goes to rows that have not been fetched yet.
    const share = ((index * 7) % 16) / 16 + 1 / 32;
    arrivals.push(await jump(page, goToRow, Math.floor(rowCount * share)));
    await page.waitForTimeout(150);
  }
  const arrivedMs = arrivals.flatMap(({ tookMs }) => tookMs ?? []);
  const responsesMs = arrivals.flatMap(({ responseMs }) => responseMs ?? []);
  const beyondLatency = (/** @type {number[]} */ all) =>
    all.length === 0 ? '' : round(quantile(all, 0.5) - latencyMs, 0);
  const reachesLast = (await jump(page, goToRow, rowCount - 1)).tookMs !== null;

  await order({ do: 'clear-journal' });
  await dragThrough(page, box);
  const drag = (await order({ do: 'report' })).journal.filter(({ endpoint }) => endpoint === 'extraction');
  const nodes = await page.evaluate(
    () => /** @type {Notes} */ (/** @type {unknown} */ (globalThis)).mostNodes,
  );
  return {
    'rows per wheel tick': round(rowsPerTick, 2),
    'wheel: frame p50 / p95 / p99, ms': quantiles(steady.intervalsMs),
    'wheel: long tasks': steady.longTasks,
    'wheel: frames with placeholders, %': round(steady.busyShare * 100, 1),
    '12,800 px: frame p50 / p95 / p99, ms': quantiles(fast.intervalsMs),
    '12,800 px: long tasks': fast.longTasks,
    'rows after a fast wheel stops − latency p50, ms': beyondLatency(stopsMs),
    'jumps that arrived': `${arrivedMs.length} of ${JUMPS}`,
    'jump − latency p50, ms': beyondLatency(arrivedMs),
    'of them until the response is there, ms': beyondLatency(responsesMs),
    'reaches the last row': reachesLast ? 'yes' : 'no',
    'drag of a second: asked / aborted': `${drag.length} / ${drag.filter(({ isAborted }) => isAborted).length}`,
    'elements in the grid, most': nodes,
  };
}

/**
 * Measures the heap before and after scrolling through a million rows from the middle. At each stop, it waits for the rows in view.
 * @type {(measured: Pick<Measured, 'page' | 'cdp' | 'box' | 'rowCount' | 'goToRow'>) => Promise<Record<string, string | number>>}
 */
export async function measureHeapOfTravel({ page, cdp, box, rowCount, goToRow }) {
  await jump(page, goToRow, Math.floor(rowCount / 2));
  await page.mouse.move(box.x + 300, box.y + 300);
  const before = await heapMb(cdp);
  const rowBefore = await topRow(page);
  let travelledRows = 0;
  let row = rowBefore;
  for (let stop = 0; stop < TRAVEL_STOPS; stop += 1) {
    // The direction alternates, so that no end of the rows is reached.
    const sign = Math.floor(stop / (TRAVEL_STOPS / 4)) % 2 === 0 ? -1 : 1;
    await page.mouse.wheel(0, sign * TRAVEL_STEP_PX);
    await page.waitForFunction((from) => globalThis.probe.topRow() !== from, row, { polling: 'raf' });
    await page.waitForFunction(() => !globalThis.probe.isBusy(), undefined, { polling: 'raf' });
    const now = await topRow(page);
    travelledRows += Math.abs(now - row);
    row = now;
  }
  await page.waitForTimeout(1_000);
  const after = await heapMb(cdp);
  return {
    'rows travelled': Math.round(travelledRows),
    'heap before / after them, MB': `${before} / ${after}`,
  };
}

/** @param {Page} page */
async function topRow(page) {
  return (await page.evaluate(() => globalThis.probe.topRow())) ?? Number.NaN;
}

/** This function runs in the page. It records frames, long tasks, placeholder rows, and the largest number of elements in the grid. */
function watchFrames() {
  const notes = /** @type {Notes} */ (/** @type {unknown} */ (globalThis));
  Object.assign(notes, { frames: [], longTasks: 0, mostNodes: 0 });
  new PerformanceObserver((list) => {
    notes.longTasks += list.getEntries().length;
  }).observe({ entryTypes: ['longtask'] });
  const grid = document.querySelector('[role="grid"]');
  const note = (/** @type {number} */ atMs) => {
    notes.frames.push({ atMs, isBusy: globalThis.probe.isBusy() });
    if (notes.frames.length % 10 === 0 && grid !== null) {
      notes.mostNodes = Math.max(notes.mostNodes, grid.querySelectorAll('*').length);
    }
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/**
 * Sends wheel events at 60 Hz like an input device, without waiting for their effects.
 * @param {{ send: (method: 'Input.dispatchMouseEvent', event: { type: 'mouseWheel', x: number, y: number, deltaX: number, deltaY: number }) => Promise<unknown> }} cdp
 * @param {Pick<Box, 'x' | 'y'>} box @param {number} deltaY @param {number} count
 */
export async function wheel(cdp, box, deltaY, count) {
  const startedAtMs = performance.now();
  /** @type {Promise<unknown>[]} */
  const sent = [];
  for (let index = 0; index < count; index += 1) {
    const waitMs = startedAtMs + (index * 1000) / 60 - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    // The direction changes every two seconds, so that no end of a million rows is reached.
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
 * Resolves with the ms from the last frame in which rows moved to the first frame without placeholders, for each stop of the wheel.
 * @param {Page} page @param {CdpSession} cdp @param {Box} box @returns {Promise<number[]>}
 */
async function stopsOfWheel(page, cdp, box) {
  const stopsMs = [];
  for (let stop = 0; stop < WHEEL_STOPS; stop += 1) {
    const stopped = page.evaluate(
      (stillMs) =>
        new Promise((resolve) => {
          let row = globalThis.probe.topRow();
          /** @type {number | null} */
          let movedAtMs = null;
          /** @type {number | null} */
          let thereAtMs = null;
          // This watches rows, not scroll events: browsers scroll on, and a grid may correct its scrollbar without moving rows.
          const look = (/** @type {number} */ atMs) => {
            const now = globalThis.probe.topRow();
            if (now !== row) {
              row = now;
              movedAtMs = atMs;
              thereAtMs = null;
            }
            if (globalThis.probe.isBusy()) thereAtMs = null;
            else thereAtMs ??= atMs;
            const isOver = movedAtMs !== null && thereAtMs !== null && atMs - movedAtMs > stillMs;
            if (!isOver) return requestAnimationFrame(look);
            return resolve((thereAtMs ?? 0) - (movedAtMs ?? 0));
          };
          requestAnimationFrame(look);
        }),
      STILL_MS,
    );
    // The wheel always turns down, to rows that have not been loaded yet.
    await wheel(cdp, box, 12_800, 40);
    stopsMs.push(Number(await stopped));
    await page.waitForTimeout(250);
  }
  return stopsMs;
}

/** Drags the scrollbar from top to bottom within a second. @param {Page} page @param {Box} box */
async function dragThrough(page, box) {
  const x = box.x + box.width - 7;
  await page.mouse.move(x, box.y + 40);
  await page.mouse.down();
  for (let step = 1; step <= 60; step += 1) {
    await page.mouse.move(x, box.y + 40 + ((box.height - 100) * step) / 60);
    await page.waitForTimeout(12);
  }
  await page.mouse.up();
  await page.waitForTimeout(800);
}

/** @param {Page} page @param {() => Promise<void>} work @returns {Promise<Frames>} */
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
 * Measures in the page the ms from the last key to the row's content, and to the end of the first response to a request after the key. A
 * time is null if its event never came.
 * @param {Page} page @param {Measured['goToRow']} goToRow @param {number} row @returns {Promise<Arrival>}
 */
async function jump(page, goToRow, row) {
  const start = await goToRow(row);
  await page.evaluate(
    ([index, limitMs]) => {
      const notes = /** @type {Notes} */ (/** @type {unknown} */ (globalThis));
      performance.clearResourceTimings();
      notes.arrival = new Promise((resolve) => {
        let startedAtMs = 0;
        const begin = () => {
          startedAtMs = performance.now();
        };
        addEventListener('keydown', begin, { capture: true, once: true });
        const look = () => {
          const tookMs = performance.now() - startedAtMs;
          if (startedAtMs > 0 && globalThis.probe.isThere(index)) {
            const [response] = performance
              .getEntriesByType('resource')
              .filter(({ name, startTime }) => name.includes('/api/prices/') && startTime >= startedAtMs)
              .map((entry) => /** @type {PerformanceResourceTiming} */ (entry).responseEnd - startedAtMs);
            resolve({ tookMs, responseMs: response ?? null });
          } else if (startedAtMs > 0 && tookMs > limitMs) resolve({ tookMs: null, responseMs: null });
          else requestAnimationFrame(look);
        };
        look();
      });
    },
    /** @type {const} */ ([row, JUMP_LIMIT_MS]),
  );
  await start();
  return page.evaluate(() => /** @type {Notes} */ (/** @type {unknown} */ (globalThis)).arrival);
}

/** Resolves with the MB of heap in use after collecting garbage. @param {CdpSession} cdp */
async function heapMb(cdp) {
  await cdp.send('HeapProfiler.collectGarbage');
  return round((await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20, 1);
}

/** @param {number[]} all @param {number} share */
function quantile(all, share) {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** @param {number[]} all */
export function quantiles(all) {
  return [0.5, 0.95, 0.99].map((share) => round(quantile(all, share), 1)).join(' / ');
}

/** @param {number} value @param {number} places */
function round(value, places) {
  return Number(value.toFixed(places));
}
